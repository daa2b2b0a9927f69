import Marbles

extension Publishers {
  /// A publisher of the elements of a sequence.
  ///
  ///     (1...3).publisher
  ///     (123|)
  ///
  /// Every subscriber gets all elements, from the first on.
  ///
  /// - Demand: gives as many as are asked for, inside the request; the finish follows the last one
  ///   at once, and an empty sequence finishes without being asked.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    public let sequence: Elements

    @inlinable
    public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var iterator = sequence.makeIterator()
      guard let first = iterator.next() else { return subscriber.end(.finished) }
      SequenceFeed(sequence, iterator, first, subscriber).start()
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
  /// A publisher of the elements, for every subscriber from the first on.
  @inlinable
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

/// One at a time: a request inside a delivery is served by the delivery that is under way, so that
/// long sequences need no deep stack.
@usableFromInline
final class SequenceFeed<Elements: Sequence, Downstream: Subscriber>
where Downstream.Input == Elements.Element {
  @usableFromInline
  struct State {
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var isDelivering = false
    @usableFromInline var isOpen = true

    @inlinable init() {}
  }

  @usableFromInline let elements: Elements
  @usableFromInline let downstream: Downstream
  @usableFromInline let state = Locked(State())
  // Touched by who delivers, and there is one at a time.
  @usableFromInline @exclusivity(unchecked) var iterator: Elements.Iterator
  @usableFromInline @exclusivity(unchecked) var next: Elements.Element?

  @inlinable
  init(
    _ elements: Elements, _ iterator: Elements.Iterator, _ first: Elements.Element,
    _ downstream: Downstream
  ) {
    self.elements = elements
    self.downstream = downstream
    self.iterator = iterator
    next = first
  }

  @inlinable
  func start() {
    // Its name may outlive what it does, so it does not know this feed.
    let (elements, state) = (elements, state)
    let subscription = SourceSubscription(
      state.withLock { $0.isOpen } ? "\(elements)" : "Sequence")
    subscription.start(
      request: { [self, weak subscription] in request($0, subscription) },
      cancel: { state.withLock { $0.isOpen = false } })
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand, _ subscription: SourceSubscription?) {
    demand.requireSome()
    let isFirst = state.withLock { state in
      guard state.isOpen else { return false }
      state.demand += demand
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isFirst else { return }
    var more = Subscribers.Demand.none
    while isWanted(adding: more), let value = next {
      more = downstream.receive(value)
      next = iterator.next()
      if next == nil { return finish(subscription) }
    }
  }

  /// Whether the next element has been asked for; if not, the delivery is over.
  @inlinable @inline(__always)
  func isWanted(adding more: Subscribers.Demand) -> Bool {
    state.withLock { state in
      state.demand += more
      guard state.isOpen, state.demand > .none else {
        state.isDelivering = false
        return false
      }
      state.demand -= 1
      return true
    }
  }

  @inlinable
  func finish(_ subscription: SourceSubscription?) {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    guard wasOpen else { return }
    subscription?.end()
    downstream.receive(completion: .finished)
  }
}
