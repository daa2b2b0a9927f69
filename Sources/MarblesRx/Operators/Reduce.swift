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
  @inlinable
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
  @inlinable
  public func reduce<State, Result>(
    _ seed: State, accumulator: @escaping (State, Element) throws -> State,
    mapResult: @escaping (State) throws -> Result
  ) -> Observable<Result> {
    Producer { sink in
      let state = StepState(seed)
      return self.subscribe(into: sink) {
        state.value = try accumulator(state.value, $0)
      } onCompleted: {
        do {
          sink.onNext(try mapResult(state.value))
          sink.onCompleted()
        } catch {
          sink.onError(error)
        }
      }
    }
  }
}
