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
  public func buffer(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType)
    -> Observable<[Element]>
  {
    Producer { sink in
      var elements: [Element] = []
      let memory = sink.memory
      var held: [HeldValues.Held?] = []
      func flush() {
        let (full, old) = (elements, held)
        (elements, held) = ([], [])
        for value in old.dropLast() { memory.release(value, .left) }
        memory.release(old.last ?? nil, .left) { sink.onNext(full) }
      }
      let windows = TimedWindows(timeSpan: timeSpan, scheduler: scheduler) { flush() }
      windows.open()
      let subscription = self.subscribe(into: sink, through: windows.gate) { event in
        switch event {
        case .next(let element):
          elements.append(element)
          held.append(memory.hold(element))
          if elements.count == count { windows.turn() }
        case .error(let error):
          elements = []
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
final class TimedWindows {
  let gate = SerialGate()
  let timer = SerialDisposable()
  private let timeSpan: RxTimeInterval
  private let scheduler: any SchedulerType
  private let onTurn: () -> Void
  private var number = 0

  init(timeSpan: RxTimeInterval, scheduler: any SchedulerType, onTurn: @escaping () -> Void) {
    self.timeSpan = timeSpan
    self.scheduler = scheduler
    self.onTurn = onTurn
  }

  /// Ends the window and opens the next one. It has to be called inside the gate.
  func turn() {
    number += 1
    let mine = number
    onTurn()
    if mine == number { open() }
  }

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
  public func window(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType)
    -> Observable<Observable<Element>>
  {
    Producer { sink in
      let group = CompositeDisposable()
      let references = RefCountDisposable(disposable: group)
      var current = PublishSubject<Element>()
      var inside = 0
      func emit() { sink.onNext(current.retaining(references)) }
      let windows = TimedWindows(timeSpan: timeSpan, scheduler: scheduler) {
        current.onCompleted()
        current = PublishSubject()
        inside = 0
        emit()
      }
      _ = group.insert(windows.timer)
      emit()
      windows.open()
      let subscription = self.subscribe(into: sink, through: windows.gate) { event in
        current.on(event)
        switch event {
        case .next:
          inside += 1
          if inside == count { windows.turn() }
        case .error, .completed: sink.on(event.map { _ in current })
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
