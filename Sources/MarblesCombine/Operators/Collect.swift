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
    public init(upstream: Upstream, count: Int) {
      guard count > 0 else { violation("collect(_:): \(count) is not positive") }
      self.upstream = upstream
      self.count = count
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CollectByCountLink(subscriber, count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

private final class CollectByCountLink<Element, Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber, CustomStringConvertible
where Downstream.Input == [Element] {
  typealias Input = Element
  typealias Failure = Downstream.Failure

  private let downstream: Downstream
  private let count: Int
  /// `nil` before the subscription; closed after the completion.
  private let subscription = Locked<LinkSubscription?>(nil)
  /// Touched by the upstream's signals only.
  private var group: [Element] = []
  /// The subscription that downstream holds. It releases this object at the completion, so that
  /// nothing is kept alive.
  private var handle: LinkSubscription?

  init(_ downstream: Downstream, _ count: Int) {
    self.downstream = downstream
    self.count = count
  }

  var lane: RecordedLane? { downstream.recordedLane }
  var description: String { "CollectByCount" }

  private var active: LinkSubscription? {
    subscription.withLock { $0 }.flatMap { $0.isOpen ? $0 : nil }
  }

  func receive(subscription: any Subscription) {
    let isFirst = self.subscription.withLock { known in
      guard known == nil else { return false }
      known = LinkSubscription(subscription, name: description)
      return true
    }
    guard isFirst else { return subscription.cancel() }
    let handle = LinkSubscription(self, name: description, requiresDemand: true)
    self.handle = handle
    downstream.receive(subscription: handle)
  }

  func receive(_ input: Element) -> Subscribers.Demand {
    guard active != nil else { return .none }
    group.append(input)
    guard group.count == count else { return .none }
    let full = group
    group = []
    return downstream.receive(full) * count
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard active?.forget() == true else { return }
    if case .finished = completion, !group.isEmpty { _ = downstream.receive(group) }
    group = []
    handle?.forget()
    downstream.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) { active?.request(demand * count) }
  func cancel() { active?.stop() }
}
