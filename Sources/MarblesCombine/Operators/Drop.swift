import Marbles

extension Publisher {
  /// Skips the first `count` elements, then republishes the rest.
  ///
  ///     -1-2-3-|   dropFirst()
  ///     ---2-3-|
  ///
  /// Downstream receives its subscription before this publisher is subscribed to. The elements that
  /// are skipped are requested at once, so they can pass before downstream requests anything.
  ///
  /// - Parameter count: The number of elements to skip; not negative.
  /// - Demand: Requests `count` elements at once; requests pass through unchanged.
  /// - Complexity: O(1) per element.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
    Publishers.Drop(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that skips the first elements of its upstream.
  public struct Drop<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are skipped and republished.
    public let upstream: Upstream
    /// The number of elements to skip.
    public let count: Int

    /// Creates a publisher that skips the first elements.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let link = DropSubscriber(subscriber, count: count)
      link.start()
      upstream.subscribe(link)
    }
  }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

@usableFromInline
final class DropSubscriber<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let subscription: LinkSubscription
  /// The number of elements that are still to be skipped; touched by upstream's signals only.
  @usableFromInline @exclusivity(unchecked) var left: Int
  @usableFromInline @exclusivity(unchecked) var isOpen = false

  @inlinable
  init(_ downstream: Downstream, count: Int) {
    guard count >= 0 else { violation("dropFirst(_:): \(count) is negative") }
    self.downstream = downstream
    left = count
    subscription = LinkSubscription(name: "Drop", pending: .max(count), requiresDemand: true)
  }

  var lane: RecordedLane? { downstream.recordedLane }
  @usableFromInline var description: String { "Drop" }

  @inlinable
  func start() { downstream.receive(subscription: subscription) }

  @usableFromInline
  func receive(subscription: any Subscription) {
    // Elements come from inside `attach(_:)`.
    guard !isOpen else { return subscription.cancel() }
    isOpen = true
    if !self.subscription.attach(subscription) { isOpen = false }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen, subscription.isOpen else { return .none }
    guard left > 0 else { return downstream.receive(input) }
    left -= 1
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    isOpen = false
    if subscription.forget() { downstream.receive(completion: completion) }
  }
}

extension Publisher {
  /// Skips elements while the predicate returns `true`, then republishes all remaining elements.
  ///
  ///     -1-2-3-1-|   drop { $0 < 3 }
  ///     -----3-1-|
  ///
  /// - Parameter predicate: Called with each element until it returns `false`.
  /// - Demand: Requests pass through; requests one more for each element that is skipped.
  @inlinable
  public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
    Publishers.DropWhile(upstream: self, predicate: predicate)
  }

  /// Skips elements while the predicate returns `true`, and fails with the error that it throws.
  ///
  ///     -1-2-3-1-|   tryDrop { if $0 == 2 { throw error }; return true }
  ///     ---#
  @inlinable
  public func tryDrop(while predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryDropWhile<Self>
  {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher that skips elements while a predicate returns `true`.
  public struct DropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) -> Bool

    /// Creates a publisher that skips elements while a predicate returns `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isDropping = true
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "DropWhile", requiresDemand: true) { [predicate] in
          if isDropping, predicate($0) { return .swallow }
          isDropping = false
          return .pass($0)
        })
    }
  }

  /// A publisher that skips elements while a predicate that may throw returns `true`.
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The predicate that is called with each element.
    public let predicate: (Output) throws -> Bool

    /// Creates a publisher that skips elements while a predicate that may throw returns `true`.
    @inlinable
    public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var isDropping = true
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryDropWhile", requiresDemand: true
        ) { [predicate] in
          if isDropping, try predicate($0) { return .swallow }
          isDropping = false
          return .pass($0)
        })
    }
  }
}

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
