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
        TransformSubscriber(subscriber, name: "Multicast", style: .trusting) { .pass($0) })
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
