extension Publisher where Failure == Never {
  /// Gives a publisher that never fails a failure type, so that it fits others.
  ///
  /// - Demand: requests pass through unchanged.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type)
    -> Publishers.SetFailureType<Self, E>
  {
    Publishers.SetFailureType(upstream: self)
  }
}

extension Publishers {
  /// A publisher that changes the failure type of its upstream.
  public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
  where Upstream.Failure == Never {
    public typealias Output = Upstream.Output

    /// The publisher whose failure type is changed.
    public let upstream: Upstream

    /// Creates a publisher that changes the failure type of its upstream.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    /// Joins this operator with `setFailureType(to:)`.
    @inlinable
    public func setFailureType<E: Error>(to failure: E.Type)
      -> Publishers.SetFailureType<Upstream, E>
    {
      Publishers.SetFailureType<Upstream, E>(upstream: upstream)
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Output, Never, S>(
          subscriber, name: "SetFailureType", style: .upstream, ending: { _ in .finished },
          step: { .pass($0) }))
    }
  }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}
