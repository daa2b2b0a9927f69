extension Publisher {
  /// Sends whether a closure says so of every value: `false` as soon as it does not, `true` at the
  /// end.
  ///
  ///     -1-2-3-|   allSatisfy { $0 < 3 }
  ///     -----(f|)
  ///
  /// - Demand: everything is asked for at once; the result waits until it is asked for.
  public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }

  /// As `allSatisfy`, and fails with what the closure throws.
  public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryAllSatisfy<Self>
  {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
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
      var holds = true
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "AllSatisfy",
          step: { [predicate] input in
            holds = predicate(input)
            return holds ? .more : .done
          }, result: { holds }))
    }
  }

  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
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
      var holds = true
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryAllSatisfy",
          step: { [predicate] input in
            holds = try predicate(input)
            return holds ? .more : .done
          }, result: { holds }))
    }
  }
}

extension ScriptOperator {
  static let allSatisfy = ScriptOperator(
    "allSatisfy", family: .transforming, "Sends whether a closure says so of every value",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.allSatisfy { $0 < 3 }"
  ) { upstream, arguments, _ in
    let predicate = try arguments.function(0)
    return upstream.publisher.tryAllSatisfy { try predicate.decides($0) }
      .map { ScriptValue.bool($0) }.scripted
  }
}
