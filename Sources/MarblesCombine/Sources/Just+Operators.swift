// Operators of a publisher whose only element is known: they are applied when the pipeline is made,
// once, with closures that do not escape. The types and semantics are Combine's.

extension Just where Output: Comparable {
  /// The minimum element.
  public func min() -> Just<Output> { self }
  /// The maximum element.
  public func max() -> Just<Output> { self }
}

extension Just where Output: Equatable {
  /// Publishes whether the element occurs.
  public func contains(_ output: Output) -> Just<Bool> { Just<Bool>(self.output == output) }
  /// Republishes elements that differ from the previous one.
  public func removeDuplicates() -> Just<Output> { self }
}

extension Just {
  /// Publishes whether all elements satisfy the predicate.
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Publishes whether all elements satisfy the predicate, or fails with the error that it throws.
  public func tryAllSatisfy(_ predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    Result { try predicate(output) }.publisher
  }

  /// Publishes all elements as one array.
  public func collect() -> Just<[Output]> { Just<[Output]>([output]) }

  /// Publishes the results of the closure that are not `nil`.
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    transform(output).publisher
  }

  /// The minimum element.
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }
  /// The maximum element.
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

  /// Publishes other elements before these.
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    Publishers.Sequence(sequence: elements + [output])
  }

  /// Publishes other elements before these.
  public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    Publishers.Sequence(sequence: Array(elements) + [output])
  }

  /// Publishes other elements after these.
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    Publishers.Sequence(sequence: [output] + elements)
  }

  /// Publishes other elements after these.
  public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
  where S.Element == Output {
    Publishers.Sequence(sequence: [output] + Array(elements))
  }

  /// Publishes whether an element satisfies the predicate.
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Publishes whether an element satisfies the predicate, or fails with the error that it throws.
  public func tryContains(where predicate: (Output) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    Result { try predicate(output) }.publisher
  }

  /// Publishes the number of elements.
  public func count() -> Just<Int> { Just<Int>(1) }

  /// - Precondition: `count` is not negative.
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    guard count >= 0 else { violation("dropFirst(_:): \(count) is negative") }
    return Optional.Publisher(count > 0 ? nil : output)
  }

  /// Skips elements while the predicate returns `true`.
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(predicate(output) ? nil : output)
  }

  /// Republishes the first element.
  public func first() -> Just<Output> { self }

  /// Republishes the first element that satisfies the predicate.
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Republishes the last element.
  public func last() -> Just<Output> { self }

  /// Republishes the last element that satisfies the predicate.
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Republishes the elements that satisfy the predicate.
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional.Publisher(isIncluded(output) ? output : nil)
  }

  /// Publishes only a finish.
  public func ignoreOutput() -> Empty<Output, Never> { Empty() }

  /// Publishes the results of the closure.
  public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  /// Publishes the results of the closure, or fails with the error that it throws.
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  /// Replaces the failure by the result of the closure.
  public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(output)
  }

  /// Republishes the elements with the given indices.
  public func output(at index: Int) -> Optional<Output>.Publisher {
    Optional.Publisher(index == 0 ? output : nil)
  }

  /// Publishes the element if the range begins with 0. Like in Combine, the end of the range has no
  /// effect.
  public func output<R: RangeExpression>(in range: R) -> Optional<Output>.Publisher
  where R.Bound == Int {
    Optional.Publisher(range.relative(to: 0..<Int.max).lowerBound == 0 ? output : nil)
  }

  /// - Precondition: `maxLength` is not negative.
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    guard maxLength >= 0 else { violation("prefix(_:): \(maxLength) is negative") }
    return Optional.Publisher(maxLength > 0 ? output : nil)
  }

  /// Republishes elements while the predicate returns `true`.
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    filter(predicate)
  }

  /// Publishes the result of accumulating all elements.
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Never>.Publisher
  {
    Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
  }

  /// Publishes the result of accumulating all elements, or fails with the error that the closure
  /// throws.
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    Result { try nextPartialResult(initialResult, output) }.publisher
  }

  /// Republishes elements that differ from the previous one.
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> { self }

  /// Like in Combine, the predicate is called with the element as both arguments.
  public func tryRemoveDuplicates(by predicate: (Output, Output) throws -> Bool)
    -> Result<Output, any Error>.Publisher
  {
    Result {
      _ = try predicate(output, output)
      return output
    }.publisher
  }

  /// Publishes the given element in place of a failure.
  public func replaceError(with output: Output) -> Just<Output> { self }
  /// Publishes the given element if there is none.
  public func replaceEmpty(with output: Output) -> Just<Output> { self }
  /// Changes nothing: a new attempt has the same result.
  public func retry(_ times: Int) -> Just<Output> { self }

  /// Publishes the result of combining each element with the previous result.
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
    -> Result<T, Never>.Publisher
  {
    reduce(initialResult, nextPartialResult)
  }

  /// Publishes the result of combining each element with the previous result, or fails with the
  /// error that the closure throws.
  public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Output) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    tryReduce(initialResult, nextPartialResult)
  }

  /// Changes the failure type.
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
    Result<Output, E>.Publisher(output)
  }
}
