import Marbles

extension Publisher {
  /// Collects elements into arrays by time, or by time and count.
  ///
  ///     -1-2---3----4-|   collect(.byTime(scheduler, 5))
  ///     -----a----b---(c|)   a = [1, 2], b = [3], c = [4]
  ///
  /// Windows follow one another from the subscription on; a window without elements publishes
  /// nothing. `.byTimeOrCount` also publishes when a window has `count` elements, and starts a new
  /// window then. When upstream finishes, the elements that are left are published at once; a
  /// failure discards them.
  ///
  /// - Parameters:
  ///   - strategy: How elements are grouped.
  ///   - options: The options for the scheduler.
  /// - Demand: `.byTime` requests as many elements as arrays are requested, and one more for each
  ///   that arrives; `.byTimeOrCount` requests `count` times as many. While no array is requested,
  ///   elements wait for the window after the next request.
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// When `collect` sends what it has.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// Periodically.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// At the end of each period, and as soon as there are `count` elements.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)

    fileprivate var scheduler: Context {
      switch self {
      case .byTime(let scheduler, _), .byTimeOrCount(let scheduler, _, _): scheduler
      }
    }

    fileprivate var interval: Context.SchedulerTimeType.Stride {
      switch self {
      case .byTime(_, let interval), .byTimeOrCount(_, let interval, _): interval
      }
    }

    fileprivate var count: Int? {
      if case .byTimeOrCount(_, _, let count) = self { Swift.max(count, 1) } else { nil }
    }
  }

  /// A publisher that collects the elements of a period into each array.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The rule by which elements are grouped.
    public let strategy: TimeGroupingStrategy<Context>
    /// The options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates a publisher that collects the elements of a period into each array.
    public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CollectByTimeLink<Upstream, S, Context>(subscriber, self))
    }
  }
}

private final class CollectByTimeLink<
  Upstream: Publisher, Downstream: Subscriber, Context: Scheduler
>: Subscriber, Subscription, RecordedSubscriber, CustomStringConvertible
where Downstream.Input == [Upstream.Output], Upstream.Failure == Downstream.Failure {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private let values: HeldValues
  private let settings: Publishers.CollectByTime<Upstream, Context>
  private let timer: RestartableTimer<Context>
  private var windows: WindowSchedule<Context.SchedulerTimeType>
  private var demand = Subscribers.Demand.none
  private var collected: [Kept<Upstream.Output>] = []
  private var hasEnded = false

  init(_ downstream: Downstream, _ settings: Publishers.CollectByTime<Upstream, Context>) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    timer = RestartableTimer(settings.strategy.scheduler, settings.options)
    windows = WindowSchedule(
      from: settings.strategy.scheduler.now, every: settings.strategy.interval)
    self.settings = settings
  }

  var recordedInput: RecordedInput? { outlet.input }
  var description: String { "CollectByTime" }

  func receive(subscription: any Subscription) {
    if inlet.accept(subscription) { outlet.send(subscription: self) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in inlet.request(accept(input)) }) else { return .none }
    defer { outlet.leave() }
    return accept(input)
  }

  private func accept(_ input: Input) -> Subscribers.Demand {
    guard inlet.isOpen else { return .none }
    collected.append(Kept(value: input, held: values.hold(input)))
    if let count = settings.strategy.count {
      if collected.count == count, demand > .none { sendFull() } else { startTimer() }
      return .none
    }
    startTimer()
    return demand == .unlimited ? .none : .max(1)
  }

  /// Waits for the end of the window, if there is something to publish.
  private func startTimer() {
    guard !timer.isRunning, demand > .none, !collected.isEmpty, !hasEnded else { return }
    let end = windows.end(at: settings.strategy.scheduler.now)
    timer.start(at: end, every: settings.strategy.interval) { [self] fired in
      outlet.run { if self.timer.isCurrent(fired) { self.windowEnded(at: end) } }
    }
  }

  private func windowEnded(at end: Context.SchedulerTimeType) {
    timer.stop()
    windows.restart(at: end)
    if demand > .none { deliver(takeBatch()) }
    startTimer()
  }

  /// There are as many as an array may have: they leave at the scheduler's next chance.
  private func sendFull() {
    timer.stop()
    windows.restart(at: settings.strategy.scheduler.now)
    let full = takeBatch()
    hop { self.deliver(full) }
  }

  /// Takes the elements of one array; it uses up demand.
  private func takeBatch() -> [Kept<Upstream.Output>] {
    let batch = Array(collected.prefix(settings.strategy.count ?? collected.count))
    collected.removeFirst(batch.count)
    if !batch.isEmpty { demand -= 1 }
    return batch
  }

  private func deliver(_ batch: [Kept<Upstream.Output>]) {
    guard !batch.isEmpty else { return }
    let more = values.release(batch.map(\.held), .left) { outlet.send(batch.map(\.value)) }
    demand += more
    inlet.request(upstreamDemand(for: more))
    startTimer()
  }

  private func hop(_ action: @escaping () -> Void) {
    settings.strategy.scheduler.schedule(options: settings.options) { [outlet] in
      outlet.run(action)
    }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    outlet.run { [self] in
      guard inlet.end() else { return }
      timer.stop()
      if case .failure = completion {
        collected = []
        values.releaseAll(.forgotten)
        return hop { self.outlet.send(completion: completion) }
      }
      hasEnded = true
      finishIfWanted()
    }
  }

  /// Upstream has finished: the completion follows the last array, if there is one.
  private func finishIfWanted() {
    guard hasEnded, collected.isEmpty || demand > .none else { return }
    hop { [self] in
      while outlet.isOpen, demand > .none, !collected.isEmpty { deliver(takeBatch()) }
      if collected.isEmpty { outlet.send(completion: .finished) }
    }
  }

  func request(_ more: Subscribers.Demand) {
    outlet.run { [self] in
      demand += more
      inlet.request(upstreamDemand(for: more))
      finishIfWanted()
      if let count = settings.strategy.count, !hasEnded {
        while demand > .none, collected.count >= count { sendFull() }
      }
      startTimer()
    }
  }

  private func upstreamDemand(for arrays: Subscribers.Demand) -> Subscribers.Demand {
    settings.strategy.count.map { arrays * $0 } ?? arrays
  }

  func cancel() {
    outlet.close { [self] in
      timer.stop()
      collected = []
      values.releaseAll(.forgotten)
    }
    inlet.cancel()
  }
}
