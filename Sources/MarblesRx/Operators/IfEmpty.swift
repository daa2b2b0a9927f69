import Marbles
import MarblesCombine

extension ObservableType {
  /// Emits an element if this observable completes without one.
  ///
  ///     ---|     ifEmpty(default: "x")
  ///     ---(x|)
  @inlinable
  public func ifEmpty(default element: Element) -> Observable<Element> {
    Producer { sink in
      let isEmpty = StepState(true)
      return self.subscribe(into: sink) {
        isEmpty.value = false
        sink.onNext($0)
      } onCompleted: {
        if isEmpty.value { sink.onNext(element) }
        sink.onCompleted()
      }
    }
  }

  /// Continues with another observable if this one completes without an element.
  ///
  /// The other observable is subscribed before the subscription to the source is disposed.
  @inlinable
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    Producer { sink in
      let isEmpty = StepState(true)
      let second = SingleAssignmentDisposable()
      let first = self.subscribe(into: sink) {
        isEmpty.value = false
        sink.onNext($0)
      } onCompleted: {
        if isEmpty.value {
          second.setDisposable(other.subscribe(sink, as: .next(number: 2)))
        } else {
          sink.onCompleted()
        }
      }
      return Disposables.create(first, second)
    }
  }
}
