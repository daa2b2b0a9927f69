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
