import Marbles

extension Publisher {
  /// Republishes elements until another publisher sends one, then cancels upstream and finishes.
  ///
  ///     -1-2-3-4-|   prefix(untilOutputFrom: ----x)
  ///     -1-2(|)
  ///
  /// The completion of the other publisher, a failure included, has no effect. If the other
  /// publisher sends an element when it is subscribed to, downstream receives the finish right after
  /// its subscription. (Combine sends no subscription then.)
  ///
  /// - Parameter publisher: The publisher whose first element ends the stream. It is subscribed to
  ///   before upstream, and not cancelled after its first element.
  /// - Demand: Requests pass through unchanged. Requests one element of the other publisher.
  public func prefix<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.PrefixUntilOutput<Self, P>
  {
    Publishers.PrefixUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that republishes elements until another publisher sends one.
  public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The other publisher.
    public let other: Other

    /// Creates a publisher that republishes elements until another publisher sends one.
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = PrefixUntilLink(subscriber)
      let trigger = FirstValueSubscriber<Other.Output, Other.Failure>(
        name: link.description, lane: link.lane, onValue: { link.stop() })
      link.onEnd = { trigger.cancel() }
      other.subscribe(trigger)
      upstream.subscribe(link)
    }
  }
}

private final class PrefixUntilLink<Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber,
  CustomStringConvertible
{
  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  /// Cancels the other publisher; `nil` when it has completed or sent.
  var onEnd: (() -> Void)?
  private var isReady = false
  private var isStopped = false

  init(_ downstream: Downstream) { outlet = SerializedDownstream(downstream) }

  var lane: RecordedLane? { outlet.lane }
  var description: String { "PrefixUntilOutput" }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    outlet.run { [self] in
      if isStopped { inlet.cancel() }
      outlet.send(subscription: self)
      isReady = true
      if isStopped { stop() }
    }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in inlet.request(accept(input)) }) else { return .none }
    defer { outlet.leave() }
    return accept(input)
  }

  private func accept(_ input: Downstream.Input) -> Subscribers.Demand {
    inlet.isOpen ? outlet.send(input) : .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.run { [self] in
      guard inlet.end() else { return }
      endOther()
      outlet.send(completion: completion)
    }
  }

  /// The other publisher has sent something.
  func stop() {
    outlet.run { [self] in
      isStopped = true
      onEnd = nil
      guard isReady else { return }
      inlet.cancel()
      outlet.send(completion: .finished)
    }
  }

  private func endOther() {
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }

  func request(_ demand: Subscribers.Demand) { inlet.request(demand) }

  func cancel() {
    outlet.close { [self] in
      inlet.cancel()
      endOther()
    }
    // If another thread is inside, it does the above later.
    inlet.cancel()
  }
}
