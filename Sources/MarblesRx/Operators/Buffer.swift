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
