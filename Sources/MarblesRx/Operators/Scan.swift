import Marbles
import MarblesCombine

extension ObservableType {
  /// Combines each element with the previous result, and emits the results.
  ///
  ///     1-2-3|   scan(0) { $0 + $1 }
  ///     1-3-6|
  ///
  /// Each subscription starts with `seed`.
  @inlinable
  public func scan<State>(
    _ seed: State, accumulator: @escaping (State, Element) throws -> State
  ) -> Observable<State> {
    Producer { sink in
      let state = StepState(seed)
      return self.subscribe(into: sink) { element in
        sink.lane?.read(state.value)
        let result = try accumulator(state.value, element)
        state.value = result
        sink.onNext(result)
      }
    }
  }

  /// Changes a state with each element, and emits the states.
  ///
  ///     a-b|   scan(into: []) { $0.append($1) }
  ///     x-y|   x = ["a"], y = ["a", "b"]
  @inlinable
  public func scan<State>(
    into seed: State, accumulator: @escaping (inout State, Element) throws -> Void
  ) -> Observable<State> {
    Producer { sink in
      var state = seed
      return self.subscribe(into: sink) { element in
        sink.lane?.read(state)
        try accumulator(&state, element)
        sink.onNext(state)
      }
    }
  }
}
