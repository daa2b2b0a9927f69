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

extension ScriptOperator {
  static let rxStartWith = ScriptOperator(
    "startWith", dialects: [.rxswift], family: .combining,
    "Emits the values given before it subscribes to the source",
    signatures: [Signature(.required(nil, .any), .variadic(.any))],
    example: "numbers.startWith(0)"
  ) { upstream, arguments, _ in
    upstream.observable.startWith(arguments.values.compactMap { $0 }).scripted
  }
}
