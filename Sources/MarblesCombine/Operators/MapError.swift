extension Publisher {
  /// Replaces the failure by what a closure makes of it.
  ///
  ///     -1-2-#     mapError { Offline($0) }
  ///     -1-2-#
  ///
  /// - Demand: requests pass through unchanged.
  @inlinable
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E)
    -> Publishers.MapError<Self, E>
  {
    Publishers.MapError(upstream: self, transform)
  }
}

extension Publishers {
  /// A publisher that replaces the failure of its upstream by the result of a closure.
  public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
    public typealias Output = Upstream.Output

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The closure that is called with the failure.
    public let transform: (Upstream.Failure) -> Failure

    /// Creates a publisher that replaces the failure of its upstream by the result of a closure.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
      self.upstream = upstream
      self.transform = transform
    }

    /// Creates a publisher that replaces the failure of its upstream by the result of a closure.
    @inlinable
    public init(upstream: Upstream, _ transform: @escaping (Upstream.Failure) -> Failure) {
      self.init(upstream: upstream, transform: transform)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber(
          subscriber, name: "MapError", style: .upstream,
          ending: { [transform] in $0.mapFailure(transform) },
          step: { .pass($0) }))
    }
  }
}
