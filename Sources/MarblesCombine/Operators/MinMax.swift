extension Publisher where Output: Comparable {
  /// Publishes the minimum element when upstream finishes.
  ///
  ///     -2-1-3-|   min()
  ///     -------(1|)
  ///
  /// Of equal elements, publishes the first one. Finishes without an element if upstream sent none.
  ///
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func min() -> Publishers.Comparison<Self> {
    max { $0 > $1 }
  }

  /// Publishes the maximum element when upstream finishes.
  ///
  ///     -2-1-3-|   max()
  ///     -------(3|)
  ///
  /// Of equal elements, publishes the first one. Finishes without an element if upstream sent none.
  ///
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func max() -> Publishers.Comparison<Self> {
    max { $0 < $1 }
  }
}

extension Publisher {
  /// Publishes the minimum element by the given predicate when upstream finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument should be ordered before
  ///   its second. It receives the new element and the least one so far.
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    max { areInIncreasingOrder($1, $0) }
  }

  /// Publishes the minimum element by the given predicate, and fails if the predicate throws.
  @inlinable
  public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    tryMax { try areInIncreasingOrder($1, $0) }
  }

  /// Publishes the maximum element by the given predicate when upstream finishes.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether its first argument should be ordered before
  ///   its second. It receives the greatest element so far and the new one.
  /// - Demand: Requests unlimited demand. The result, and a finish without one, wait until they are
  ///   requested.
  @inlinable
  public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool)
    -> Publishers.Comparison<Self>
  {
    Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Publishes the maximum element by the given predicate, and fails if the predicate throws.
  @inlinable
  public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryComparison<Self>
  {
    Publishers.TryComparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
  }
}

extension Publishers {
  /// A publisher that republishes the greatest element of its upstream by a predicate.
  public struct Comparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are compared.
    public let upstream: Upstream
    /// Returns whether its first argument should be ordered before its second.
    public let areInIncreasingOrder: (Output, Output) -> Bool

    /// Creates a publisher that republishes the greatest element by a predicate.
    @inlinable
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var best: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          subscriber, name: "Comparison",
          step: { [areInIncreasingOrder] input in
            if let known = best, !(areInIncreasingOrder(known, input)) { return .more }
            best = input
            return .more
          }, result: { best }))
    }
  }

  /// A publisher that republishes the greatest element of its upstream by a predicate that may throw.
  public struct TryComparison<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are compared.
    public let upstream: Upstream
    /// Returns whether its first argument should be ordered before its second.
    public let areInIncreasingOrder: (Output, Output) throws -> Bool

    /// Creates a publisher that republishes the greatest element by a predicate that may throw.
    @inlinable
    public init(
      upstream: Upstream, areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
    ) {
      self.upstream = upstream
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var best: Output?
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryComparison",
          step: { [areInIncreasingOrder] input in
            if let known = best, !(try areInIncreasingOrder(known, input)) { return .more }
            best = input
            return .more
          }, result: { best }))
    }
  }
}
