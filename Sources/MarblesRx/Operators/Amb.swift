import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits the events of the observable that sends an event first.
  ///
  ///     --a--b|
  ///     -x-y|     amb(other)
  ///     -x-y|
  ///
  /// The other observable is disposed when the first event arrives.
  @inlinable
  public func amb<Source: ObservableType>(_ right: Source) -> Observable<Element>
  where Source.Element == Element {
    Producer { sink in
      let gate = SerialGate()
      let subscriptions = [SingleAssignmentDisposable(), SingleAssignmentDisposable()]
      let winner = StepState<Int?>(nil)

      func subscribe(to source: Observable<Element>, _ index: Int) {
        subscriptions[index].setDisposable(
          source.subscribe(
            into: sink, through: gate, as: .input(index + 1)
          ) { event in
            if winner.value == nil {
              winner.value = index
              subscriptions[1 - index].dispose()
            }
            if winner.value == index { sink.on(event) }
          })
      }

      subscribe(to: asObservable(), 0)
      subscribe(to: right.asObservable(), 1)
      return Disposables.create(subscriptions)
    }
  }

  /// Emits the events of the observable that sends an event first; an empty sequence never ends.
  ///
  ///     --a--b|
  ///     -x-y|     amb([first, second])
  ///     -x-y|
  @inlinable
  public static func amb<Sources: Sequence>(_ sequence: Sources) -> Observable<Element>
  where Sources.Element == Observable<Element> {
    sequence.reduce(.never()) { $0.amb($1) }
  }
}
