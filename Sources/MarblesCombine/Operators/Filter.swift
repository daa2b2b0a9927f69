extension Publisher {
  /// Lets through the values for which a closure says so.
  ///
  ///     -1-2-3-4-|   filter { $0 % 2 == 0 }
  ///     ---2---4-|
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value that is let go.
  @inlinable
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
    Publishers.Filter(upstream: self, isIncluded: isIncluded)
  }

  /// Lets through the values for which a closure says so, and fails with what the closure throws.
  ///
  ///     -1-2-3-4-|   tryFilter { if $0 == 3 { throw error }; return true }
  ///     -1-2-#
  ///
  /// - Demand: requests pass through; one more is asked for in place of each value that is let go.
  @inlinable
  public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool)
    -> Publishers.TryFilter<Self>
  {
    Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
  }
}

extension Publishers {
  public struct Filter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let isIncluded: (Output) -> Bool

    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "Filter") { [isIncluded] in
          isIncluded($0) ? .pass($0) : .swallow
        })
    }
  }

  public struct TryFilter<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    public let upstream: Upstream
    public let isIncluded: (Output) throws -> Bool

    @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.isIncluded = isIncluded
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(throwing: subscriber, name: "TryFilter") {
          [isIncluded] in try isIncluded($0) ? .pass($0) : .swallow
        })
    }
  }
}

extension ScriptOperator {
  static let filter = ScriptOperator(
    "filter", family: .filtering, "Lets through the values for which a closure says so",
    signatures: [Signature(.required(nil, .closure(1)))],
    example: "numbers.filter { $0 % 2 == 0 }"
  ) { upstream, arguments, _ in
    let isIncluded = try arguments.function(0)
    return upstream.publisher.tryFilter { try isIncluded.decides($0) }.scripted
  }
}
