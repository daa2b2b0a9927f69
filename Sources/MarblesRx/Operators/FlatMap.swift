extension ObservableType {
  /// Runs a stream for each value, all of them at once, and emits what they emit.
  ///
  ///     1----2---|          flatMap { cold("a-b-c|") }
  ///     a-b-ca-b-(c|)
  ///
  /// It completes when the source and all inner streams have. Synchronous inner streams take turns
  /// with the source (``CurrentThreadScheduler``).
  public func flatMap<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.all, transform)
  }
}
