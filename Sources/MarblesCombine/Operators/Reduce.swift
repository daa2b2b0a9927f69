extension Publisher {
  /// Publishes the result of accumulating all elements when upstream finishes.
  ///
  ///     -1-2-3-|   reduce(0) { $0 + $1 }
  ///     -------(6|)
  ///
  /// Without elements the result is the initial one. A failure discards the result.
  ///
  /// - Parameters:
  ///   - initialResult: The first result.
  ///   - nextPartialResult: Combines the result so far with an element.
  /// - Demand: Requests unlimited demand. The result waits until it is requested.
  @inlinable
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Reduce<Self, T> {
    Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Publishes the result of accumulating all elements, and fails with the error that the closure
  /// throws.
  ///
  ///     -1-2-3-|   tryReduce(0) { if $1 == 2 { throw error }; return $0 + $1 }
  ///     ---#
  @inlinable
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryReduce<Self, T> {
    Publishers.TryReduce(
      upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// A publisher that publishes the result of accumulating all elements.
  public struct Reduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The first result.
    public let initial: Output
    /// The closure that combines a result with an element.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Creates a publisher that publishes the result of accumulating all elements.
    @inlinable
    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always)
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

  /// A publisher that publishes the result of accumulating all elements with a closure that may
  /// throw.
  public struct TryReduce<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The first result.
    public let initial: Output
    /// The closure that combines a result with an element.
    public let nextPartialResult: (Output, Upstream.Output) throws -> Output

    /// Creates a publisher that publishes the result of accumulating all elements with a closure
    /// that may throw.
    @inlinable
    public init(
      upstream: Upstream, initial: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
      self.upstream = upstream
      self.initial = initial
      self.nextPartialResult = nextPartialResult
    }

    @inlinable @inline(__always)
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

extension Publisher {
  /// Publishes the number of elements when upstream finishes.
  ///
  ///     -a-b-c-|   count()
  ///     -------(3|)
  ///
  /// - Demand: Requests unlimited demand. The result waits until it is requested.
  @inlinable
  public func count() -> Publishers.Count<Self> { Publishers.Count(upstream: self) }
}

extension Publishers {
  /// A publisher that publishes the number of elements.
  public struct Count<Upstream: Publisher>: Publisher {
    public typealias Output = Int
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that publishes the number of elements.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var count = 0
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "Count",
          step: { _ in
            count += 1
            return .more
          }, result: { count }))
    }
  }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}
