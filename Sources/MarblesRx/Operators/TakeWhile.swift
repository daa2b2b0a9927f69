/// Whether the value that ends a stream still belongs to it.
public enum TakeBehavior: Sendable {
  case inclusive
  case exclusive
}

extension ObservableType {
  /// Lets values through as long as the closure says so, then completes.
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

  /// Lets values through until the closure is true for one of them, then completes.
  ///
  ///     1-2-3-1|   take(until: { $0 == 3 })
  ///     1-2-|
  public func take(
    until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    take(while: { try !predicate($0) }, behavior: behavior)
  }
}
