import MarblesCombine

extension ObservableType {
  /// Merges the observables that a closure returns for each element.
  ///
  ///     1----2---|          flatMap { cold("a-b-c|") }
  ///     a-b-ca-b-(c|)
  ///
  /// It completes when the source and all inner observables have completed. Synchronous inner
  /// observables alternate with the source (``CurrentThreadScheduler``).
  public func flatMap<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.all, transform)
  }
}

extension ScriptOperator {
  static let rxFlatMap = ScriptOperator(
    "flatMap", dialects: [.rxswift], family: .combining,
    "Runs a stream for each value, all at once",
    signatures: [Signature(.required(nil, .publisherClosure(1)))],
    example: "urls.flatMap { cold(\"--r|\", r: $0) }",
    shape: { _ in .box(detail: "") }
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.observable.inner(.all) { try transform.observable($0) }.scripted
  }
}
