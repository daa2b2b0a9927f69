import MarblesCombine

extension ObservableType {
  /// Combines all elements into one, and emits it when the source completes.
  ///
  ///     1-2-3|     reduce(0) { $0 + $1 }
  ///     -----(6|)
  ///
  /// - Parameters:
  ///   - seed: The initial state.
  ///   - accumulator: Returns the next state. If it throws, the result fails.
  public func reduce<State>(
    _ seed: State, accumulator: @escaping (State, Element) throws -> State
  ) -> Observable<State> {
    reduce(seed, accumulator: accumulator) { $0 }
  }

  /// Combines all elements into one, and emits a transformation of it when the source completes.
  ///
  /// - Parameters:
  ///   - seed: The initial state.
  ///   - accumulator: Returns the next state. If it throws, the result fails.
  ///   - mapResult: Transforms the last state. If it throws, the result fails.
  public func reduce<State, Result>(
    _ seed: State, accumulator: @escaping (State, Element) throws -> State,
    mapResult: @escaping (State) throws -> Result
  ) -> Observable<Result> {
    Producer { sink in
      var state = seed
      return self.subscribe(into: sink) {
        state = try accumulator(state, $0)
      } onCompleted: {
        do {
          sink.onNext(try mapResult(state))
          sink.onCompleted()
        } catch {
          sink.onError(error)
        }
      }
    }
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
    upstream.observable.toArray().asObservable().map { ScriptValue.array($0) }.scripted
  }
}
