import Marbles

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Republishes the elements of the latest publisher that upstream sent, and cancels the previous
  /// one.
  ///
  ///     --x-----y------|    x = -1-2-3-4|   y = -5-6-7|
  ///     ---1-2-3-5-6-7-|
  ///
  /// Finishes when upstream and the latest inner publisher have finished. A failure of either
  /// cancels the other and is passed on.
  ///
  /// - Demand: Requests unlimited demand of upstream, and the open demand of each inner publisher.
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publishers {
  /// A publisher that republishes the elements of the latest publisher.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    public typealias Output = P.Output
    public typealias Failure = P.Failure

    /// The publisher of publishers.
    public let upstream: Upstream

    /// Creates a publisher that republishes the elements of the latest publisher.
    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = InnerPublisherSubscriber<P, P, S>(subscriber, .latest) { $0 }
      link.start()
      upstream.subscribe(link)
    }
  }
}

extension Publisher where Output: Publisher, Failure == Never {
  /// Republishes the elements of the latest publisher that upstream sent, which may fail.
  public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  {
    Publishers.SwitchToLatest(upstream: setFailureType(to: Output.Failure.self))
  }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Failure == Never {
  /// Republishes the elements of the latest publisher that upstream sent.
  public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Republishes the elements of the latest publisher that upstream sent, which cannot fail.
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>,
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    Publishers.SwitchToLatest(upstream: map { $0.setFailureType(to: Failure.self) })
  }
}
