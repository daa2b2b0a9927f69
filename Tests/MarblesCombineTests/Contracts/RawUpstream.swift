import MarblesCombine

/// A source that is driven by the test, with valid or invalid signals at any time.
final class RawUpstream: Publisher {
  typealias Output = Int
  typealias Failure = Boom

  private(set) var subscribers: [AnySubscriber<Int, Boom>] = []
  /// The open demand of the latest subscription.
  private(set) var owed = Subscribers.Demand.none
  private(set) var cancellations = 0
  var isOver = false
  /// Whether it sends nothing after a cancel, even if it ignores other rules.
  var heedsCancels = false
  /// Called inside a request.
  var onRequest: (() -> Void)?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Boom {
    subscribers.append(AnySubscriber(subscriber))
  }

  /// Gives the latest subscriber its subscription.
  @discardableResult
  func open() -> RawSubscription {
    owed = .none
    let subscription = RawSubscription(self)
    subscribers.last?.receive(subscription: subscription)
    return subscription
  }

  /// Sends if there is demand. A source that ignores demand always sends.
  @discardableResult
  func emit(_ value: Int, politely: Bool = true) -> Bool {
    guard let subscriber = subscribers.last, !politely || (owed > .none && !isOver), mayGoOn else {
      return false
    }
    if owed > .none { owed -= 1 }
    owed += subscriber.receive(value)
    return true
  }

  func end(_ completion: Subscribers.Completion<Boom>) {
    isOver = true
    if mayGoOn { subscribers.last?.receive(completion: completion) }
  }

  private var mayGoOn: Bool { !heedsCancels || cancellations == 0 }

  /// Releases all subscribers, like a source after its completion.
  func forget() {
    subscribers = []
    onRequest = nil
  }

  final class RawSubscription: Subscription {
    private weak var source: RawUpstream?
    private(set) var isCancelled = false

    init(_ source: RawUpstream) { self.source = source }

    func request(_ demand: Subscribers.Demand) {
      source?.owed += demand
      source?.onRequest?()
    }

    func cancel() {
      isCancelled = true
      source?.cancellations += 1
      source?.isOver = true
    }
  }
}

/// A subscriber that reports violations of the contract.
final class ContractSubscriber: Subscriber {
  typealias Input = Int
  typealias Failure = Boom

  private(set) var subscription: (any Subscription)?
  private(set) var violations: [String] = []
  private(set) var isOver = false
  private(set) var count = 0
  private var wanted = Subscribers.Demand.none
  private var isCancelled = false
  /// Whether a value without demand is a violation. After a source that ignores demand, some operators
  /// send one.
  private let countsDemand: Bool
  var onValue: ((ContractSubscriber) -> Subscribers.Demand)?

  init(countsDemand: Bool = true) { self.countsDemand = countsDemand }

  func receive(subscription: any Subscription) {
    if self.subscription != nil { violations.append("a second subscription") }
    if isOver { violations.append("a subscription after the end") }
    self.subscription = subscription
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    if subscription == nil { violations.append("a value before the subscription") }
    if isOver { violations.append("a value after the end") }
    if isCancelled { violations.append("a value after the cancel") }
    if countsDemand, wanted == .none { violations.append("a value without demand") }
    if wanted > .none { wanted -= 1 }
    count += 1
    let more = onValue?(self) ?? .none
    wanted += more
    return more
  }

  func receive(completion: Subscribers.Completion<Boom>) {
    if subscription == nil { violations.append("an end before the subscription") }
    if isOver { violations.append("a second end") }
    if isCancelled { violations.append("an end after the cancel") }
    isOver = true
  }

  func request(_ demand: Subscribers.Demand) {
    guard subscription != nil, !isCancelled else { return }
    wanted += demand
    subscription?.request(demand)
  }

  func cancel() {
    guard subscription != nil else { return }
    isCancelled = true
    subscription?.cancel()
  }
}
