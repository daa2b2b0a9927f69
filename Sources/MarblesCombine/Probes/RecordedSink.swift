import Marbles

/// A subscriber of a test: it has a lane in the picture and keeps what it gets.
///
/// Not thread-safe, as its scheduler is not.
public final class RecordedSink<Input, Failure: Error>: Cancellable {
  /// The values that it got, in order.
  public fileprivate(set) var values: [Input] = []
  /// How its last subscription ended; `nil` if it did not.
  public fileprivate(set) var completion: Subscribers.Completion<Failure>?

  public let lane: RecordedLane
  private let demand: Subscribers.Demand
  private let attach: (SinkSubscriber<Input, Failure>) -> Void
  private var subscriber: SinkSubscriber<Input, Failure>?

  init(
    _ lane: RecordedLane, demand: Subscribers.Demand,
    attach: @escaping (SinkSubscriber<Input, Failure>) -> Void
  ) {
    self.lane = lane
    self.demand = demand
    self.attach = attach
  }

  /// Subscribes, unless it is subscribed now.
  public func subscribe() {
    guard subscriber == nil || subscriber?.isOver == true else { return }
    completion = nil
    let new = SinkSubscriber(self, demand: demand)
    subscriber = new
    attach(new)
  }

  /// Asks for more values.
  public func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    subscriber?.subscription?.request(demand)
  }

  public func cancel() { subscriber?.cancel() }
}

final class SinkSubscriber<Input, Failure: Error>: Subscriber {
  private weak var sink: RecordedSink<Input, Failure>?
  private let demand: Subscribers.Demand
  private(set) var subscription: (any Subscription)?
  private(set) var isOver = false

  init(_ sink: RecordedSink<Input, Failure>, demand: Subscribers.Demand) {
    self.sink = sink
    self.demand = demand
  }

  func receive(subscription: any Subscription) {
    guard self.subscription == nil, !isOver else { return subscription.cancel() }
    self.subscription = subscription
    if demand > .none { subscription.request(demand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if !isOver { sink?.values.append(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard !isOver else { return }
    isOver = true
    subscription = nil
    sink?.completion = completion
  }

  func cancel() {
    guard !isOver else { return }
    isOver = true
    subscription?.cancel()
    subscription = nil
  }
}
