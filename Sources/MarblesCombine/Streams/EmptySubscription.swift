extension Subscriptions {
  /// A subscription to a publisher that has nothing to give.
  public static var empty: any Subscription { EmptySubscription.shared }
}

private final class EmptySubscription: Subscription, CustomStringConvertible, Sendable {
  static let shared = EmptySubscription()

  func request(_ demand: Subscribers.Demand) {}
  func cancel() {}
  var description: String { "Empty" }
}

extension Subscriber {
  /// Ends a subscriber that need not be asked first.
  @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
    receive(subscription: Subscriptions.empty)
    receive(completion: completion)
  }
}

extension Subscribers.Demand {
  /// A request that asks for nothing is a mistake of the subscriber, as in Combine.
  @inlinable func requireSome() {
    precondition(self > .none, "a request must ask for at least one value")
  }
}
