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

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = SwitchLink<P, S>(subscriber)
      link.outlet.send(subscription: link)
      upstream.subscribe(link)
    }
  }
}

private final class SwitchLink<P: Publisher, Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber, CustomStringConvertible
where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
  typealias Input = P
  typealias Failure = P.Failure

  let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private var demand = Subscribers.Demand.none
  private var inner: Inner?

  init(_ downstream: Downstream) { outlet = SerializedDownstream(downstream) }

  var lane: RecordedLane? { outlet.lane }
  var description: String { "SwitchToLatest" }

  func receive(subscription: any Subscription) {
    if inlet.accept(subscription) { inlet.request(.unlimited) }
  }

  func receive(_ publisher: P) -> Subscribers.Demand {
    outlet.run { [self] in
      guard inlet.isOpen else { return }
      let old = inner
      let new = Inner(self)
      inner = new
      old?.inlet.cancel()
      if inner === new { publisher.subscribe(new) }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    outlet.run { [self] in
      guard inlet.end() else { return }
      switch completion {
      case .finished:
        if inner == nil { outlet.send(completion: .finished) }
      case .failure:
        stopInner()
        outlet.send(completion: completion)
      }
    }
  }

  private func stopInner() {
    let old = inner
    inner = nil
    old?.inlet.cancel()
  }

  func request(_ demand: Subscribers.Demand) {
    demand.requireSome("switchToLatest()")
    outlet.run { [self] in
      self.demand += demand
      inner?.inlet.request(demand)
    }
  }

  func cancel() {
    outlet.close { [self] in stopInner() }
    inlet.cancel()
  }

  // MARK: What the inner publisher sends

  private func accept(_ input: P.Output, from source: Inner) -> Subscribers.Demand {
    guard inner === source, source.inlet.isOpen, demand > .none else { return .none }
    demand -= 1
    let more = outlet.send(input)
    demand += more
    guard inner !== source else { return more }
    inner?.inlet.request(more)
    return .none
  }

  private func end(_ completion: Subscribers.Completion<Failure>, from source: Inner) {
    guard source.inlet.end(), inner === source else { return }
    inner = nil
    switch completion {
    case .finished:
      if !inlet.isOpen { outlet.send(completion: .finished) }
    case .failure:
      inlet.cancel()
      outlet.send(completion: completion)
    }
  }

  final class Inner: Subscriber, RecordedSubscriber, CustomStringConvertible {
    typealias Input = P.Output
    typealias Failure = P.Failure

    let inlet = UpstreamSubscription()
    private let link: SwitchLink

    init(_ link: SwitchLink) { self.link = link }

    var lane: RecordedLane? { link.lane }
    var description: String { link.description }

    func receive(subscription: any Subscription) {
      guard inlet.accept(subscription) else { return }
      link.outlet.run { [self] in
        if link.inner === self { inlet.request(link.demand) }
      }
    }

    func receive(_ input: P.Output) -> Subscribers.Demand {
      let link = link
      guard
        link.outlet.enter(orLater: { [self] in inlet.request(link.accept(input, from: self)) })
      else { return .none }
      defer { link.outlet.leave() }
      return link.accept(input, from: self)
    }

    func receive(completion: Subscribers.Completion<P.Failure>) {
      link.outlet.run { [self] in link.end(completion, from: self) }
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
