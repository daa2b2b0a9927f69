extension Publisher {
  /// Republishes the last value when upstream has finished.
  ///
  ///     -1-2-3-|   last()
  ///     -------(3|)
  ///
  /// Without a value it only finishes; after a failure there is no last value.
  ///
  /// - Demand: everything is asked for at once; the value waits until it is asked for.
  public func last() -> Publishers.Last<Self> { Publishers.Last(upstream: self) }

  /// Republishes the last value for which a closure says so when upstream has finished.
  ///
  ///     -1-2-3-|   last { $0 < 3 }
  ///     -------(2|)
  ///
  /// - Demand: everything is asked for at once; the value waits until it is asked for.
  public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    Publishers.LastWhere(upstream: self, predicate: predicate)
  }

  /// As `last(where:)`, and fails with what the closure throws.
  ///
  ///     -1-2-3-|   tryLast { if $0 == 2 { throw error }; return true }
  ///     ---#
  public func tryLast(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryLastWhere<Self>
  {
    Publishers.TryLastWhere(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct Last<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream

    public init(upstream: Upstream) { self.upstream = upstream }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var result: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "Last",
          step: { input in
            result = input
            return .more
          }, result: { result }))
    }
  }

  public struct LastWhere<Upstream: Publisher>: Publisher {
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
          subscriber, name: "LastWhere",
          step: { [predicate] input in
            if predicate(input) { result = input }
            return .more
          }, result: { result }))
    }
  }

  public struct TryLastWhere<Upstream: Publisher>: Publisher {
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
          throwing: subscriber, name: "TryLastWhere",
          step: { [predicate] input in
            if try predicate(input) { result = input }
            return .more
          }, result: { result }))
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension ScriptOperator {
  static let last = ScriptOperator(
    "last", family: .ending, "Republishes the last value, or the last that a closure wants",
    signatures: [
      Signature(), Signature(.required("where", .closure(1))),
      Signature(.required(nil, .closure(1))),
    ],
    example: "numbers.last()"
  ) { upstream, arguments, signature in
    guard signature > 0 else { return ScriptStream(upstream.publisher.last()) }
    let predicate = try arguments.function(0)
    return upstream.publisher.tryLast { try predicate.decides($0) }.scripted
  }
}
