extension ObservableType {
  /// Runs a stream for each value, one after the other in the order of the values.
  ///
  ///     1-2----|       concatMap { cold("a-b|") }
  ///     a-ba-(b|)
  public func concatMap<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.queue(1), transform)
  }
}
