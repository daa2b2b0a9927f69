import MarblesCombine

extension ObservableType {
  /// Emits the given elements, and then subscribes to the source.
  ///
  ///     --a-b|     startWith("x")
  ///     x-a-b|
  public func startWith(_ elements: Element...) -> Observable<Element> {
    startWith(elements)
  }

  package func startWith(_ elements: [Element]) -> Observable<Element> {
    Producer { sink in
      for element in elements { sink.onNext(element) }
      return asObservable().subscribe(sink)
    }
  }
}
