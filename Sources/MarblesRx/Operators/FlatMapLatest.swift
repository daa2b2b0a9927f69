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
