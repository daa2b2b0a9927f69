import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits an element when no other element has arrived for a time.
  ///
  ///     a-b-----c--|       debounce(3)
  ///     -----b-----(c|)
  ///
  /// A completion emits the element that waits, an error discards it.
  @inlinable
  public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      let gate = SerialGate()
      let memory = sink.memory
      let timer = SerialDisposable()
      let waiting = StepState<(element: Element, held: HeldValues.Held?)?>(nil)
      let number = StepState(0)

      let subscription = self.subscribe(into: sink, through: gate) { event in
        let before = waiting.value
        waiting.value = nil
        switch event {
        case .next(let element):
          memory.release(before?.held, .swallowed)
          waiting.value = (element, memory.hold(element))
          number.value += 1
          let mine = number.value
          let turn = SingleAssignmentDisposable()
          timer.disposable = turn
          let scheduled = scheduler.scheduleRelative((), dueTime: dueTime) {
            gate.run {
              guard mine == number.value, let due = waiting.value else { return }
              waiting.value = nil
              memory.release(due.held, .left) { sink.onNext(due.element) }
            }
            return Disposables.create()
          }
          turn.setDisposable(scheduled)
        case .error:
          memory.release(before?.held, .forgotten)
          sink.on(event)
        case .completed:
          if let before { memory.release(before.held, .left) { sink.onNext(before.element) } }
          sink.on(event)
        }
      }
      return Disposables.create(subscription, timer, memory)
    }
  }
}
