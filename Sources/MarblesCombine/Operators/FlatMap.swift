import Marbles

extension Publisher {
  /// Calls a closure with each element, and merges the elements of the publishers that it returns.
  ///
  ///     -1-----2-------|   flatMap { cold("---\($0)--\($0)|") }
  ///     ----1--1--2--2-|
  ///
  /// Finishes when upstream and all inner publishers have finished. A failure of an inner publisher
  /// cancels the other inner publishers, in the order of subscription, and is passed on; like in
  /// Combine, upstream is not cancelled. A failure of upstream cancels all inner publishers.
  ///
  /// `maxPublishers` limits the elements that are requested, not the publishers that run: an
  /// element that upstream sends without demand is transformed too, and a `PassthroughSubject`
  /// drops elements that are not requested.
  ///
  /// - Parameters:
  ///   - maxPublishers: The number of inner publishers that may run at the same time.
  ///   - transform: Returns a publisher for each element.
  /// - Demand: Requests `maxPublishers` elements at once, and one more when an inner publisher
  ///   finishes. Inner publishers are requested unlimited demand if downstream's demand is
  ///   unlimited, otherwise one element at a time; one element of each waits if there is no demand.
  @inlinable
  public func flatMap<T, P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  /// A publisher that merges the elements of the publishers that a closure returns.
  public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The number of publishers that are subscribed to at the same time.
    public let maxPublishers: Subscribers.Demand
    /// The closure that is called with each element.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Creates a publisher that merges the elements of the publishers that a closure returns.
    @inlinable
    public init(
      upstream: Upstream, maxPublishers: Subscribers.Demand,
      transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = InnerPublisherSubscriber<Upstream.Output, NewPublisher, S>(
        subscriber, .merged(maxPublishers), transform: transform)
      link.start()
      upstream.subscribe(link)
    }
  }
}

extension Publisher where Failure == Never {
  /// Merges the elements of the publishers that a closure returns, which may fail.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
    Publishers.FlatMap(
      upstream: setFailureType(to: P.Failure.self), maxPublishers: maxPublishers,
      transform: transform)
  }

  /// Merges the elements of the publishers that a closure returns.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publisher {
  /// Merges the elements of the publishers that a closure returns, which cannot fail.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers) {
      transform($0).setFailureType(to: Failure.self)
    }
  }
}
