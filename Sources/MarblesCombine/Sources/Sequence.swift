import Marbles

extension Publishers {
  /// A publisher of the elements of a sequence.
  ///
  ///     (1...3).publisher
  ///     (123|)
  ///
  /// Each subscriber receives all elements, from the first on.
  ///
  /// - Demand: Sends the elements that are requested, inside the request. The finish follows the
  ///   last element at once; an empty sequence finishes without demand.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    /// The elements.
    public let sequence: Elements

    /// Creates a publisher of the elements of a sequence.
    @inlinable
    public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var iterator = sequence.makeIterator()
      guard let first = iterator.next() else { return subscriber.end(.finished) }
      SequenceFeed(sequence, iterator, first, subscriber).start(endedName: "Sequence")
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
  /// A publisher of the elements, from the first on for each subscriber.
  @inlinable
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

/// Delivers one element at a time: a request inside a delivery is served by the delivery that is
/// running, so that long sequences need no deep stack.
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
  @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>
  @usableFromInline let state = Locked(State())
  // Touched by the thread that delivers; there is one at a time.
  @usableFromInline @exclusivity(unchecked) var iterator: Elements.Iterator
  @usableFromInline @exclusivity(unchecked) var next: Elements.Element?

  @inlinable
  init(
    _ elements: Elements, _ iterator: Elements.Iterator, _ first: Elements.Element,
    _ downstream: Downstream, completion: Subscribers.Completion<Downstream.Failure> = .finished
  ) {
    self.elements = elements
    self.completion = completion
    self.downstream = downstream
    self.iterator = iterator
    next = first
  }

  @inlinable
  func start(endedName: StaticString) {
    // The subscription may outlive this feed, so its name does not retain it.
    let (elements, state) = (elements, state)
    let subscription = SourceSubscription(
      state.withLock { $0.isOpen } ? "\(elements)" : "\(endedName)")
    subscription.start(
      request: { [self, unowned subscription] in request($0, subscription) },
      cancel: { state.withLock { $0.isOpen = false } })
    downstream.receive(subscription: subscription)
  }

  @inlinable
  func request(_ demand: Subscribers.Demand, _ subscription: SourceSubscription) {
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

  /// Whether the next element has been requested; if not, the delivery is over.
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
  func finish(_ subscription: SourceSubscription) {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    guard wasOpen else { return }
    subscription.end()
    downstream.receive(completion: completion)
  }
}
