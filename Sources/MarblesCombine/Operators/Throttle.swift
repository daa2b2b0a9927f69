import Marbles

extension Publisher {
  /// Republishes at most one element in each interval: the latest or the first of that interval.
  ///
  ///     -1-2-3------4-|   throttle(for: 5, latest: true)
  ///     -1----3-----4-|
  ///     -1----2-----4-|   throttle(for: 5, latest: false)
  ///
  /// The first element is republished at once, the next no sooner than `interval` after it. A
  /// completion, a failure included, follows the element that waits. An element that arrives when
  /// downstream has requested nothing is dropped at once, and starts no interval.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two elements.
  ///   - scheduler: The scheduler that delivers elements and completions.
  ///   - latest: Whether the latest element of an interval is republished instead of the first.
  /// - Demand: Requests unlimited demand of upstream. An element that is stored uses up demand.
  /// - Complexity: O(1) per element; stores one element.
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    Publishers.Throttle(
      upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// A publisher that republishes at most one element in each interval.
  public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The length of the interval.
    public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler.
    public let scheduler: Context
    /// Whether the latest element of an interval is republished instead of the first.
    public let latest: Bool

    /// Creates a publisher that republishes at most one element in each interval.
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.latest = latest
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(ThrottleLink(subscriber, self))
    }
  }
}

private final class ThrottleLink<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  Subscriber, Subscription, RecordedSubscriber, CustomStringConvertible
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
  private enum Window {
    /// Downstream has no subscription yet; `true` if there is something to deliver.
    case closed(isDue: Bool)
    case idle
    /// A job is on its way.
    case waiting
  }

  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private let values: HeldValues
  private let settings: Publishers.Throttle<Upstream, Context>
  private var demand = Subscribers.Demand.none
  private var window = Window.closed(isDue: false)
  private var pending: Kept<Downstream.Input>?
  private var ending: Subscribers.Completion<Downstream.Failure>?
  private var lastEmission: Context.SchedulerTimeType?
  /// The time of the latest signal.
  private var now: Context.SchedulerTimeType

  init(_ downstream: Downstream, _ settings: Publishers.Throttle<Upstream, Context>) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    self.settings = settings
    now = settings.scheduler.now
  }

  var recordedInput: RecordedInput? { outlet.input }
  var description: String { "Throttle" }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    inlet.request(.unlimited)
    outlet.send(subscription: self)
    outlet.run { [self] in
      guard case .closed(let isDue) = window else { return }
      window = .idle
      if isDue { schedule() }
    }
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    outlet.run { [self] in accept(input) }
    return .none
  }

  private func accept(_ input: Upstream.Output) {
    guard inlet.isOpen else { return }
    now = settings.scheduler.now
    guard demand > .none else {
      // The element that waits has used up the demand, which is recorded when it is delivered.
      outlet.lane?.dropped(input, pending == nil ? .noDemand : .swallowed)
      return
    }
    if let old = pending {
      guard settings.latest else {
        outlet.lane?.dropped(input, .swallowed)
        return
      }
      values.release(old.held, .swallowed)
    } else {
      demand -= 1
    }
    pending = Kept(value: input, held: values.hold(input))
    schedule()
  }

  private func schedule() {
    switch window {
    case .closed: window = .closed(isDue: true)
    case .waiting: break
    case .idle:
      window = .waiting
      let job = { [self] in outlet.run { self.emit() } }
      let scheduler = settings.scheduler
      if pending != nil, let due = lastEmission?.advanced(by: settings.interval),
        due > now
      {
        scheduler.schedule(
          after: due, tolerance: scheduler.minimumTolerance, options: nil, job)
      } else {
        scheduler.schedule(options: nil, job)
      }
    }
  }

  private func emit() {
    guard outlet.isOpen else { return }
    window = .idle
    if let kept = pending {
      pending = nil
      lastEmission = settings.scheduler.now
      let more = values.release(kept.held, .left) { outlet.send(kept.value) }
      demand += more
    }
    guard let ending else { return }
    values.releaseAll(.forgotten)
    outlet.send(completion: ending)
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    outlet.run { [self] in
      guard inlet.end() else { return }
      ending = completion
      now = settings.scheduler.now
      schedule()
    }
  }

  func request(_ demand: Subscribers.Demand) {
    outlet.run { [self] in self.demand += demand }
  }

  func cancel() {
    outlet.close { [self] in
      pending = nil
      values.releaseAll(.forgotten)
    }
    inlet.cancel()
  }
}
