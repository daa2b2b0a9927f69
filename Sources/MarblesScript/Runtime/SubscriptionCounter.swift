import Marbles
import MarblesCombine

/// The subscriptions, cancellations and requests of a stream that has a name in the script.
final class SubscriptionCounter {
  private(set) var subscriptions = 0
  /// The number of cancelled subscriptions.
  private(set) var cancellations = 0
  /// The total demand; `nil` if it was unlimited.
  private(set) var requested: Int? = 0
  /// The number of open subscriptions.
  private(set) var open = 0

  func metered(
    _ upstream: AnyPublisher<ScriptValue, ScriptError>, in subscriptions: OpenSubscriptions
  )
    -> AnyPublisher<ScriptValue, ScriptError>
  {
    Metered(upstream: upstream, meter: self, subscriptions: subscriptions).eraseToAnyPublisher()
  }

  private struct Metered: Publisher {
    typealias Output = ScriptValue
    typealias Failure = ScriptError

    let upstream: AnyPublisher<ScriptValue, ScriptError>
    let meter: SubscriptionCounter
    unowned let subscriptions: OpenSubscriptions

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      meter.subscriptions += 1
      meter.open += 1
      let link = Link(downstream: subscriber, meter: meter)
      subscriptions.add(link)
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
    let recordedInput: RecordedInput?
    private(set) var description = "Named"

    init(downstream: Downstream, meter: SubscriptionCounter) {
      self.downstream = downstream
      self.meter = meter
      recordedInput = downstream.recordedInput?.throughOperator
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
      subscription = nil
    }

    func request(_ demand: Subscribers.Demand) {
      guard let subscription else { return }
      count(demand)
      subscription.request(demand)
    }

    func cancel() {
      guard let above = subscription else { return }
      subscription = nil
      if close() != nil { meter.cancellations += 1 }
      // Also during a completion: the source of an observable is still subscribed then.
      above.cancel()
    }

    func sever() {
      let above = subscription
      subscription = nil
      guard let below = close() else { return }
      above?.cancel()
      below.receive(completion: .finished)
    }

    private func close() -> Downstream? {
      guard let downstream else { return nil }
      self.downstream = nil
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
