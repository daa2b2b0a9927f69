extension ObservableType {
  /// Emits a value instead if the source completes without one.
  ///
  ///     ---|     ifEmpty(default: "x")
  ///     ---(x|)
  public func ifEmpty(default element: Element) -> Observable<Element> {
    ifEmpty(switchTo: .just(element))
  }

  /// Goes on with another stream if the source completes without a value.
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    Producer { sink in
      var isEmpty = true
      let current = SerialDisposable()
      let first = SingleAssignmentDisposable()
      current.disposable = first
      first.setDisposable(
        self.subscribe(into: sink) {
          isEmpty = false
          sink.onNext($0)
        } onCompleted: {
          guard isEmpty else { return sink.onCompleted() }
          let second = SingleAssignmentDisposable()
          current.disposable = second
          second.setDisposable(other.subscribe(sink))
        })
      return current
    }
  }
}
