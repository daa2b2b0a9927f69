extension Publisher {
  /// Sends, at the end, what a closure has made of all values.
  ///
  ///     -1-2-3-|   reduce(0) { $0 + $1 }
  ///     -------(6|)
  ///
  /// Without a value, the result is the initial one; after a failure there is none.
  ///
  /// - Demand: everything is asked for at once; the result waits until it is asked for.
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// As `reduce`, and fails with what the closure throws.
  ///
  ///     -1-2-3-|   tryReduce(0) { if $1 == 2 { throw error }; return $0 + $1 }
  ///     ---#
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(
      upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result = initial
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Failure, S>(
          subscriber, name: "Reduce",
          step: { [nextPartialResult] in
            result = nextPartialResult(result, $0)
            return .more
          }, result: { result }))
    }
  }

  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    public let upstream: Upstream
    public let initial: Output
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result = initial
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryReduce",
          step: { [nextPartialResult] in
            result = try nextPartialResult(result, $0)
            return .more
          }, result: { result }))
    }
  }
}

extension ScriptOperator {
  static let reduce = ScriptOperator(
    "reduce", family: .transforming, "Sends, at the end, what a closure made of all values",
    signatures: [Signature(.required(nil, .any), .required(nil, .closure(2)))],
    example: "numbers.reduce(0) { $0 + $1 }"
  ) { upstream, arguments, _ in
    let next = try arguments.function(1)
    return upstream.publisher.tryReduce(arguments[0] ?? .null) { try next($0, $1) }.scripted
  }
}
