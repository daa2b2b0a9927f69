/// Receives one subscription, then the values that it asked for, then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values.
  associatedtype Input
  /// The type of the error; `Never` if there is none.
  associatedtype Failure: Error

  /// Called once, first: ask the subscription for values, now or later.
  func receive(subscription: any Subscription)

  /// Called with a value that was asked for.
  ///
  /// - Returns: how many more values are wanted, on top of what was asked for before.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Called when there are no more values. Nothing comes afterwards.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Receives an event that has no value.
  public func receive() -> Subscribers.Demand { receive(()) }
}

/// The connection between a publisher and one of its subscribers.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for more values, on top of what was asked for before.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of types that receive values.
public enum Subscribers {}

/// The namespace of subscriptions.
public enum Subscriptions {}

/// The namespace of publishers, most of them made by operators.
public enum Publishers {}

extension Subscribers {
  /// How a stream ended.
  @frozen
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
  @inlinable func mapFailure<NewFailure: Error>(_ transform: (Failure) -> NewFailure)
    -> Subscribers.Completion<NewFailure>
  {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }
}
