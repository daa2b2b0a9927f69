extension Publisher {
  /// Publishes the result of combining each element with the previous result.
  ///
  ///     -1-2-3-|   scan(0) { $0 + $1 }
  ///     -1-3-6-|
  ///
  /// - Parameters:
  ///   - initialResult: The first previous result.
  ///   - nextPartialResult: Combines the previous result with an element.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Publishes the result of combining each element with the previous result, and fails with the
  /// error that the closure throws.
  ///
  ///     -1-2-3-|   tryScan(0) { if $1 == 3 { throw error }; return $0 + $1 }
  ///     -1-3-#
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T> {
    Publishers.TryScan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that publishes the result of combining each element with the previous result.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The first result.
    public let initialResult: Output
    /// The closure that combines a result with an element.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Creates a publisher that publishes the result of combining each element with the previous
    /// result.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let result = StepState(initialResult)
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "Scan", style: .upstream) { [nextPartialResult] in
          result.value = nextPartialResult(result.value, $0)
          return .pass(result.value)
        })
    }
  }

  /// A publisher that publishes the result of combining each element with the previous result by a
  /// closure that may throw.
  public struct TryScan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The first result.
    public let initialResult: Output
    /// The closure that combines a result with an element.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates a publisher that publishes the result of combining each element with the previous
    /// result by a closure that may throw.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let result = StepState(initialResult)
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryScan"
        ) {
          [nextPartialResult] in
          result.value = try nextPartialResult(result.value, $0)
          return .pass(result.value)
        })
    }
  }
}
