import Marbles

extension Publisher {
  /// Republishes a value only after `dueTime` has passed without another.
  ///
  ///     -a-b--c------d-|   debounce(for: 3)
  ///     ---------c-----|
  ///
  /// A value that still waits when upstream ends is lost, at a failure and at a finish. (RxSwift
  /// sends it before it completes.) A value that is due when nothing is asked for is lost too.
  ///
  /// - Demand: asks upstream for everything; keeps one value.
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

    public let upstream: Upstream
    public let dueTime: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

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

  var lane: RecordedLane? { outlet.lane }
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
      settings.scheduler.schedule(options: settings.options) { [outlet] in
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

extension ScriptOperator {
  static let debounce = ScriptOperator(
    "debounce", family: .time, "Lets through only what was followed by silence",
    signatures: [
      Signature(.required("for", .duration), .optional("scheduler", .scheduler))
    ],
    example: "typing.debounce(for: 3)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.debounce(for: try arguments.time(0), scheduler: arguments.scheduler(1))
      .scripted
  }
}
