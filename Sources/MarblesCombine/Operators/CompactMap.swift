extension Publisher {
  /// Replaces each value by what a closure makes of it, and lets `nil` go.
  ///
  ///     -1-2-3-|   compactMap { $0 == 2 ? nil : $0 * 10 }
  ///     -a---b-|   a = 10, b = 30
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value that is let go.
  public func compactMap<T>(_ transform: @escaping (Output) -> T?)
    -> Publishers.CompactMap<Self, T>
  {
    Publishers.CompactMap(upstream: self, transform: transform)
  }

  /// Replaces each value by what a closure makes of it, lets `nil` go, and fails with what the
  /// closure throws.
  ///
  ///     -1-2-3-|   tryCompactMap { if $0 == 3 { throw error }; return $0 }
  ///     -1-2-#
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value that is let go.
  public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?)
    -> Publishers.TryCompactMap<Self, T>
  {
    Publishers.TryCompactMap(upstream: self, transform: transform)
  }
}

extension Publishers {
  public struct CompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let transform: (Upstream.Output) -> Output?

    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "CompactMap") { [transform] in
          transform($0).map { .pass($0) } ?? .swallow
        })
    }
  }

  public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    public let upstream: Upstream
    public let transform: (Upstream.Output) throws -> Output?

    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
      self.upstream = upstream
      self.transform = transform
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryCompactMap"
        ) { [transform] in
          try transform($0).map { .pass($0) } ?? .swallow
        })
    }
  }
}

extension ScriptOperator {
  static let compactMap = ScriptOperator(
    "compactMap", family: .transforming, "Like map, and lets nil go",
    signatures: [Signature(.required(nil, .closure(1))), Signature(.required(nil, .keyPath))],
    example: "numbers.compactMap { $0 == 2 ? nil : $0 * 10 }"
  ) { upstream, arguments, _ in
    let transform = try arguments.function(0)
    return upstream.publisher.tryCompactMap { value -> ScriptValue? in
      let result = try transform(value)
      return result == .null ? nil : result
    }.scripted
  }
}
