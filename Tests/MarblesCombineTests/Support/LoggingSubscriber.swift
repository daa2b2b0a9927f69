import MarblesCombine

/// A subscriber that writes down all it gets and does what the test says.
final class LoggingSubscriber<Input, Failure: Error>: Subscriber {
  let name: String
  private let log: Log
  private let demand: Subscribers.Demand?
  private(set) var subscription: (any Subscription)?
  private(set) var values: [Input] = []
  /// Called with each value; what it returns is what `receive(_:)` returns.
  var onValue: ((Input) -> Subscribers.Demand)?
  /// Called when the subscription comes, before the first request.
  var onSubscription: ((any Subscription) -> Void)?
  var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  /// - Parameter demand: The demand that it requests at its subscription; none if `nil`.
  init(
    _ name: String, _ log: Log, demand: Subscribers.Demand? = .unlimited,
    onValue: ((Input) -> Subscribers.Demand)? = nil
  ) {
    self.name = name
    self.log = log
    self.demand = demand
    self.onValue = onValue
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    log.write("\(name) subscription")
    onSubscription?(subscription)
    if let demand { request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    log.write("\(name) value \(input)")
    values.append(input)
    let more = onValue?(input) ?? .none
    if more > .none { log.write("\(name) returns \(more)") }
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    log.write("\(name) \(text(completion))")
    onCompletion?(completion)
  }

  func request(_ demand: Subscribers.Demand) {
    log.write("\(name) request \(demand)")
    subscription?.request(demand)
  }

  func cancel() {
    log.write("\(name) cancel")
    subscription?.cancel()
  }
}

extension Publisher {
  /// Subscribes a logging subscriber.
  @discardableResult
  func attach(
    _ name: String, _ log: Log, demand: Subscribers.Demand? = .unlimited,
    onValue: ((Output) -> Subscribers.Demand)? = nil
  ) -> LoggingSubscriber<Output, Failure> {
    let subscriber = LoggingSubscriber<Output, Failure>(
      name, log, demand: demand, onValue: onValue)
    subscribe(subscriber)
    return subscriber
  }
}
