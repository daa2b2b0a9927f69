/// A type that sends elements to subscribers over time, like Combine's `Publisher`.
///
/// A subscriber is attached with `subscribe(_:)`. It receives as many elements as it requests of
/// its subscription.
public protocol Publisher<Output, Failure> {
  /// The type of the elements.
  associatedtype Output
  /// The type of the failure; `Never` if the publisher cannot fail.
  associatedtype Failure: Error

  /// Attaches a subscriber. Publishers implement this; callers use `subscribe(_:)`.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  /// Attaches a subscriber to this publisher.
  @inlinable @inline(__always)
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }
}

/// A publisher that starts its work at `connect()`, like Combine's.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts the work. Cancelling or releasing the result stops it.
  func connect() -> any Cancellable
}
