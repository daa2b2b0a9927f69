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

extension Publisher {
  /// Attaches a subject, which passes on to its own subscribers what it gets from here.
  ///
  /// The subscription lives as long as the returned object does, or until the end.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

extension AnySubscriber {
  /// A subscriber that passes on to a subject what it receives.
  public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
    self.init(SubjectSubscriber(subject))
  }
}

/// Passes on to a subject what a publisher sends.
@usableFromInline
final class SubjectSubscriber<S: Subject>: Subscriber, Cancellable, CustomStringConvertible {
  @usableFromInline let state: Locked<(subject: S?, subscription: LinkSubscription?)>

  @usableFromInline init(_ subject: S) { state = Locked((subject, nil)) }

  @usableFromInline var description: String { "Subject" }

  /// Whether the publisher has ended, or was cancelled.
  var isOver: Bool { state.withLock { $0.subject == nil } }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let link = LinkSubscription(subscription)
    let subject = state.withLock { state -> S? in
      guard state.subscription == nil, let subject = state.subject else { return nil }
      state.subscription = link
      return subject
    }
    guard let subject else { return subscription.cancel() }
    subject.send(subscription: link)
  }

  @inlinable
  func receive(_ input: S.Output) -> Subscribers.Demand {
    state.withLock { $0.subscription == nil ? nil : $0.subject }?.send(input)
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<S.Failure>) {
    let (subject, subscription) = take()
    guard let subscription else { return }
    subscription.forget()
    subject?.send(completion: completion)
  }

  @usableFromInline
  func cancel() { take().subscription?.cancel() }

  private func take() -> (subject: S?, subscription: LinkSubscription?) {
    state.withLock { state in
      defer { state = (nil, nil) }
      return state
    }
  }
}
