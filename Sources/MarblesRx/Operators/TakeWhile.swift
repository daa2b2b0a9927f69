import MarblesCombine

/// Whether the element that ends a stream is republished.
public enum TakeBehavior: Sendable {
  /// The element is republished.
  case inclusive
  /// The element is dropped.
  case exclusive
}

extension ObservableType {
  /// Republishes elements while the predicate returns `true`, and completes.
  ///
  ///     1-2-3-1|   take(while: { $0 < 3 })
  ///     1-2-|
  public func take(
    while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    Producer { sink in
      self.subscribe(into: sink) { element in
        let goesOn = try predicate(element)
        if goesOn || behavior == .inclusive { sink.onNext(element) }
        if !goesOn { sink.onCompleted() }
      }
    }
  }

  /// Republishes elements until one satisfies the predicate, and completes.
  ///
  ///     1-2-3-1|   take(until: { $0 == 3 })
  ///     1-2-|
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(while: { try !predicate($0) }, behavior: behavior)
  }

  /// The former name of ``take(while:behavior:)``.
  @available(*, deprecated, renamed: "take(while:)")
  public func takeWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    take(while: predicate)
  }

  /// The former name of ``take(until:behavior:)``.
  @available(*, deprecated, renamed: "take(until:behavior:)")
  public func takeUntil(_ behavior: TakeBehavior, predicate: @escaping (Element) throws -> Bool)
    -> Observable<Element>
  {
    take(until: predicate, behavior: behavior)
  }
}
