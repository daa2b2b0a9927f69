import Marbles
import MarblesCombine

/// Makes a publisher anew for each subscriber.
struct PublisherPerSubscription: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let make: () -> AnyPublisher<ScriptValue, ScriptError>

  init(_ make: @escaping () -> AnyPublisher<ScriptValue, ScriptError>) { self.make = make }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    make().receive(subscriber: subscriber)
  }
}

/// Maps values and is otherwise not there: demand, ends, lanes pass through.
struct ValueMap: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let upstream: AnyPublisher<ScriptValue, ScriptError>
  private let transform: (ScriptValue) -> ScriptValue

  init(
    _ upstream: AnyPublisher<ScriptValue, ScriptError>,
    _ transform: @escaping (ScriptValue) -> ScriptValue
  ) {
    self.upstream = upstream
    self.transform = transform
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: Link(downstream: subscriber, transform: transform))
  }

  private struct Link<Downstream: Subscriber>: Subscriber, RecordedSubscriber
  where Downstream.Input == ScriptValue, Downstream.Failure == ScriptError {
    let downstream: Downstream
    let transform: (ScriptValue) -> ScriptValue

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
    var lane: RecordedLane? { downstream.recordedLane }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: ScriptValue) -> Subscribers.Demand {
      downstream.receive(transform(input))
    }

    func receive(completion: Subscribers.Completion<ScriptError>) {
      downstream.receive(completion: completion)
    }
  }
}

/// Passes everything on, but not which lane it goes along.
struct Untraced: Publisher {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let upstream: AnyPublisher<ScriptValue, ScriptError>

  init(_ upstream: AnyPublisher<ScriptValue, ScriptError>) { self.upstream = upstream }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.receive(subscriber: Link(downstream: subscriber))
  }

  private struct Link<Downstream: Subscriber>: Subscriber
  where Downstream.Input == ScriptValue, Downstream.Failure == ScriptError {
    let downstream: Downstream

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: ScriptValue) -> Subscribers.Demand { downstream.receive(input) }

    func receive(completion: Subscribers.Completion<ScriptError>) {
      downstream.receive(completion: completion)
    }
  }
}

/// Counts what is done to a publisher that the script has given a name.
final class SubscriptionCounter {
  private(set) var subscriptions = 0
  /// Cancels of subscriptions that had not ended.
  private(set) var cancellations = 0
  /// What has been asked for in all; nil if it ever was everything.
  private(set) var requested: Int? = 0
  /// How many subscriptions are open.
  private(set) var open = 0

  func metered(_ upstream: AnyPublisher<ScriptValue, ScriptError>, in run: Run)
    -> AnyPublisher<ScriptValue, ScriptError>
  {
    Metered(upstream: upstream, meter: self, run: run).eraseToAnyPublisher()
  }

  private struct Metered: Publisher {
    typealias Output = ScriptValue
    typealias Failure = ScriptError

    let upstream: AnyPublisher<ScriptValue, ScriptError>
    let meter: SubscriptionCounter
    unowned let run: Run

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      meter.subscriptions += 1
      meter.open += 1
      let link = Link(downstream: subscriber, meter: meter)
      run.links.add(link)
      upstream.receive(subscriber: link)
    }
  }

  private final class Link<Downstream: Subscriber>: Subscriber, Subscription, Severable,
    RecordedSubscriber,
    CustomStringConvertible
  where Downstream.Input == ScriptValue, Downstream.Failure == ScriptError {
    private var downstream: Downstream?
    private var subscription: (any Subscription)?
    private let meter: SubscriptionCounter
    let lane: RecordedLane?
    private(set) var description = "Named"

    init(downstream: Downstream, meter: SubscriptionCounter) {
      self.downstream = downstream
      self.meter = meter
      lane = downstream.recordedLane
    }

    func receive(subscription: any Subscription) {
      guard let downstream, self.subscription == nil else { return subscription.cancel() }
      self.subscription = subscription
      description = String(describing: subscription)
      downstream.receive(subscription: self)
    }

    func receive(_ input: ScriptValue) -> Subscribers.Demand {
      let more = downstream?.receive(input) ?? .none
      if more > .none { count(more) }
      return more
    }

    func receive(completion: Subscribers.Completion<ScriptError>) {
      guard let downstream = close() else { return }
      downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
      guard let subscription else { return }
      count(demand)
      subscription.request(demand)
    }

    func cancel() {
      guard let subscription, close() != nil else { return }
      meter.cancellations += 1
      subscription.cancel()
    }

    func sever() {
      let above = subscription
      guard let below = close() else { return }
      above?.cancel()
      below.receive(completion: .finished)
    }

    private func close() -> Downstream? {
      guard let downstream else { return nil }
      self.downstream = nil
      subscription = nil
      meter.open -= 1
      return downstream
    }

    private func count(_ demand: Subscribers.Demand) {
      guard let total = meter.requested else { return }
      meter.requested = demand.max.flatMap { more in
        let (sum, overflow) = total.addingReportingOverflow(more)
        return overflow ? nil : sum
      }
    }
  }
}
