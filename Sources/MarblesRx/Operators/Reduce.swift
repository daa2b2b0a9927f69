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
