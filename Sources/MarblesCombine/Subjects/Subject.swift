import Marbles

/// A publisher that sends the elements that its owner passes to `send(_:)`.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends an element to all subscribers.
  func send(_ value: Output)
  /// Ends the subject; what is sent afterwards is ignored.
  func send(completion: Subscribers.Completion<Failure>)
  /// Gives the subject a subscription from which it will receive.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Sends an element without a value.
  public func send() { send(()) }
}

extension Publisher {
  /// Attaches a subject, which sends the signals of this publisher to its own subscribers.
  ///
  /// The subscription ends at the completion, or when the result is cancelled or released.
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
  @usableFromInline
  struct State {
    @usableFromInline var isOpen = false
    @usableFromInline var isOver = false
    @usableFromInline var subscription: LinkSubscription?

    @inlinable init() {}
  }

  @usableFromInline let subject: S
  @usableFromInline let state = Locked(State())

  @usableFromInline init(_ subject: S) { self.subject = subject }

  @usableFromInline var description: String { "Subject" }

  /// Whether the publisher has ended, or was cancelled.
  var isOver: Bool { state.withLock { $0.isOver } }

  @usableFromInline
  func receive(subscription: any Subscription) {
    let link = LinkSubscription(subscription, name: "Subject")
    let isFirst = state.withLock { state in
      guard !state.isOpen, !state.isOver else { return false }
      state.isOpen = true
      state.subscription = link
      return true
    }
    guard isFirst else { return subscription.cancel() }
    subject.send(subscription: link)
  }

  @inlinable
  func receive(_ input: S.Output) -> Subscribers.Demand {
    if state.withLock({ $0.isOpen }) { subject.send(input) }
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<S.Failure>) {
    guard state.withLock({ $0.isOpen }) else { return }
    close()?.forget()
    subject.send(completion: completion)
  }

  @usableFromInline
  func cancel() { close()?.cancel() }

  private func close() -> LinkSubscription? {
    state.withLock { state in
      state.isOpen = false
      state.isOver = true
      defer { state.subscription = nil }
      return state.subscription
    }
  }
}
