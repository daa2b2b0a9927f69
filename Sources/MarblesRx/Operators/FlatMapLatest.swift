import MarblesCombine

extension ObservableType {
  /// Emits the elements of the observable that a closure returns for the latest element.
  ///
  ///     1-2------|      flatMapLatest { cold("a--b|") }
  ///     a-a--b---|
  ///
  /// The previous observable is disposed before the next one is subscribed.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.latest, transform)
  }
}
