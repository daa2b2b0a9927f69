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
