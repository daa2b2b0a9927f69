import Marbles
import MarblesCombine

extension ObservableType {
  /// Collects elements into arrays; emits an array when it is full or when its time is over, even if
  /// it is empty.
  ///
  ///     a-b-c------|      buffer(timeSpan: 5, count: 2)
  ///     --x----y---(z|)   x = ["a", "b"], y = ["c"], z = []
  ///
  /// The time starts again with each array. A completion emits the present array, an error discards
  /// it.
  @inlinable
  public func buffer(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType)
    -> Observable<[Element]>
  {
    Producer { sink in
      let elements = StepState<[Element]>([])
      let held = StepState<[HeldValues.Held?]>([])
      let memory = sink.memory
      func flush() {
        let (full, old) = (elements.value, held.value)
        (elements.value, held.value) = ([], [])
        memory.release(old, .left) { sink.onNext(full) }
      }
      let windows = TimedWindows(timeSpan: timeSpan, scheduler: scheduler, onTurn: flush)
      windows.open()
      let subscription = self.subscribe(into: sink, through: windows.gate) { event in
        switch event {
        case .next(let element):
          elements.value.append(element)
          if memory.isRecorded { held.value.append(memory.hold(element)) }
          if elements.value.count == count { windows.turn() }
        case .error(let error):
          elements.value = []
          sink.onError(error)
        case .completed:
          flush()
          sink.onCompleted()
        }
      }
      return Disposables.create(windows.timer, subscription, memory)
    }
  }
}

/// Consecutive windows, each of which ends after a time or by a call of ``turn()``.
@usableFromInline
final class TimedWindows {
  @usableFromInline let gate = SerialGate()
  @usableFromInline let timer = SerialDisposable()
  private let timeSpan: RxTimeInterval
  private let scheduler: any SchedulerType
  private let onTurn: () -> Void
  private var number = 0

  @usableFromInline
  init(timeSpan: RxTimeInterval, scheduler: any SchedulerType, onTurn: @escaping () -> Void) {
    self.timeSpan = timeSpan
    self.scheduler = scheduler
    self.onTurn = onTurn
  }

  /// Ends the window and opens the next one. It has to be called inside the gate.
  @usableFromInline
  func turn() {
    number += 1
    let mine = number
    onTurn()
    if mine == number { open() }
  }

  @usableFromInline
  func open() {
    guard !timer.isDisposed else { return }
    let mine = number
    let turn = SingleAssignmentDisposable()
    timer.disposable = turn
    let scheduled = scheduler.scheduleRelative((), dueTime: timeSpan) { [self] in
      gate.run { if mine == self.number { self.turn() } }
      return Disposables.create()
    }
    turn.setDisposable(scheduled)
  }
}

extension ObservableType {
  /// Splits the elements into windows, each of which ends after a time or a number of elements.
  ///
  ///     a-b-c----|   window(timeSpan: 5, count: 2)
  ///     x-y------|   x: a-(b|)   y: --c----(|)
  ///
  /// A window is emitted when it opens. The source stays subscribed until the result and all
  /// subscribed windows have been disposed. ``buffer(timeSpan:count:scheduler:)`` emits arrays.
  @inlinable
  public func window(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType)
    -> Observable<Observable<Element>>
  {
    Producer { sink in
      let group = CompositeDisposable()
      let references = RefCountDisposable(disposable: group)
      let current = StepState(PublishSubject<Element>())
      let inside = StepState(0)
      func emit() { sink.onNext(current.value.retaining(references)) }
      let windows = TimedWindows(timeSpan: timeSpan, scheduler: scheduler) {
        inside.value = 0
        current.value.onCompleted()
        current.value = PublishSubject()
        emit()
      }
      _ = group.insert(windows.timer)
      emit()
      windows.open()
      let subscription = self.subscribe(into: sink, through: windows.gate) { event in
        current.value.on(event)
        switch event {
        case .next:
          inside.value += 1
          if inside.value == count { windows.turn() }
        case .error(let error): sink.onError(error)
        case .completed: sink.onCompleted()
        }
      }
      _ = group.insert(subscription)
      return references
    }
  }
}

extension Observable {
  /// The same events; each subscription retains `references` until it ends.
  @inlinable
  func retaining(_ references: RefCountDisposable) -> Observable<Element> {
    Producer { sink in
      let retained = references.retain()
      return Disposables.create(retained, self.subscribe(sink))
    }
  }
}
