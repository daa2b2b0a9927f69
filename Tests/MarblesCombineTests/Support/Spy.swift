import MarblesCombine

extension Publisher {
  /// Writes down what goes through here, both ways, and changes nothing.
  func spy(_ name: String, _ log: Log) -> SpyPublisher<Self> {
    SpyPublisher(upstream: self, name: name, log: log)
  }
}

struct SpyPublisher<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let name: String
  let log: Log

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    log.write("\(name) subscribed")
    upstream.subscribe(SpyLink(subscriber, name, log))
  }
}

private final class SpyLink<Downstream: Subscriber>: Subscriber, Subscription {
  private let downstream: Downstream
  private let name: String
  private let log: Log
  private var subscription: (any Subscription)?

  init(_ downstream: Downstream, _ name: String, _ log: Log) {
    self.downstream = downstream
    self.name = name
    self.log = log
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    downstream.receive(subscription: self)
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    log.write("\(name) emits \(input)")
    let more = downstream.receive(input)
    if more > .none { log.write("\(name) gets back \(more)") }
    return more
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    log.write("\(name) \(text(completion))")
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    log.write("\(name) request \(demand)")
    subscription?.request(demand)
  }

  func cancel() {
    log.write("\(name) cancelled")
    subscription?.cancel()
  }
}
