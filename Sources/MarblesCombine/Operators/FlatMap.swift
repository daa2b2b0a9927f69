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
      let link = FlatMapLink<Upstream.Output, NewPublisher, S>(
        subscriber, maxPublishers: maxPublishers, transform: transform)
      link.start()
      upstream.subscribe(link)
    }
  }
}

@usableFromInline
final class FlatMapLink<Input, NewPublisher: Publisher, Downstream: Subscriber>: Subscriber,
  RecordedSubscriber,
  CustomStringConvertible
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = NewPublisher.Failure

  @usableFromInline let hub: MergingSubscription<Downstream>
  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let inlet: UpstreamSubscription
  @usableFromInline let maxPublishers: Subscribers.Demand
  @usableFromInline let transform: (Input) -> NewPublisher
  /// Whether elements may arrive: after the subscription and before the completion.
  @usableFromInline @exclusivity(unchecked) var isOpen = false

  @inlinable
  init(
    _ downstream: Downstream, maxPublishers: Subscribers.Demand,
    transform: @escaping (Input) -> NewPublisher
  ) {
    let inlet = UpstreamSubscription()
    let isLimited = maxPublishers != .unlimited
    hub = MergingSubscription(
      downstream,
      onFinish: { if isLimited { inlet.requestIfOpen(.max(1)) } })
    outlet = hub.outlet
    self.inlet = inlet
    self.maxPublishers = maxPublishers
    self.transform = transform
  }

  var lane: RecordedLane? { outlet.lane }
  @usableFromInline var description: String { "FlatMap" }

  @inlinable
  func start() {
    let own = SourceSubscription("FlatMap")
    own.start(
      request: { [hub] demand in
        demand.requireSome("flatMap(maxPublishers:_:)")
        hub.request(demand)
      }, cancel: { [self] in cancel() })
    outlet.send(subscription: own)
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    isOpen = true
    inlet.request(maxPublishers)
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in if outlet.isOpen { open(input) } })
    else { return .none }
    open(input)
    outlet.leave()
    return .none
  }

  /// Subscribes to the publisher for an element.
  @inlinable
  func open(_ input: Input) {
    guard isOpen else { return }
    let publisher = transform(input)
    guard outlet.isOpen else { return }
    hub.subscribe(to: publisher)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    outlet.run { [self] in
      isOpen = false
      guard inlet.end() else { return }
      switch completion {
      case .finished:
        hub.complete()
      case .failure:
        hub.cancelSources()
        outlet.send(completion: completion)
      }
    }
  }

  @inlinable
  func cancel() {
    outlet.close { [hub] in hub.cancelSources() }
    inlet.cancel()
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
