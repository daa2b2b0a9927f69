import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits everything later, the completion too; an error comes at once and discards what waits.
  ///
  ///     a-b-|      delay(3)
  ///     ---a-b-|
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      let run = DelayRun(sink: sink, delay: dueTime.duration, scheduler: scheduler)
      run.source.setDisposable(
        self.subscribe(into: sink, through: run.gate) { run.take($0) })
      return Disposables.create(run.source, run.timer, run.memory)
    }
  }

  /// Subscribes to the source later.
  public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      scheduler.scheduleRelative((), dueTime: dueTime) { self.subscribe(sink) }
    }
  }
}

/// One subscription to a delay: a queue of events with the times at which they are due, and one
/// timer for the first of them.
private final class DelayRun<Element> {
  private struct Waiting {
    let event: Event<Element>
    let due: RxTime
    let held: RecordedStage.Held?
  }

  let gate = SerialGate()
  let source = SingleAssignmentDisposable()
  let timer = SerialDisposable()
  private let sink: Sink<Element>
  private let delay: VirtualDuration
  private let scheduler: any SchedulerType
  let memory: OperatorMemory
  private var queue = Fifo<Waiting>()
  private var isTimerSet = false

  init(sink: Sink<Element>, delay: VirtualDuration, scheduler: any SchedulerType) {
    self.sink = sink
    self.delay = delay
    self.scheduler = scheduler
    memory = sink.memory
  }

  func take(_ event: Event<Element>) {
    if event.isStopEvent { source.dispose() }
    if case .error = event {
      while let waiting = queue.popFirst() { memory.release(waiting.held, .forgotten) }
      return sink.on(event)
    }
    let held = event.element.flatMap { memory.hold($0) }
    queue.append(Waiting(event: event, due: scheduler.now + delay, held: held))
    if !isTimerSet { setTimer(delay) }
  }

  private func setTimer(_ delay: VirtualDuration) {
    isTimerSet = true
    let turn = SingleAssignmentDisposable()
    timer.disposable = turn
    let scheduled = scheduler.scheduleRelative((), dueTime: RxTimeInterval(delay)) { [self] in
      gate.run { self.drain() }
      return Disposables.create()
    }
    turn.setDisposable(scheduled)
  }

  private func drain() {
    while let first = queue.first, first.due <= scheduler.now {
      _ = queue.popFirst()
      memory.release(first.held, .left) { sink.on(first.event) }
    }
    isTimerSet = false
    if let first = queue.first { setTimer(first.due - scheduler.now) }
  }
}

extension ScriptOperator {
  static let rxDelay = ScriptOperator(
    "delay", dialects: [.rxswift], family: .time,
    "Emits everything later, except an error",
    signatures: [Signature(.required(nil, .duration), .optional("scheduler", .scheduler))],
    example: "numbers.delay(3)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.observable.delay(
      try arguments.interval(0), scheduler: arguments.scheduler(1)
    ).scripted
  }
}

extension ScriptOperator {
  static let rxDelaySubscription = ScriptOperator(
    "delaySubscription", dialects: [.rxswift], family: .time,
    "Subscribes to the source later",
    signatures: [Signature(.required(nil, .duration), .optional("scheduler", .scheduler))],
    example: "numbers.delaySubscription(3)"
  ) { upstream, arguments, _ in
    upstream.observable.delaySubscription(
      try arguments.interval(0), scheduler: arguments.scheduler(1)
    ).scripted
  }
}
