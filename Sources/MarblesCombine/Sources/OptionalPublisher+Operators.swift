// Operators of a publisher of at most one element that is known: they are applied when the pipeline
// is made, once, with closures that do not escape. The types and semantics are Combine's: without
// an element, results such as `count()` have none either.

extension Optional.Publisher where Wrapped: Equatable {
  /// Publishes whether the element occurs.
  public func contains(_ output: Wrapped) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(self.output.map { $0 == output })
  }

  /// Republishes elements that differ from the previous one.
  public func removeDuplicates() -> Optional<Wrapped>.Publisher { self }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// The minimum element.
  public func min() -> Optional<Wrapped>.Publisher { self }
  /// The maximum element.
  public func max() -> Optional<Wrapped>.Publisher { self }
}

extension Optional.Publisher {
  /// Publishes whether all elements satisfy the predicate.
  public func allSatisfy(_ predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate))
  }

  /// Publishes all elements as one array.
  public func collect() -> Optional<[Wrapped]>.Publisher {
    Optional<[Wrapped]>.Publisher(output.map { [$0] })
  }

  /// Publishes the results of the closure that are not `nil`.
  public func compactMap<T>(_ transform: (Wrapped) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.flatMap(transform))
  }

  /// The minimum element.
  public func min(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool)
    -> Optional<Wrapped>.Publisher
  { self }

  /// The maximum element.
  public func max(by areInIncreasingOrder: (Wrapped, Wrapped) -> Bool)
    -> Optional<Wrapped>.Publisher
  { self }

  /// Publishes whether an element satisfies the predicate.
  public func contains(where predicate: (Wrapped) -> Bool) -> Optional<Bool>.Publisher {
    Optional<Bool>.Publisher(output.map(predicate))
  }

  /// Publishes the number of elements.
  public func count() -> Optional<Int>.Publisher { Optional<Int>.Publisher(output.map { _ in 1 }) }

  /// - Precondition: `count` is not negative.
  public func dropFirst(_ count: Int = 1) -> Optional<Wrapped>.Publisher {
    guard count >= 0 else { violation("dropFirst(_:): \(count) is negative") }
    return Optional.Publisher(count > 0 ? nil : output)
  }

  /// Skips elements while the predicate returns `true`.
  public func drop(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { predicate($0) ? nil : $0 })
  }

  /// Republishes the first element.
  public func first() -> Optional<Wrapped>.Publisher { self }

  /// Republishes the first element that satisfies the predicate.
  public func first(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    filter(predicate)
  }

  /// Republishes the last element.
  public func last() -> Optional<Wrapped>.Publisher { self }

  /// Republishes the last element that satisfies the predicate.
  public func last(where predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    filter(predicate)
  }

  /// Republishes the elements that satisfy the predicate.
  public func filter(_ isIncluded: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(output.flatMap { isIncluded($0) ? $0 : nil })
  }

  /// Publishes only a finish.
  public func ignoreOutput() -> Empty<Wrapped, Never> { Empty() }

  /// Publishes the results of the closure.
  public func map<T>(_ transform: (Wrapped) -> T) -> Optional<T>.Publisher {
    Optional<T>.Publisher(output.map(transform))
  }

  /// Republishes the elements with the given indices.
  public func output(at index: Int) -> Optional<Wrapped>.Publisher {
    Optional.Publisher(index == 0 ? output : nil)
  }

  /// Republishes the elements with the given indices.
  public func output<R: RangeExpression>(in range: R) -> Optional<Wrapped>.Publisher
  where R.Bound == Int {
    Optional.Publisher(range.relative(to: 0..<Int.max).contains(0) ? output : nil)
  }

  /// - Precondition: `maxLength` is not negative.
  public func prefix(_ maxLength: Int) -> Optional<Wrapped>.Publisher {
    guard maxLength >= 0 else { violation("prefix(_:): \(maxLength) is negative") }
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// Republishes elements while the predicate returns `true`.
  public func prefix(while predicate: (Wrapped) -> Bool) -> Optional<Wrapped>.Publisher {
    filter(predicate)
  }

  /// Publishes the result of accumulating all elements.
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T)
    -> Optional<T>.Publisher
  {
    Optional<T>.Publisher(output.map { nextPartialResult(initialResult, $0) })
  }

  /// Republishes elements that differ from the previous one.
  public func removeDuplicates(by predicate: (Wrapped, Wrapped) -> Bool)
    -> Optional<Wrapped>.Publisher
  { self }

  /// Publishes the given element in place of a failure.
  public func replaceError(with output: Wrapped) -> Optional<Wrapped>.Publisher { self }

  /// Publishes the given element if there is none.
  public func replaceEmpty(with output: Wrapped) -> Just<Wrapped> { Just(self.output ?? output) }

  /// Changes nothing: a new attempt has the same result.
  public func retry(_ times: Int) -> Optional<Wrapped>.Publisher { self }

  /// Publishes the result of combining each element with the previous result.
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Wrapped) -> T)
    -> Optional<T>.Publisher
  {
    reduce(initialResult, nextPartialResult)
  }
}
