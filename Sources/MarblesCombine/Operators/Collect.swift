extension Publisher {
  /// Publishes all elements as one array when upstream finishes.
  ///
  ///     -1-2-3-|   collect()
  ///     -------(a|)   a = [1, 2, 3]
  ///
  /// A failure discards the elements.
  ///
  /// - Demand: Requests unlimited demand. The array waits until it is requested.
  /// - Complexity: Stores all elements.
  @inlinable
  public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
  /// A publisher that collects all elements into one array.
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that collects all elements into one array.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var all: [Upstream.Output] = []
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Failure, S>(
          subscriber, name: "Collect",
          step: {
            all.append($0)
            return .more
          }, result: { all }))
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
