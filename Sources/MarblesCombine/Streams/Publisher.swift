/// A source of values over time, as Combine's `Publisher`.
///
/// Whoever wants the values attaches a subscriber with `subscribe(_:)`; what the
/// subscriber gets is governed by the demand it gives to its subscription.
public protocol Publisher<Output, Failure> {
  /// The type of the values.
  associatedtype Output
  /// The type of the error; `Never` if there is none.
  associatedtype Failure: Error

  /// Attaches a subscriber. Implemented by publishers; callers use `subscribe(_:)`.
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

/// A publisher that starts its work when told to, as Combine's.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Starts the work. Cancelling what it returns (or letting go of it) stops the work.
  func connect() -> any Cancellable
}
