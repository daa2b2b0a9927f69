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

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = DropUntilLink(subscriber)
      link.start()
      link.subscribe(to: other)
      upstream.subscribe(link)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

@usableFromInline
final class DropUntilLink<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outlet: SerializedDownstream<Downstream>
  @usableFromInline let inlet = UpstreamSubscription()
  // The following is touched inside the outlet.
  /// Cancels the other publisher; `nil` when it has completed or sent.
  private var onEnd: (() -> Void)?
  /// Whether elements may arrive.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  @usableFromInline @exclusivity(unchecked) var hasOpened = false
  /// The demand that was requested before upstream's subscription arrived; `nil` afterwards.
  private var early: Subscribers.Demand? = Subscribers.Demand.none

  @usableFromInline
  init(_ downstream: Downstream) { outlet = SerializedDownstream(downstream) }

  @usableFromInline var recordedInput: RecordedInput? { outlet.input }
  @usableFromInline var description: String { "DropUntilOutput" }

  @usableFromInline
  func start() {
    let own = SourceSubscription("DropUntilOutput")
    own.start(request: { [self] in request($0) }, cancel: { [self] in cancel() })
    outlet.send(subscription: own)
  }

  @usableFromInline
  func subscribe<Other: Publisher>(to other: Other) where Other.Failure == Failure {
    let trigger = FirstValueSubscriber<Other.Output, Failure>(
      name: description, input: outlet.input, onValue: { [self] in open() },
      onCompletion: { [self] in end($0) })
    onEnd = { trigger.cancel() }
    other.subscribe(trigger)
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    outlet.run { [self] in
      isOpen = true
      let early = early ?? .none
      self.early = nil
      inlet.request(early)
    }
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard outlet.enter(orLater: { [self] in inlet.request(accept(input)) }) else { return .none }
    let more = accept(input)
    outlet.leave()
    return more
  }

  @inlinable
  func accept(_ input: Downstream.Input) -> Subscribers.Demand {
    guard isOpen else { return .none }
    guard hasOpened else {
      outlet.lane?.dropped(input, .swallowed)
      return .none
    }
    return outlet.deliver(input)
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    outlet.run { [self] in
      isOpen = false
      guard inlet.end() else { return }
      endOther()
      outlet.send(completion: completion)
    }
  }

  /// The other publisher has sent something.
  private func open() {
    outlet.run { [self] in
      hasOpened = true
      onEnd = nil
    }
  }

  /// The other publisher has completed before it sent an element.
  private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
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

  private func request(_ demand: Subscribers.Demand) {
    outlet.run { [self] in
      if let early { self.early = early + demand } else { inlet.request(demand) }
    }
  }

  private func cancel() {
    outlet.close { [self] in
      inlet.cancel()
      endOther()
    }
    // If another thread is inside, it does the above later.
    inlet.cancel()
  }
}
