import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits the first element and drops elements for a time; with `latest`, emits the last dropped
  /// element when the time is over.
  ///
  ///     a-bc---d--|       throttle(4)
  ///     a---c---d-|
  ///     a-bc---d--|       throttle(4, latest: false)
  ///     a------d--|
  ///
  /// Each emission starts the time again. A completion waits for the element that waits, an error
  /// discards it.
  @inlinable
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    Producer { sink in
      let run = ThrottleRun(
        sink: sink, span: dueTime.duration, latest: latest, scheduler: scheduler)
      return Disposables.create(
        self.subscribe(into: sink, through: run.gate) { run.take($0) }, run.timer, run.memory)
    }
  }
}

/// One subscription to a throttle. Its state is guarded by the gate.
@usableFromInline
final class ThrottleRun<Element> {
  @usableFromInline let gate = SerialGate()
  @usableFromInline let timer = SerialDisposable()
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let span: VirtualDuration
  @usableFromInline let latest: Bool
  @usableFromInline let scheduler: any SchedulerType
  @usableFromInline let memory: HeldValues
  @usableFromInline @exclusivity(unchecked) var lastSent: RxTime?
  @usableFromInline @exclusivity(unchecked) var waiting: (element: Element, held: HeldValues.Held?)?
  @usableFromInline @exclusivity(unchecked) var hasCompleted = false

  @inlinable
  init(sink: Sink<Element>, span: VirtualDuration, latest: Bool, scheduler: any SchedulerType) {
    self.sink = sink
    self.span = span
    self.latest = latest
    self.scheduler = scheduler
    memory = sink.memory
  }

  @inlinable
  func take(_ event: Event<Element>) {
    switch event {
    case .next(let element): take(element)
    case .error:
      memory.release(waiting?.held, .forgotten)
      waiting = nil
      sink.on(event)
    case .completed:
      if waiting == nil { sink.on(event) } else { hasCompleted = true }
    }
  }

  @inlinable
  func take(_ element: Element) {
    let wait = lastSent.map { span - (scheduler.now - $0) } ?? .zero
    guard wait > .zero else {
      memory.release(waiting?.held, .swallowed)
      waiting = nil
      return send(element)
    }
    guard latest else { return memory.release(memory.hold(element), .swallowed) }
    let before = waiting
    memory.release(before?.held, .swallowed)
    waiting = (element, memory.hold(element))
    guard before == nil else { return }
    let turn = SingleAssignmentDisposable()
    timer.disposable = turn
    let scheduled = scheduler.scheduleRelative((), dueTime: RxTimeInterval(wait)) { [self] in
      gate.run { self.windowEnded() }
      return Disposables.create()
    }
    turn.setDisposable(scheduled)
  }

  @inlinable
  func send(_ element: Element) {
    sink.onNext(element)
    lastSent = scheduler.now
  }

  @inlinable
  func windowEnded() {
    if let due = waiting {
      waiting = nil
      memory.release(due.held, .left) { send(due.element) }
    }
    if hasCompleted { sink.onCompleted() }
  }
}
