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
