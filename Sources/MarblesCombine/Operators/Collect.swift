import Marbles

extension Publisher {
  /// Publishes all elements as one array when upstream finishes.
  ///
  ///     -1-2-3-|   collect()
  ///     -------(a|)   a = [1, 2, 3]
  ///
  /// A failure discards the elements.
  ///
  /// - Demand: Requests unlimited demand. The array waits until it is requested.
  /// - Complexity: Stores all elements.
  @inlinable
  public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
  /// A publisher that collects all elements into one array.
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream

    /// Creates a publisher that collects all elements into one array.
    @inlinable
    public init(upstream: Upstream) { self.upstream = upstream }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var all: [Upstream.Output] = []
      upstream.subscribe(
        ReduceSubscriber<Upstream.Output, Failure, S>(
          subscriber, name: "Collect",
          step: {
            all.append($0)
            return .more
          }, result: { all }))
    }
  }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
  /// Publishes an array of every `count` elements, and the remaining ones when upstream finishes.
  ///
  ///     -1-2-3-|   collect(2)
  ///     ---a---(b|)   a = [1, 2], b = [3]
  ///
  /// A failure discards the remaining elements.
  ///
  /// - Parameter count: The number of elements of each array; positive.
  /// - Demand: Requests `count` elements for each array that downstream requests.
  /// - Complexity: Stores up to `count` elements.
  @inlinable
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that collects a number of elements into each array.
  public struct CollectByCount<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The number of elements of each array.
    public let count: Int

    /// Creates a publisher that collects a number of elements into each array.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      guard count > 0 else { violation("collect(_:): \(count) is not positive") }
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CollectByCountLink(subscriber, count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

@usableFromInline
final class CollectByCountLink<Element, Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
where Downstream.Input == [Element] {
  @usableFromInline typealias Input = Element
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let count: Int
  // The following is touched by upstream's signals only.
  @usableFromInline @exclusivity(unchecked) var isOpen = false
  /// Whether upstream may ignore a cancel.
  @usableFromInline @exclusivity(unchecked) var checksCancel = false
  @usableFromInline @exclusivity(unchecked) var group: [Element] = []
  @usableFromInline var upstream: LinkSubscription?
  /// The subscription that downstream holds. It releases the upstream's at the completion.
  @usableFromInline var own: SourceSubscription?

  @usableFromInline
  init(_ downstream: Downstream, _ count: Int) {
    self.downstream = downstream
    self.count = count
  }

  @usableFromInline var recordedInput: RecordedInput? { downstream.recordedInput?.throughOperator }
  @usableFromInline var description: String { "CollectByCount" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard upstream == nil else { return subscription.cancel() }
    isOpen = true
    checksCancel = !subscription.isKnownQuiet
    let upstream = LinkSubscription(subscription, name: description)
    self.upstream = upstream
    let own = SourceSubscription("CollectByCount")
    own.start(
      request: { [count] demand in
        demand.requireSome("CollectByCount")
        upstream.request(demand * count)
      }, cancel: { upstream.cancel() })
    self.own = own
    downstream.receive(subscription: own)
  }

  @inlinable
  func receive(_ input: Element) -> Subscribers.Demand {
    guard isOpen, !checksCancel || upstream?.isOpen == true else { return .none }
    group.append(input)
    guard group.count == count else { return .none }
    let full = group
    group = []
    // The next group usually becomes as long as this one.
    group.reserveCapacity(count)
    return downstream.receive(full) * count
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard isOpen else { return }
    isOpen = false
    guard upstream?.forget() == true else { return }
    let rest = group
    group = []
    if case .finished = completion, !rest.isEmpty { _ = downstream.receive(rest) }
    own?.end()
    downstream.receive(completion: completion)
  }
}
