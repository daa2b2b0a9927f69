extension Publisher {
  /// Republishes the first value, then cancels upstream and finishes.
  ///
  ///     -1-2-3-|   first()
  ///     -(1|)
  ///
  /// Without a value it finishes when upstream does.
  ///
  /// - Demand: everything is asked for at once; the value waits until it is asked for.
  public func first() -> Publishers.First<Self> { Publishers.First(upstream: self) }

  /// Republishes the first value for which a closure says so, then cancels upstream and finishes.
  ///
  ///     -1-2-3-|   first { $0 > 1 }
  ///     ---(2|)
  ///
  /// - Demand: everything is asked for at once; the value waits until it is asked for.
  public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    Publishers.FirstWhere(upstream: self, predicate: predicate)
  }

  /// As `first(where:)`, and fails with what the closure throws.
  ///
  ///     -1-2-3-|   tryFirst { if $0 == 2 { throw error }; return $0 > 1 }
  ///     ---#
  public func tryFirst(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryFirstWhere<Self>
  {
    Publishers.TryFirstWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream

    public init(upstream: Upstream) { self.upstream = upstream }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "First",
          step: { input in
            result = input
            return .done
          }, result: { result }))
    }
  }

  public struct FirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let predicate: (Output) -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "FirstWhere",
          step: { [predicate] input in
            guard predicate(input) else { return .more }
            result = input
            return .done
          }, result: { result }))
    }
  }

  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool

    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryFirstWhere",
          step: { [predicate] input in
            guard try predicate(input) else { return .more }
            result = input
            return .done
          }, result: { result }))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let first = ScriptOperator(
    "first", family: .ending, "Republishes the first value, or the first that a closure wants",
    signatures: [
      Signature(), Signature(.required("where", .closure(1))),
      Signature(.required(nil, .closure(1))),
    ],
    example: "numbers.first(where: { $0 > 1 })"
  ) { upstream, arguments, signature in
    guard signature > 0 else { return ScriptStream(upstream.publisher.first()) }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryFirst { try predicate.decides($0) }.scripted
  }
}
