import Marbles
import MarblesCombine

extension ObservableType {
  /// Fails with `RxError.timeout` when no event arrives for a time.
  ///
  ///     a--b------|   timeout(5)
  ///     a--b----#
  @inlinable
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    timeout(dueTime, other: Observable<Element>.error(RxError.timeout), scheduler: scheduler)
  }

  /// Continues with another observable when no event arrives for a time.
  @inlinable
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Source.Element == Element {
    Producer { sink in
      let gate = SerialGate()
      let current = SerialDisposable()
      let timer = SerialDisposable()
      let number = StepState(0)
      let isOver = StepState(false)

      func setTimer() {
        number.value += 1
        let mine = number.value
        let turn = SingleAssignmentDisposable()
        timer.disposable = turn
        let scheduled = scheduler.scheduleRelative((), dueTime: dueTime) {
          gate.run {
            guard mine == number.value, !isOver.value else { return }
            isOver.value = true
            current.disposable = other.asObservable().subscribe(sink, as: .next(number: 2))
          }
          return Disposables.create()
        }
        turn.setDisposable(scheduled)
      }

      let first = SingleAssignmentDisposable()
      current.disposable = first
      setTimer()
      first.setDisposable(
        self.subscribe(into: sink, through: gate) { event in
          guard !isOver.value else { return }
          if event.isStopEvent {
            isOver.value = true
            timer.dispose()
          }
          sink.on(event)
          if !isOver.value { setTimer() }
        })
      return Disposables.create(current, timer)
    }
  }
}
