extension Publisher where Output: Equatable {
  /// Sends whether a value occurs: `true` as soon as it does, `false` at the end.
  ///
  ///     -1-2-3-|   contains(2)
  ///     ---(t|)
  ///
  /// - Demand: everything is asked for at once; the result waits until it is asked for.
  public func contains(_ output: Output) -> Publishers.Contains<Self> {
    Publishers.Contains(upstream: self, output: output)
  }
}

extension Publisher {
  /// Sends whether a closure says so of any value: `true` as soon as it does, `false` at the end.
  ///
  ///     -1-2-3-|   contains { $0 > 1 }
  ///     ---(t|)
  ///
  /// - Demand: everything is asked for at once; the result waits until it is asked for.
  public func contains(where predicate: @escaping (Output) -> Bool)
    -> Publishers.ContainsWhere<Self>
  {
    Publishers.ContainsWhere(upstream: self, predicate: predicate)
  }

  /// As `contains(where:)`, and fails with what the closure throws.
  public func tryContains(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryContainsWhere<Self>
  {
    Publishers.TryContainsWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let output: Upstream.Output

    public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isFound = false
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Failure, S>(
          subscriber, name: "Contains",
          step: { [output] input in
            isFound = input == output
            return isFound ? .done : .more
          }, result: { isFound }))
    }
  }

  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool

    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isFound = false
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "ContainsWhere",
          step: { [predicate] input in
            isFound = predicate(input)
            return isFound ? .done : .more
          }, result: { isFound }))
    }
  }

  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool

    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isFound = false
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryContainsWhere",
          step: { [predicate] input in
            isFound = try predicate(input)
            return isFound ? .done : .more
          }, result: { isFound }))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let contains = ScriptOperator(
    "contains", family: .transforming, "Sends whether a value occurs, or one that a closure wants",
    signatures: [
      Signature(.required("where", .closure(1))), Signature(.required(nil, .closure(1))),
      Signature(.required(nil, .any)),
    ],
    example: "numbers.contains(2)"
  ) { upstream, arguments, signature in
    guard signature < 2 else {
      return ScriptStream(upstream.publisher.contains(arguments[0] ?? .null).map { .bool($0) })
    }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryContains { try predicate.decides($0) }
      .map { ScriptValue.bool($0) }.scripted
  }
}
