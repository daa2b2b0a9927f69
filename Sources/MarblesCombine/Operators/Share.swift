extension Publisher {
  /// Shares one upstream subscription among all subscribers.
  ///
  ///     upstream:        -1-2-3-|
  ///     A  ^             -1-2-3-|
  ///     B     ^          ---2-3-|
  ///     C           ^    -------|
  ///
  /// The first subscriber starts the work; who comes late misses what came before; after the end there
  /// is only the end. When the last one leaves, the work is cancelled, and the next one starts it
  /// anew. With an upstream that delivers at once, the second subscriber gets nothing but the end.
  ///
  /// It is `multicast { PassthroughSubject() }.autoconnect()`.
  ///
  /// - Demand: upstream is asked for everything at the first request of any subscriber; a subscriber
  ///   that has asked for no more loses the value.
  ///
  /// Thread-safe.
  @inlinable
  public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public final let upstream: Upstream
    @usableFromInline let shared:
      Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

    @inlinable
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

extension ScriptOperator {
  static let share = ScriptOperator(
    "share", family: .sharing, "Shares one upstream subscription among all subscribers",
    example: "response.share()", shape: { _ in .hub(detail: "PassthroughSubject") },
    compatibility: .different(
      "subscribers are served in the order of subscription, which Combine leaves open")
  ) { upstream, _, _ in ScriptStream(upstream.publisher.share()) }
}
