import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits an element when no other element has arrived for a time.
  ///
  ///     a-b-----c--|       debounce(3)
  ///     -----b-----(c|)
  ///
  /// A completion emits the element that waits, an error discards it.
  public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> Observable<Element>
  {
    Producer { sink in
      let gate = SerialGate()
      let memory = sink.memory
      let timer = SerialDisposable()
      var waiting: (element: Element, held: RecordedStage.Held?)?
      var number = 0

      let subscription = self.subscribe(into: sink, through: gate) { event in
        let before = waiting
        waiting = nil
        switch event {
        case .next(let element):
          memory.release(before?.held, .swallowed)
          waiting = (element, memory.hold(element))
          number += 1
          let mine = number
          let turn = SingleAssignmentDisposable()
          timer.disposable = turn
          let scheduled = scheduler.scheduleRelative((), dueTime: dueTime) {
            gate.run {
              guard mine == number, let due = waiting else { return }
              waiting = nil
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
