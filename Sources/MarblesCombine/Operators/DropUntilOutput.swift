import Marbles

extension Publisher {
  /// Skips elements until another publisher sends one, then republishes all remaining elements.
  ///
  ///     -1-2-3-4-|   drop(untilOutputFrom: ----x)
  ///     -----3-4-|
  ///
  /// If the other publisher completes before it sends an element, upstream is cancelled, and the
  /// stream completes like the other publisher.
  ///
  /// - Parameter publisher: The publisher whose first element ends the skipping. It is subscribed
  ///   to before upstream, and not cancelled after its first element.
  /// - Demand: Requests pass through unchanged. An element that is skipped uses up demand: with
  ///   bounded demand, request again. Requests one element of the other publisher.
  public func drop<P: Publisher>(untilOutputFrom publisher: P)
    -> Publishers.DropUntilOutput<Self, P> where Failure == P.Failure
  {
    Publishers.DropUntilOutput(upstream: self, other: publisher)
  }
}

extension Publishers {
  /// A publisher that skips elements until another publisher sends one.
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The other publisher.
    public let other: Other

    /// Creates a publisher that skips elements until another publisher sends one.
    public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = DropUntilLink(subscriber)
      let trigger = FirstValueSubscriber<Other.Output, Other.Failure>(
        name: link.description, lane: link.lane, onValue: { link.open() },
        onCompletion: { link.end($0) })
      link.onEnd = { trigger.cancel() }
      link.start()
      other.subscribe(trigger)
      upstream.subscribe(link)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

private final class DropUntilLink<Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber,
  CustomStringConvertible
{
  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  /// Cancels the other publisher; `nil` when it has completed or sent.
  var onEnd: (() -> Void)?
  private var hasOpened = false
  /// The demand that was requested before upstream's subscription came; `nil` afterwards.
  private var early: Subscribers.Demand? = Subscribers.Demand.none

  init(_ downstream: Downstream) { outlet = SerializedDownstream(downstream) }

  var lane: RecordedLane? { outlet.lane }
  var description: String { "DropUntilOutput" }

  func start() { outlet.send(subscription: self) }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    outlet.run { [self] in
      let early = early ?? .none
      self.early = nil
      inlet.request(early)
    }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in inlet.request(accept(input)) }) else { return .none }
    defer { outlet.leave() }
    return accept(input)
  }

  private func accept(_ input: Downstream.Input) -> Subscribers.Demand {
    guard inlet.isOpen else { return .none }
    guard hasOpened else {
      outlet.lane?.dropped(input, .swallowed)
      return .none
    }
    return outlet.send(input)
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.run { [self] in
      guard inlet.end() else { return }
      endOther()
      outlet.send(completion: completion)
    }
  }

  /// The other publisher has sent something.
  func open() {
    outlet.run { [self] in
      hasOpened = true
      onEnd = nil
    }
  }

  /// The other publisher has completed before it sent an element.
  func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.run { [self] in
      onEnd = nil
      inlet.cancel()
      outlet.send(completion: completion)
    }
  }

  private func endOther() {
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }

  func request(_ demand: Subscribers.Demand) {
    outlet.run { [self] in
      if let early { self.early = early + demand } else { inlet.request(demand) }
    }
  }

  func cancel() {
    outlet.close { [self] in
      inlet.cancel()
      endOther()
    }
    // If another thread is inside, it does the above later.
    inlet.cancel()
  }
}
