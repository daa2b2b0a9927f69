import MarblesCombine

extension ObservableType {
  /// Folds all values into one and emits it at the end.
  ///
  ///     1-2-3|     reduce(0) { $0 + $1 }
  ///     -----(6|)
  public func reduce<State>(
    _ seed: State, accumulator: @escaping (State, Element) throws -> State
  ) -> Observable<State> {
    Producer { sink in
      var state = seed
      return self.subscribe(into: sink) {
        state = try accumulator(state, $0)
      } onCompleted: {
        sink.onNext(state)
        sink.onCompleted()
      }
    }
  }

  /// Collects all values and emits the array at the end. RxSwift's gives a `Single`.
  ///
  ///     a-b|     toArray()
  ///     ---(x|)  x = ["a", "b"]
  public func toArray() -> Observable<[Element]> {
    reduce([]) { $0 + [$1] }
  }
}

extension ScriptOperator {
  static let rxReduce = ScriptOperator(
    "reduce", dialects: [.rxswift], family: .transforming,
    "Folds all values into one and emits it at the end",
    signatures: [Signature(.required(nil, .any), .required("accumulator", .closure(2)))],
    example: "numbers.reduce(0) { $0 + $1 }"
  ) { upstream, arguments, _ in
    let accumulate = try arguments.function(1)
    return upstream.observable.reduce(arguments[0] ?? .void) { try accumulate($0, $1) }.scripted
  }
}

extension ScriptOperator {
  static let rxToArray = ScriptOperator(
    "toArray", dialects: [.rxswift], family: .transforming,
    "Collects all values into an array at the end",
    example: "numbers.toArray()",
    compatibility: .different(
      "gives an Observable; RxSwift's gives a Single")
  ) { upstream, _, _ in
    upstream.observable.toArray().map { ScriptValue.array($0) }.scripted
  }
}
