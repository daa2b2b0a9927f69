import Marbles

/// A publisher into which values are sent by hand.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  func send(_ value: Output)
  /// Ends the subject; what is sent afterwards is ignored.
  func send(completion: Subscribers.Completion<Failure>)
  /// Gives the subject a subscription from which it will receive.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends an event that has no value.
  public func send() { send(()) }
}

/// Passes on to a subject what a publisher sends.
final class SubjectSubscriber<S: Subject>: Subscriber, Cancellable {
  private let state: Locked<(subject: S?, subscription: (any Subscription)?)>

  init(_ subject: S) { state = Locked((subject, nil)) }

  func receive(subscription: any Subscription) {
    let subject = state.withLock { state -> S? in
      guard state.subscription == nil, let subject = state.subject else { return nil }
      state.subscription = subscription
      return subject
    }
    guard let subject else { return subscription.cancel() }
    subject.send(subscription: subscription)
  }

  func receive(_ input: S.Output) -> Subscribers.Demand {
    state.withLock { $0.subject }?.send(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<S.Failure>) {
    let subject = state.withLock { state -> S? in
      defer { state = (nil, nil) }
      return state.subject
    }
    subject?.send(completion: completion)
  }

  func cancel() {
    let subscription = state.withLock { state -> (any Subscription)? in
      defer { state = (nil, nil) }
      return state.subscription
    }
    subscription?.cancel()
  }
}
