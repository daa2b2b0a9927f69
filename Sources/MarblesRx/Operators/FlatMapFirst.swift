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
