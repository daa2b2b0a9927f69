// Operators of a publisher whose elements are known: they are applied when the pipeline is made,
// once, with closures that do not escape. The types and semantics are Combine's.

extension Publishers.Sequence where Failure == Never {
  /// The minimum element.
  public func min(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    sequence.min(by: areInIncreasingOrder).publisher
  }

  /// The maximum element.
  public func max(by areInIncreasingOrder: (Elements.Element, Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    sequence.max(by: areInIncreasingOrder).publisher
  }

  /// Republishes the first element that satisfies the predicate.
  public func first(where predicate: (Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    sequence.first(where: predicate).publisher
  }

  /// Changes the failure type.
  public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> {
    Publishers.Sequence<Elements, E>(sequence: sequence)
  }
}

extension Publishers.Sequence where Failure == Never, Elements.Element: Comparable {
  /// The minimum element.
  public func min() -> Optional<Elements.Element>.Publisher { sequence.min().publisher }
  /// The maximum element.
  public func max() -> Optional<Elements.Element>.Publisher { sequence.max().publisher }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Republishes the first element.
  public func first() -> Optional<Elements.Element>.Publisher { sequence.first.publisher }

  /// Publishes the number of elements.
  public func count() -> Just<Int> { Just<Int>(sequence.count) }

  /// - Complexity: O(1) for an array; O(n) where the indices of the collection are not a range.
  public func output(at index: Elements.Index) -> Optional<Elements.Element>.Publisher {
    Optional.Publisher(sequence.indices.contains(index) ? sequence[index] : nil)
  }

  /// - Complexity: O(n) for n elements.
  public func output(in range: Range<Elements.Index>)
    -> Publishers.Sequence<[Elements.Element], Never>
  {
    Publishers.Sequence<[Elements.Element], Never>(
      sequence: sequence.indices.filter { range.contains($0) }.map { sequence[$0] })
  }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Republishes the last element.
  public func last() -> Optional<Elements.Element>.Publisher { sequence.last.publisher }

  /// Republishes the last element that satisfies the predicate.
  public func last(where predicate: (Elements.Element) -> Bool)
    -> Optional<Elements.Element>.Publisher
  {
    sequence.last(where: predicate).publisher
  }
}

extension Publishers.Sequence where Elements: Collection {
  /// Publishes the number of elements.
  public func count() -> Result<Int, Failure>.Publisher {
    Result<Int, Failure>.Publisher(sequence.count)
  }
}

extension Publishers.Sequence where Elements.Element: Equatable {
  /// Publishes whether the element occurs.
  public func contains(_ output: Elements.Element) -> Result<Bool, Failure>.Publisher {
    Result<Bool, Failure>.Publisher(sequence.contains(output))
  }

  /// Republishes elements that differ from the previous one.
  public func removeDuplicates() -> Publishers.Sequence<[Elements.Element], Failure> {
    var result: [Elements.Element] = []
    for element in sequence where element != result.last { result.append(element) }
    return Publishers.Sequence<[Elements.Element], Failure>(sequence: result)
  }
}

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
  /// Publishes other elements before these.
  public func prepend(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    prepend(elements)
  }

  /// Publishes other elements before these.
  public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S.Element == Elements.Element {
    Publishers.Sequence(sequence: Elements(elements) + sequence)
  }

  /// Publishes other elements before these.
  public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    Publishers.Sequence(sequence: publisher.sequence + sequence)
  }

  /// Publishes other elements after these.
  public func append(_ elements: Elements.Element...) -> Publishers.Sequence<Elements, Failure> {
    append(elements)
  }

  /// Publishes other elements after these.
  public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
  where S.Element == Elements.Element {
    Publishers.Sequence(sequence: sequence + elements)
  }

  /// Publishes other elements after these.
  public func append(_ publisher: Publishers.Sequence<Elements, Failure>)
    -> Publishers.Sequence<Elements, Failure>
  {
    Publishers.Sequence(sequence: sequence + publisher.sequence)
  }
}

extension Publishers.Sequence {
  /// Publishes whether all elements satisfy the predicate.
  public func allSatisfy(_ predicate: (Elements.Element) -> Bool)
    -> Result<Bool, Failure>.Publisher
  {
    Result<Bool, Failure>.Publisher(sequence.allSatisfy(predicate))
  }

  /// Publishes whether all elements satisfy the predicate, or fails with the error that it throws.
  public func tryAllSatisfy(_ predicate: (Elements.Element) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    Result { try sequence.allSatisfy(predicate) }.publisher
  }

  /// Publishes all elements as one array.
  public func collect() -> Result<[Elements.Element], Failure>.Publisher {
    Result<[Elements.Element], Failure>.Publisher(Array(sequence))
  }

  /// Publishes the results of the closure that are not `nil`.
  public func compactMap<T>(_ transform: (Elements.Element) -> T?)
    -> Publishers.Sequence<[T], Failure>
  {
    Publishers.Sequence<[T], Failure>(sequence: sequence.compactMap(transform))
  }

  /// Publishes whether an element satisfies the predicate.
  public func contains(where predicate: (Elements.Element) -> Bool)
    -> Result<Bool, Failure>.Publisher
  {
    Result<Bool, Failure>.Publisher(sequence.contains(where: predicate))
  }

  /// Publishes whether an element satisfies the predicate, or fails with the error that it throws.
  public func tryContains(where predicate: (Elements.Element) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    Result { try sequence.contains(where: predicate) }.publisher
  }

  /// Skips elements while the predicate returns `true`.
  public func drop(while predicate: (Elements.Element) -> Bool)
    -> Publishers.Sequence<DropWhileSequence<Elements>, Failure>
  {
    Publishers.Sequence<DropWhileSequence<Elements>, Failure>(
      sequence: sequence.drop(while: predicate))
  }

  /// - Precondition: `count` is not negative.
  public func dropFirst(_ count: Int = 1)
    -> Publishers.Sequence<DropFirstSequence<Elements>, Failure>
  {
    guard count >= 0 else { violation("dropFirst(_:): \(count) is negative") }
    return Publishers.Sequence<DropFirstSequence<Elements>, Failure>(
      sequence: sequence.dropFirst(count))
  }

  /// Republishes the elements that satisfy the predicate.
  public func filter(_ isIncluded: (Elements.Element) -> Bool)
    -> Publishers.Sequence<[Elements.Element], Failure>
  {
    Publishers.Sequence<[Elements.Element], Failure>(sequence: sequence.filter(isIncluded))
  }

  /// Publishes only a finish.
  public func ignoreOutput() -> Empty<Elements.Element, Failure> { Empty() }

  /// Publishes the results of the closure.
  public func map<T>(_ transform: (Elements.Element) -> T) -> Publishers.Sequence<[T], Failure> {
    Publishers.Sequence<[T], Failure>(sequence: sequence.map(transform))
  }

  /// - Precondition: `maxLength` is not negative.
  public func prefix(_ maxLength: Int)
    -> Publishers.Sequence<PrefixSequence<Elements>, Failure>
  {
    guard maxLength >= 0 else { violation("prefix(_:): \(maxLength) is negative") }
    return Publishers.Sequence<PrefixSequence<Elements>, Failure>(
      sequence: sequence.prefix(maxLength))
  }

  /// Republishes elements while the predicate returns `true`.
  public func prefix(while predicate: (Elements.Element) -> Bool)
    -> Publishers.Sequence<[Elements.Element], Failure>
  {
    Publishers.Sequence<[Elements.Element], Failure>(sequence: sequence.prefix(while: predicate))
  }

  /// Publishes the result of accumulating all elements.
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Elements.Element) -> T)
    -> Result<T, Failure>.Publisher
  {
    Result<T, Failure>.Publisher(sequence.reduce(initialResult, nextPartialResult))
  }

  /// Publishes the result of accumulating all elements, or fails with the error that the closure
  /// throws.
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Elements.Element) throws -> T
  ) -> Result<T, any Error>.Publisher {
    Result { try sequence.reduce(initialResult, nextPartialResult) }.publisher
  }

  /// Replaces `nil` by the given element.
  public func replaceNil<T>(with output: T) -> Publishers.Sequence<[T], Failure>
  where Elements.Element == T? {
    Publishers.Sequence<[T], Failure>(sequence: sequence.map { $0 ?? output })
  }

  /// Publishes the result of combining each element with the previous result.
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Elements.Element) -> T)
    -> Publishers.Sequence<[T], Failure>
  {
    var result = initialResult
    return map { element in
      result = nextPartialResult(result, element)
      return result
    }
  }
}
