import MarblesCombine

extension ObservableType {
  /// Emits the elements of the observable that a closure returns; drops elements while it runs.
  ///
  ///     1-2---3--|       flatMapFirst { cold("a--b|") }
  ///     a--b--a--(b|)
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.first, transform)
  }
}

extension ScriptOperator {
  static let rxFlatMapFirst = ScriptOperator(
    "flatMapFirst", dialects: [.rxswift], family: .combining,
    "Runs a stream for a value and ignores what comes while it runs",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.flatMapFirst { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "ignores what comes meanwhile") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.first) { try transform.observable($0) }.scripted
  }
}
