// Operators of a publisher whose success or failure is known: they are applied when the pipeline is
// made, once, with closures that do not escape. The types and semantics are Combine's.

extension Result {
  /// Like `map`, and fails with the error that `transform` throws.
  fileprivate func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error> {
    switch self {
    case .success(let value): Result<T, any Error> { try transform(value) }
    case .failure(let error): .failure(error)
    }
  }
}

extension Result.Publisher where Success: Equatable {
  /// Publishes whether the element occurs.
  public func contains(_ output: Success) -> Result<Bool, Failure>.Publisher {
    result.map { $0 == output }.publisher
  }

  /// Republishes elements that differ from the previous one.
  public func removeDuplicates() -> Result<Success, Failure>.Publisher { self }
}

extension Result.Publisher where Success: Comparable {
  /// The minimum element.
  public func min() -> Result<Success, Failure>.Publisher { self }
  /// The maximum element.
  public func max() -> Result<Success, Failure>.Publisher { self }
}

extension Result.Publisher where Failure == Never {
  /// Changes the failure type.
  public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
    switch result {
    case .success(let output): Result<Success, E>.Publisher(output)
    }
  }
}

extension Result.Publisher {
  /// Publishes whether all elements satisfy the predicate.
  public func allSatisfy(_ predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    result.map(predicate).publisher
  }

  /// Publishes whether all elements satisfy the predicate, or fails with the error that it throws.
  public func tryAllSatisfy(_ predicate: (Success) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    result.tryMap(predicate).publisher
  }

  /// Publishes all elements as one array.
  public func collect() -> Result<[Success], Failure>.Publisher { result.map { [$0] }.publisher }

  /// The minimum element.
  public func min(by areInIncreasingOrder: (Success, Success) -> Bool)
    -> Result<Success, Failure>.Publisher
  { self }

  /// The maximum element.
  public func max(by areInIncreasingOrder: (Success, Success) -> Bool)
    -> Result<Success, Failure>.Publisher
  { self }

  /// Like in Combine, the predicate is called with the element as both arguments.
  public func tryMin(by areInIncreasingOrder: (Success, Success) throws -> Bool)
    -> Result<Success, any Error>.Publisher
  {
    result.tryMap {
      _ = try areInIncreasingOrder($0, $0)
      return $0
    }.publisher
  }

  /// Like in Combine, the predicate is called with the element as both arguments.
  public func tryMax(by areInIncreasingOrder: (Success, Success) throws -> Bool)
    -> Result<Success, any Error>.Publisher
  {
    tryMin(by: areInIncreasingOrder)
  }

  /// Publishes whether an element satisfies the predicate.
  public func contains(where predicate: (Success) -> Bool) -> Result<Bool, Failure>.Publisher {
    result.map(predicate).publisher
  }

  /// Publishes whether an element satisfies the predicate, or fails with the error that it throws.
  public func tryContains(where predicate: (Success) throws -> Bool)
    -> Result<Bool, any Error>.Publisher
  {
    result.tryMap(predicate).publisher
  }

  /// Publishes the number of elements.
  public func count() -> Result<Int, Failure>.Publisher { result.map { _ in 1 }.publisher }
  /// Republishes the first element.
  public func first() -> Result<Success, Failure>.Publisher { self }
  /// Republishes the last element.
  public func last() -> Result<Success, Failure>.Publisher { self }

  /// Finishes, also in place of a failure, like in Combine.
  public func ignoreOutput() -> Empty<Success, Failure> { Empty() }

  /// Publishes the results of the closure.
  public func map<T>(_ transform: (Success) -> T) -> Result<T, Failure>.Publisher {
    result.map(transform).publisher
  }

  /// Publishes the results of the closure, or fails with the error that it throws.
  public func tryMap<T>(_ transform: (Success) throws -> T) -> Result<T, any Error>.Publisher {
    result.tryMap(transform).publisher
  }

  /// Replaces the failure by the result of the closure.
  public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
    result.mapError(transform).publisher
  }

  /// Publishes the result of accumulating all elements.
  public func reduce<T>(_ initialResult: T, _ nextPartialResult: (T, Success) -> T)
    -> Result<T, Failure>.Publisher
  {
    result.map { nextPartialResult(initialResult, $0) }.publisher
  }

  /// Publishes the result of accumulating all elements, or fails with the error that the closure
  /// throws.
  public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: (T, Success) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    result.tryMap { try nextPartialResult(initialResult, $0) }.publisher
  }

  /// Republishes elements that differ from the previous one.
  public func removeDuplicates(by predicate: (Success, Success) -> Bool)
    -> Result<Success, Failure>.Publisher
  { self }

  /// Like in Combine, the predicate is called with the element as both arguments.
  public func tryRemoveDuplicates(by predicate: (Success, Success) throws -> Bool)
    -> Result<Success, any Error>.Publisher
  {
    tryMin(by: predicate)
  }

  /// Publishes the given element in place of a failure.
  public func replaceError(with output: Success) -> Result<Success, Never>.Publisher {
    switch result {
    case .success(let value): Result<Success, Never>.Publisher(value)
    case .failure: Result<Success, Never>.Publisher(output)
    }
  }

  /// Publishes the given element if there is none.
  public func replaceEmpty(with output: Success) -> Result<Success, Failure>.Publisher { self }
  /// Changes nothing: a new attempt has the same result.
  public func retry(_ times: Int) -> Result<Success, Failure>.Publisher { self }

  /// Publishes the result of combining each element with the previous result.
  public func scan<T>(_ initialResult: T, _ nextPartialResult: (T, Success) -> T)
    -> Result<T, Failure>.Publisher
  {
    reduce(initialResult, nextPartialResult)
  }

  /// Publishes the result of combining each element with the previous result, or fails with the
  /// error that the closure throws.
  public func tryScan<T>(_ initialResult: T, _ nextPartialResult: (T, Success) throws -> T)
    -> Result<T, any Error>.Publisher
  {
    tryReduce(initialResult, nextPartialResult)
  }
}
