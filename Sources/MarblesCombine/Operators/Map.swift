extension Publisher {
  /// Replaces each value by what a closure makes of it.
  ///
  ///     -1-2-3-|   map { $0 * 10 }
  ///     -a-b-c-|   a = 10, b = 20, c = 30
  ///
  /// - Demand: requests pass through unchanged.
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
    Publishers.Map(upstream: self, transform: transform)
  }

  /// Replaces each value by what a closure makes of it, and fails with what the closure throws.
  ///
  ///     -1-2-3-|   tryMap { if $0 == 2 { throw error }; return $0 }
  ///     -1-#
  ///
  /// Upstream is cancelled when the closure throws.
  ///
  /// - Demand: requests pass through unchanged.
  @inlinable
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
    Publishers.TryMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  public struct Map<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output

    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: nil) { [transform] in .pass(transform($0)) })
    }
  }

  public struct TryMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output

    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryMap"
        ) {
          [transform] in .pass(try transform($0))
        })
    }
  }
}

extension Publishers.Map {
  @inlinable
  public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return Publishers.Map(upstream: upstream) { transform(first($0)) }
  }
}

extension ScriptOperator {
  static let map = ScriptOperator(
    "map", family: .transforming, "Replaces each value by what a closure makes of it",
    signatures: [Signature(.required(nil, .closure(1))), Signature(.required(nil, .keyPath))],
    example: "numbers.map { $0 * 10 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.publisher.tryMap { try transform($0) }.scripted
  }

  static let tryMap = ScriptOperator(
    "tryMap", family: .transforming, "Like map, with a closure that may throw",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.tryMap { 60 / $0 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.publisher.tryMap { try transform($0) }.scripted
  }
}
