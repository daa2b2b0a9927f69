import MarblesCombine

extension ObservableType {
  /// Merges the observables that a closure returns for each element.
  ///
  ///     1----2---|          flatMap { cold("a-b-c|") }
  ///     a-b-ca-b-(c|)
  ///
  /// It completes when the source and all inner observables have completed. Synchronous inner
  /// observables alternate with the source (``CurrentThreadScheduler``).
  @inlinable
  public func flatMap<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.all, transform)
  }
}

extension ObservableType {
  /// Emits the elements of the observable that a closure returns; drops elements while it runs.
  ///
  ///     1-2---3--|       flatMapFirst { cold("a--b|") }
  ///     a--b--a--(b|)
  @inlinable
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.first, transform)
  }
}

extension ObservableType {
  /// Emits the elements of the observable that a closure returns for the latest element.
  ///
  ///     1-2------|      flatMapLatest { cold("a--b|") }
  ///     a-a--b---|
  ///
  /// The previous observable is disposed before the next one is subscribed.
  @inlinable
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.latest, transform)
  }
}

extension ObservableType {
  /// Concatenates the observables that a closure returns for each element.
  ///
  ///     1-2----|       concatMap { cold("a-b|") }
  ///     a-ba-(b|)
  @inlinable
  public func concatMap<Source: ObservableConvertibleType>(
    _ transform: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    inner(.queue(1), transform)
  }
}
