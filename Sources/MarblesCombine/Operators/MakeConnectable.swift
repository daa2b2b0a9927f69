extension Publisher where Failure == Never {
  /// Makes a publisher wait for `connect()`, so that all subscribers can be attached first.
  ///
  ///     connect    ^
  ///     upstream:  (1|)
  ///     A ^        (1|)
  ///     B  ^       (1|)
  ///
  /// It is `multicast { PassthroughSubject() }` for publishers that never fail.
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream at `connect()`.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    private let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Creates a publisher that subscribes to its upstream at `connect()`.
    public init(upstream: Upstream) {
      multicast = upstream.multicast { PassthroughSubject() }
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      multicast.subscribe(subscriber)
    }

    /// Starts the work. Cancelling or releasing the result stops it.
    public func connect() -> any Cancellable { multicast.connect() }
  }
}
