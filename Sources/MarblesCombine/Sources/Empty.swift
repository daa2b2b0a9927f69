/// A publisher that sends no elements, and finishes at once or never.
///
///     Empty()                             |
///     Empty(completeImmediately: false)   -------
///
/// - Demand: The finish needs no demand.
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  /// A Boolean value that indicates whether it finishes at once; otherwise it never does.
  public let completeImmediately: Bool

  /// Creates a publisher that finishes at once or never.
  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

  /// Creates a publisher that finishes at once or never.
  public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) {
    self.completeImmediately = completeImmediately
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}

/// A publisher that fails at once.
///
///     Fail(error: Offline())
///     #
///
/// - Demand: The failure needs no demand.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The failure.
  public let error: Failure

  /// Creates a publisher that fails with the given error.
  public init(error: Failure) { self.error = error }

  /// Creates a publisher that fails with the given error.
  public init(outputType: Output.Type, failure: Failure) { error = failure }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.end(.failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
