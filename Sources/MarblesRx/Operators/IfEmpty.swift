import MarblesCombine

extension ObservableType {
  /// Emits an element if this observable completes without one.
  ///
  ///     ---|     ifEmpty(default: "x")
  ///     ---(x|)
  @inlinable
  public func ifEmpty(default element: Element) -> Observable<Element> {
    Producer { sink in
      var isEmpty = true
      return self.subscribe(into: sink) {
        isEmpty = false
        sink.onNext($0)
      } onCompleted: {
        if isEmpty { sink.onNext(element) }
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
      var isEmpty = true
      let second = SingleAssignmentDisposable()
      let first = self.subscribe(into: sink) {
        isEmpty = false
        sink.onNext($0)
      } onCompleted: {
        if isEmpty { second.setDisposable(other.subscribe(sink)) } else { sink.onCompleted() }
      }
      return Disposables.create(first, second)
    }
  }
}
