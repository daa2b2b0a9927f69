import MarblesCombine

/// A source that the test drives. It ignores demand, and continues after a cancel only with
/// ``Manners/ignoresCancels``.
final class Feed<Output, Failure: Error>: Publisher {
  /// The behavior of the source.
  enum Manners {
    case good
    /// Sends to subscribers that have cancelled or completed.
    case ignoresCancels
  }

  private let name: String
  private let log: Log
  private let manners: Manners
  private var subscriptions: [FeedSubscription<Output, Failure>] = []
  private(set) var cancellations = 0

  init(_ name: String, _ log: Log, manners: Manners = .good) {
    self.name = name
    self.log = log
    self.manners = manners
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    log.write("\(name) subscribed")
    let subscription = FeedSubscription<Output, Failure>(
      value: { subscriber.receive($0) }, completion: { subscriber.receive(completion: $0) })
    subscription.onRequest = { [log, name] in log.write("\(name) request \($0)") }
    subscription.onCancel = { [weak self, log, name, manners] subscription in
      log.write("\(name) cancelled")
      self?.cancellations += 1
      if manners == .good { subscription.close() }
    }
    subscriptions.append(subscription)
    subscriber.receive(subscription: subscription)
  }

  /// Sends to everyone who is subscribed now.
  func emit(_ value: Output) {
    log.write("\(name) emits \(value)")
    for subscription in subscriptions {
      let more = subscription.value?(value) ?? .none
      if more > .none { log.write("\(name) gets back \(more)") }
    }
  }

  func finish() { complete(.finished) }

  func fail(_ error: Failure) { complete(.failure(error)) }

  private func complete(_ completion: Subscribers.Completion<Failure>) {
    log.write("\(name) \(text(completion))")
    let present = subscriptions
    for subscription in present {
      let end = subscription.completion
      if manners == .good { subscription.close() }
      end?(completion)
    }
  }
}

final class FeedSubscription<Output, Failure: Error>: Subscription {
  fileprivate private(set) var value: ((Output) -> Subscribers.Demand)?
  fileprivate private(set) var completion: ((Subscribers.Completion<Failure>) -> Void)?
  fileprivate var onRequest: ((Subscribers.Demand) -> Void)?
  fileprivate var onCancel: ((FeedSubscription) -> Void)?

  fileprivate init(
    value: @escaping (Output) -> Subscribers.Demand,
    completion: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.value = value
    self.completion = completion
  }

  fileprivate func close() {
    value = nil
    completion = nil
  }

  func request(_ demand: Subscribers.Demand) { onRequest?(demand) }
  func cancel() { onCancel?(self) }
}
