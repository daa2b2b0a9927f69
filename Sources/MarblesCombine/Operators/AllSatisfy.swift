extension Publisher {
  /// Publishes whether all elements satisfy the predicate: `false` as soon as one does not,
  /// otherwise `true` when upstream finishes.
  ///
  ///     -1-2-3-|   allSatisfy { $0 < 3 }
  ///     -----(f|)
  ///
  /// - Parameter predicate: Called with each element until it returns `false`.
  /// - Demand: Requests unlimited demand. The result waits until it is requested.
  @inlinable
  public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
    Publishers.AllSatisfy(upstream: self, predicate: predicate)
  }

  /// Publishes whether all elements satisfy the predicate, and fails with the error that it throws.
  @inlinable
  public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryAllSatisfy<Self>
  {
    Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that publishes whether all elements satisfy a predicate.
  public struct AllSatisfy<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Upstream.Output) -> Bool

    /// Creates a publisher that publishes whether all elements satisfy a predicate.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
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

  /// A publisher that publishes whether all elements satisfy a predicate that may throw.
  public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
    public typealias Output = Bool
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Upstream.Output) throws -> Bool

    /// Creates a publisher that publishes whether all elements satisfy a predicate that may throw.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
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
