import Marbles

/// A subscriber for tests, which has a lane in the picture and stores the elements that it
/// receives.
///
/// Not thread-safe, like its scheduler.
public final class RecordedSink<Input, Failure: Error>: Cancellable {
  /// The elements that it received, in order.
  public fileprivate(set) var values: [Input] = []
  /// The completion of its latest subscription; `nil` before.
  public fileprivate(set) var completion: Subscribers.Completion<Failure>?

  /// The lane on which the signals are recorded.
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

  /// Requests more elements.
  public func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    subscriber?.subscription?.request(demand)
  }

  /// Cancels the subscription.
  public func cancel() { subscriber?.cancel() }
}

final class SinkSubscriber<Input, Failure: Error>: Subscriber, EarlyCanceller {
  private weak var sink: RecordedSink<Input, Failure>?
  private let demand: Subscribers.Demand
  private(set) var subscription: (any Subscription)?
  private(set) var isOver = false
  var cancelEarly: (() -> Void)?

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
    guard let subscription else { return cancelEarly?() ?? () }
    subscription.cancel()
    self.subscription = nil
  }
}
