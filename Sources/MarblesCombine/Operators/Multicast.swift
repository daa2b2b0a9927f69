import Marbles

extension Publisher {
  /// Shares one subscription to upstream among all subscribers, through a subject that the closure
  /// returns.
  ///
  ///     upstream:  -1-2-3-|
  ///     A  ^       -1-2-3-|
  ///     B     ^    ---2-3-|
  ///
  /// Nothing happens before `connect()`, so that all subscribers can be attached before the work
  /// starts. Cancelling or releasing the result of `connect()` stops the work. Connecting again
  /// continues with the same subject and subscribers. Connecting twice subscribes to upstream
  /// twice.
  ///
  /// - Parameter createSubject: Returns the subject. Called once, at the first subscription or
  ///   connection. The subject decides which elements late subscribers receive.
  /// - Demand: Upstream is requested unlimited demand at the first request of a subscriber.
  ///
  /// Thread-safe.
  @inlinable
  public func multicast<S: Subject>(_ createSubject: @escaping () -> S)
    -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure
  {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Shares one subscription to upstream among all subscribers, through the given subject.
  ///
  /// Like ``multicast(_:)``, with a subject that can have other subscribers.
  @inlinable
  public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    multicast { subject }
  }
}

extension Publishers {
  /// A publisher that shares one subscription to its upstream through a subject.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public final let upstream: Upstream
    /// The closure that creates the subject.
    public final let createSubject: () -> SubjectType
    private let subject = LazyOnce<SubjectType>()

    /// Creates a publisher that shares one subscription to its upstream through a subject.
    @inlinable
    public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      sharedSubject().subscribe(
        TransformSubscriber(subscriber, name: "Multicast") { .pass($0) })
    }

    /// Subscribes the subject to upstream.
    ///
    /// - Returns: A cancellable, which cancels that subscription when it is cancelled or released.
    @inlinable @inline(__always)
    public func connect() -> any Cancellable {
      let subscriber = SubjectSubscriber(sharedSubject())
      upstream.subscribe(subscriber)
      return connection(of: subscriber)
    }

    /// Not inlined: the optimizer would release what the caller does not use, and end the
    /// connection.
    @inline(never) @usableFromInline
    func connection(of subscriber: SubjectSubscriber<SubjectType>) -> any Cancellable {
      AnyCancellable(subscriber, hasEnded: { subscriber.isOver })
    }

    @usableFromInline
    func sharedSubject() -> SubjectType { subject.value(makingIt: createSubject) }
  }
}

extension Publisher where Failure == Never {
  /// Makes a publisher wait for `connect()`, so that all subscribers can be attached first.
  ///
  ///     connect    ^
  ///     upstream:  (1|)
  ///     A ^        (1|)
  ///     B  ^       (1|)
  ///
  /// It is `multicast { PassthroughSubject() }` for publishers that never fail.
  @inlinable
  public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

extension Publishers {
  /// A publisher that subscribes to its upstream at `connect()`.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Creates a publisher that subscribes to its upstream at `connect()`.
    @inlinable
    public init(upstream: Upstream) {
      multicast = upstream.multicast { PassthroughSubject() }
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      multicast.subscribe(subscriber)
    }

    /// Starts the work. Cancelling or releasing the result stops it.
    @inlinable @inline(__always)
    public func connect() -> any Cancellable { multicast.connect() }
  }
}

/// A value that is created once, by the thread that needs it first. Other threads wait meanwhile,
/// like for Combine's multicast.
///
/// If creating the value needs it on the same thread, a second value is created instead of a
/// deadlock, and the first one that is complete is stored.
final class LazyOnce<Value> {
  private let kept = Locked<Value?>(nil)
  private let maker = Locked<ThreadIdentity?>(nil)
  /// Held while a thread creates the value. The thread sanitizer takes accesses to an empty state
  /// for accesses to the object, so the state is not empty.
  private let turn = Locked(false)

  func value(makingIt make: () -> Value) -> Value {
    if let known = kept.withLock({ $0 }) { return known }
    guard !maker.withLock({ $0 == .current }) else { return keep(make()) }
    return turn.withLock { _ in
      if let known = kept.withLock({ $0 }) { return known }
      maker.withLock { $0 = .current }
      defer { maker.withLock { $0 = nil } }
      return keep(make())
    }
  }

  private func keep(_ new: Value) -> Value {
    kept.withLock { known in
      if let known { return known }
      known = new
      return new
    }
  }
}
