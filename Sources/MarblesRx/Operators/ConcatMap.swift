import MarblesCombine

extension ObservableType {
  /// Concatenates the observables that a closure returns for each element.
  ///
  ///     1-2----|       concatMap { cold("a-b|") }
  ///     a-ba-(b|)
  public func concatMap<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.queue(1), transform)
  }
}

extension ScriptOperator {
  static let rxConcatMap = ScriptOperator(
    "concatMap", dialects: [.rxswift], family: .combining,
    "Runs a stream for each value, one after the other",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.concatMap { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "1 at a time, in order") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.queue(1)) { try transform.observable($0) }.scripted
  }
}
