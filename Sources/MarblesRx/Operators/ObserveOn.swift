import Marbles
import MarblesCombine

extension ObservableType {
  /// Delivers the events on a scheduler, one action each, in order.
  ///
  ///     a-b|   observe(on: scheduler)
  ///     a-b|
  ///
  /// What comes while an event is being delivered waits in a queue without bound; an error waits
  /// behind the values. This also takes re-entrant sends apart: a value that is sent while another
  /// is being delivered comes after it, for all subscribers.
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    observe(on: scheduler, isStage: true)
  }

  /// - Parameter isStage: whether it is a stage of a recorded picture, which shows what waits.
  func observe(on scheduler: any ImmediateSchedulerType, isStage: Bool) -> Observable<Element> {
    Producer { sink in
      let memory = isStage ? sink.memory : OperatorMemory(stage: nil)
      let run = ObserveOnRun(sink: sink, scheduler: scheduler, memory: memory)
      let subscription = self.subscribe(ClosureReceiver<Element>(lane: sink.lane) { run.take($0) })
      return Disposables.create(subscription, run.turn, memory)
    }
  }
}

/// One subscription to observe(on:): a queue, and at most one action scheduled for it.
private final class ObserveOnRun<Element> {
  private struct State {
    var queue = Fifo<(event: Event<Element>, held: RecordedStage.Held?)>()
    var isScheduled = false
  }

  let turn = SerialDisposable()
  private let sink: Sink<Element>
  private let scheduler: any ImmediateSchedulerType
  private let memory: OperatorMemory
  private let state = Locked(State())

  init(
    sink: Sink<Element>, scheduler: any ImmediateSchedulerType, memory: OperatorMemory
  ) {
    self.sink = sink
    self.scheduler = scheduler
    self.memory = memory
  }

  func take(_ event: Event<Element>) {
    let held = event.element.flatMap { memory.hold($0) }
    let isFirst = state.withLock { state in
      state.queue.append((event, held))
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    // Known before the action is: that may be over, and the next one scheduled by another thread,
    // before this thread gets to know what to dispose.
    let place = SingleAssignmentDisposable()
    turn.disposable = place
    let scheduled = scheduler.scheduleRecursive(()) { [self] _, again in
      deliverNext()
      if hasMore() { again(()) }
    }
    place.setDisposable(scheduled)
  }

  private func deliverNext() {
    guard let next = state.withLock({ $0.queue.popFirst() }) else { return }
    memory.release(next.held, sink.isDisposed ? .forgotten : .left) { sink.on(next.event) }
  }

  private func hasMore() -> Bool {
    state.withLock { state in
      state.isScheduled = !state.queue.isEmpty
      return state.isScheduled
    }
  }
}

extension ScriptOperator {
  static let rxObserveOn = ScriptOperator(
    "observe", dialects: [.rxswift], family: .time,
    "Delivers the events on a scheduler, in order",
    signatures: [Signature(.required("on", .scheduler))],
    example: "numbers.observe(on: MainScheduler.instance)",
    shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.observable.observe(on: arguments.scheduler(0)).scripted
  }
}
