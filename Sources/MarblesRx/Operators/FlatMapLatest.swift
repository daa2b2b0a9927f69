import MarblesCombine

extension ObservableType {
  /// Runs a stream for each value and leaves it when the next value comes.
  ///
  ///     1-2------|      flatMapLatest { cold("a--b|") }
  ///     a-a--b---|
  ///
  /// The old stream is left before the new one is subscribed to.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.latest, transform)
  }
}

extension ScriptOperator {
  static let rxFlatMapLatest = ScriptOperator(
    "flatMapLatest", dialects: [.rxswift], family: .combining,
    "Runs a stream for each value and leaves it when the next comes",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.flatMapLatest { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "1 at a time") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.latest) { try transform.observable($0) }.scripted
  }
}
