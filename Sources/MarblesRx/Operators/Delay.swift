import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits the elements and the completion later; an error is passed on at once and discards the
  /// elements that wait.
  ///
  ///     a-b-|      delay(3)
  ///     ---a-b-|
  ///
  /// Each event is an action of its own on the scheduler.
  @inlinable
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

  /// Subscribes to the source after a time.
  ///
  ///     cold a-b|   delaySubscription(3)
  ///     ---a-b|
  @inlinable
  public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      scheduler.scheduleRelative((), dueTime: dueTime) { asObservable().subscribe(sink) }
    }
  }
}

/// One subscription to a delay: a queue of events with the times at which they are due, and one
/// timer for the first of them.
@usableFromInline
final class DelayRun<Element> {
  @usableFromInline typealias Waiting = (event: Event<Element>, due: RxTime, held: HeldValues.Held?)

  @usableFromInline let gate = SerialGate()
  @usableFromInline let source = SingleAssignmentDisposable()
  @usableFromInline let timer = SerialDisposable()
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let delay: VirtualDuration
  @usableFromInline let scheduler: any SchedulerType
  @usableFromInline let memory: HeldValues
  @usableFromInline @exclusivity(unchecked) var queue = Queue<Waiting>()
  @usableFromInline @exclusivity(unchecked) var isTimerSet = false
  /// Whether an event is being delivered; an error that arrives meanwhile is passed on after it.
  @usableFromInline @exclusivity(unchecked) var isDelivering = false
  @usableFromInline @exclusivity(unchecked) var error: Event<Element>?

  @inlinable
  init(sink: Sink<Element>, delay: VirtualDuration, scheduler: any SchedulerType) {
    self.sink = sink
    self.delay = delay
    self.scheduler = scheduler
    memory = sink.memory
  }

  @inlinable
  func take(_ event: Event<Element>) {
    if event.isStopEvent { source.dispose() }
    if case .error = event {
      while let waiting = queue.popFirst() { memory.release(waiting.held, .forgotten) }
      if isDelivering { error = event } else { sink.on(event) }
      return
    }
    let held = event.element.flatMap { memory.hold($0) }
    queue.append((event, scheduler.now + delay, held))
    if !isTimerSet { setTimer(delay) }
  }

  @inlinable
  func setTimer(_ delay: VirtualDuration) {
    isTimerSet = true
    let turn = SingleAssignmentDisposable()
    timer.disposable = turn
    let scheduled = scheduler.scheduleRelative((), dueTime: RxTimeInterval(delay)) { [self] in
      gate.run { self.deliverFirst() }
      return Disposables.create()
    }
    turn.setDisposable(scheduled)
  }

  @inlinable
  func deliverFirst() {
    guard let first = queue.popFirst() else { return }
    isDelivering = true
    memory.release(first.held, .left) { sink.on(first.event) }
    isDelivering = false
    if let error { return sink.on(error) }
    isTimerSet = false
    if let next = queue.first { setTimer(Swift.max(next.due - scheduler.now, .zero)) }
  }
}
