import Marbles
import MarblesCombine

extension ObservableType {
  /// Delivers the events on a scheduler, one action each, in order.
  ///
  ///     a-b|   observe(on: scheduler)
  ///     a-b|
  ///
  /// On the main queue and on serial dispatch queues each event is scheduled when it arrives. On
  /// other schedulers the next event is scheduled when the previous one has been delivered. An
  /// error waits until the preceding elements have been delivered. If an observer sends another
  /// element while it receives one, all observers receive the first element before the second.
  ///
  /// - Complexity: Events that wait are buffered without bound.
  @inlinable
  public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    observe(on: scheduler, isStage: true)
  }

  /// - Parameter isStage: Whether it is a stage of a recording, which shows the waiting elements.
  @inlinable
  func observe(on scheduler: any ImmediateSchedulerType, isStage: Bool) -> Observable<Element> {
    let isSerial = isSerial(scheduler)
    return Producer { sink in
      let memory = isStage ? sink.memory : HeldValues(nil)
      guard !isSerial else {
        let subscription = asObservable().subscribe(
          Receiver<Element>(input: sink.input) { event in
            let held = event.element.flatMap { memory.hold($0) }
            _ = scheduler.schedule(()) {
              let reason: Recording.ReleaseReason = sink.isDisposed ? .forgotten : .left
              memory.release(held, reason) { sink.on(event) }
              return Disposables.create()
            }
          })
        return Disposables.create(subscription, memory)
      }
      let run = ObserveOnRun(sink: sink, scheduler: scheduler, memory: memory)
      let subscription = asObservable().subscribe(
        Receiver<Element>(input: sink.input) { run.take($0) })
      return Disposables.create(subscription, run.turn, memory)
    }
  }

  /// The former name of ``observe(on:)``.
  @available(*, deprecated, renamed: "observe(on:)")
  public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    observe(on: scheduler)
  }
}

@usableFromInline
func isSerial(_ scheduler: any ImmediateSchedulerType) -> Bool { scheduler is any SerialScheduler }

/// One subscription to observe(on:): a queue of events, and at most one scheduled action.
@usableFromInline
final class ObserveOnRun<Element> {
  @usableFromInline
  struct State {
    @usableFromInline var queue = Queue<(event: Event<Element>, held: HeldValues.Held?)>()
    @usableFromInline var isScheduled = false

    @inlinable init() {}
  }

  @usableFromInline let turn = SerialDisposable()
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let scheduler: any ImmediateSchedulerType
  @usableFromInline let memory: HeldValues
  @usableFromInline let state = Locked(State())

  @inlinable
  init(
    sink: Sink<Element>, scheduler: any ImmediateSchedulerType, memory: HeldValues
  ) {
    self.sink = sink
    self.scheduler = scheduler
    self.memory = memory
  }

  @inlinable
  func take(_ event: Event<Element>) {
    let held = event.element.flatMap { memory.hold($0) }
    let isFirst = state.withLock { state in
      state.queue.append((event, held))
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard isFirst else { return }
    // Assigned before the action is scheduled: the action can be over, and the next one scheduled
    // by another thread, before `scheduleRecursive` returns.
    let place = SingleAssignmentDisposable()
    turn.disposable = place
    let scheduled = scheduler.scheduleRecursive(()) { [self] _, again in
      deliverNext()
      if hasMore() { again(()) }
    }
    place.setDisposable(scheduled)
  }

  @inlinable
  func deliverNext() {
    guard let next = state.withLock({ $0.queue.popFirst() }) else { return }
    memory.release(next.held, sink.isDisposed ? .forgotten : .left) { sink.on(next.event) }
  }

  @inlinable
  func hasMore() -> Bool {
    state.withLock { state in
      state.isScheduled = !state.queue.isEmpty
      return state.isScheduled
    }
  }
}

extension ObservableType {
  /// Subscribes to the source, and disposes the subscription, on a scheduler.
  ///
  ///     (a|)   subscribe(on: scheduler)
  ///     (a|)
  ///
  /// The elements are not moved to the scheduler: see ``observe(on:)``.
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    Producer { sink in
      let current = SerialDisposable()
      let waiting = SingleAssignmentDisposable()
      current.disposable = waiting
      let scheduled = scheduler.schedule(()) {
        current.disposable = ScheduledDisposable(
          scheduler: scheduler, disposable: self.subscribe(sink))
        return Disposables.create()
      }
      waiting.setDisposable(scheduled)
      return current
    }
  }

  /// The former name of ``subscribe(on:)``.
  @available(*, deprecated, renamed: "subscribe(on:)")
  public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    subscribe(on: scheduler)
  }
}
