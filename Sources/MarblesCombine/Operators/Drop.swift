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
  /// Whether upstream may ignore a cancel.
  @usableFromInline @exclusivity(unchecked) var checksCancel = false

  @inlinable
  init(_ downstream: Downstream, count: Int) {
    guard count >= 0 else { violation("dropFirst(_:): \(count) is negative") }
    self.downstream = downstream
    left = count
    subscription = LinkSubscription(name: "Drop", pending: .max(count), requiresDemand: true)
  }

  var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { "Drop" }

  @inlinable
  func start() { downstream.receive(subscription: subscription) }

  @usableFromInline
  func receive(subscription: any Subscription) {
    // Elements come from inside `attach(_:)`.
    guard !isOpen else { return subscription.cancel() }
    isOpen = true
    checksCancel = !subscription.isKnownQuiet
    if !self.subscription.attach(subscription) { isOpen = false }
  }

  @inlinable
  func receive(_ input: Input) -> Subscribers.Demand {
    guard isOpen, !checksCancel || subscription.isOpen else { return .none }
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
      let isDropping = StepState(true)
      upstream.subscribe(
        TransformSubscriber(subscriber, name: "DropWhile", requiresDemand: true) { [predicate] in
          if isDropping.value, predicate($0) { return .swallow }
          isDropping.value = false
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
      let isDropping = StepState(true)
      upstream.subscribe(
        TransformSubscriber<Output, Upstream.Failure, S>(
          throwing: subscriber, name: "TryDropWhile", requiresDemand: true
        ) { [predicate] in
          if isDropping.value, try predicate($0) { return .swallow }
          isDropping.value = false
          return .pass($0)
        })
    }
  }
}
