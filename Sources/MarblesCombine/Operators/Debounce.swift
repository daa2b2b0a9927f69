import Marbles

extension Publisher {
  /// Republishes an element if no other follows it for `dueTime`.
  ///
  ///     -a-b--c------d-|   debounce(for: 3)
  ///     ---------c-----|
  ///
  /// An element that waits when upstream completes is dropped, at a failure and at a finish.
  /// (RxSwift publishes it before the completion.) An element that is due when downstream has
  /// requested nothing is dropped too.
  ///
  /// - Parameters:
  ///   - dueTime: The time without another element.
  ///   - scheduler: The scheduler that delivers elements and the completion.
  ///   - options: The options for the delivery of elements.
  /// - Demand: Requests unlimited demand.
  /// - Complexity: O(1) per element; stores one element.
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(
      upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Republishes what was followed by silence.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The time without an element that must pass.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// The scheduler.
    public let scheduler: Context
    /// The options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates a publisher that republishes an element if no other follows within an interval.
    public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(DebounceLink(subscriber, self))
    }
  }
}

private final class DebounceLink<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  Subscriber, Subscription, RecordedSubscriber, CustomStringConvertible
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private let values: HeldValues
  private let settings: Publishers.Debounce<Upstream, Context>
  private var demand = Subscribers.Demand.none
  private var pending: Kept<Downstream.Input>?
  private let timer: RestartableTimer<Context>

  init(_ downstream: Downstream, _ settings: Publishers.Debounce<Upstream, Context>) {
    outlet = SerializedDownstream(downstream)
    values = HeldValues(outlet.stage)
    timer = RestartableTimer(settings.scheduler, settings.options)
    self.settings = settings
  }

  var recordedInput: RecordedInput? { outlet.input }
  var description: String { "Debounce" }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    outlet.send(subscription: self)
    inlet.request(.unlimited)
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    outlet.run { [self] in accept(input) }
    return .none
  }

  private func accept(_ input: Upstream.Output) {
    guard inlet.isOpen else { return }
    values.release(pending?.held, .swallowed)
    pending = Kept(value: input, held: values.hold(input))
    timer.start(settings.dueTime) { [self] fired in
      outlet.run { if self.timer.isCurrent(fired) { self.due() } }
    }
  }

  private func due() {
    timer.stop()
    guard let kept = pending else { return }
    pending = nil
    guard demand > .none else { return values.release(kept.held, .dropped) }
    demand -= 1
    let more = values.release(kept.held, .left) { outlet.send(kept.value) }
    demand += more
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    outlet.run { [self] in
      guard inlet.end() else { return }
      forget()
      settings.scheduler.schedule(options: nil) { [outlet] in
        outlet.run { outlet.send(completion: completion) }
      }
    }
  }

  private func forget() {
    timer.stop()
    pending = nil
    values.releaseAll(.forgotten)
  }

  func request(_ demand: Subscribers.Demand) {
    outlet.run { [self] in self.demand += demand }
  }

  func cancel() {
    outlet.close { [self] in forget() }
    inlet.cancel()
  }
}
