import MarblesCombine

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

extension ScriptOperator {
  static let rxIfEmpty = ScriptOperator(
    "ifEmpty", dialects: [.rxswift], family: .combining,
    "Emits a value, or goes on with a stream, if the source completes without a value",
    signatures: [
      Signature(.required("default", .any)), Signature(.required("switchTo", .publisher)),
    ],
    example: "numbers.ifEmpty(default: 0)"
  ) { upstream, arguments, signature in
    signature == 0
      ? upstream.observable.ifEmpty(default: arguments[0] ?? .void).scripted
      : upstream.observable.ifEmpty(switchTo: try arguments.observable(0)).scripted
  }
}
