extension Publisher {
  /// Shares one subscription to upstream among all subscribers.
  ///
  ///     upstream:        -1-2-3-|
  ///     A  ^             -1-2-3-|
  ///     B     ^          ---2-3-|
  ///     C           ^    -------|
  ///
  /// The first subscriber starts the work. A late subscriber misses earlier elements; after the
  /// completion it receives only that. When the last subscriber cancels, the work is cancelled, and
  /// the next subscriber starts it again. With an upstream that delivers synchronously, the second
  /// subscriber receives only the completion.
  ///
  /// Equal to `multicast { PassthroughSubject() }.autoconnect()`.
  ///
  /// - Demand: Upstream is requested unlimited demand at the first request of a subscriber. An
  ///   element is dropped for a subscriber that has not requested it.
  ///
  /// Thread-safe.
  @inlinable @inline(__always)
  public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
  /// A publisher that shares one subscription to its upstream among all subscribers.
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public final let upstream: Upstream
    @usableFromInline let shared:
      Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

    /// Creates a publisher that shares one subscription to its upstream among all subscribers.
    @inlinable @inline(__always)
    public init(upstream: Upstream) {
      self.upstream = upstream
      shared = upstream.multicast { PassthroughSubject() }.autoconnect()
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      shared.subscribe(subscriber)
    }

    public static func == (a: Share, b: Share) -> Bool { a === b }
  }
}
