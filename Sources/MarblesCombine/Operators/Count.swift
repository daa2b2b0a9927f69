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
