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

    public init(sequence: Elements) { self.sequence = sequence }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      var iterator = sequence.makeIterator()
      guard let first = iterator.next() else { return subscriber.end(.finished) }
      let subscription = SequenceSubscription(
        sequence, iterator: iterator, first: first, subscriber)
      subscriber.receive(subscription: subscription)
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
  /// A publisher of the elements, for every subscriber from the first on.
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

/// One at a time: a request inside a delivery is served by the delivery that is under way, so that
/// long sequences need no deep stack.
private final class SequenceSubscription<Elements: Sequence, Downstream: Subscriber>: Subscription,
  CustomStringConvertible
where Downstream.Input == Elements.Element {
  private struct State {
    let elements: Elements
    var iterator: Elements.Iterator
    var next: Elements.Element
    let downstream: Downstream
    var demand = Subscribers.Demand.none
    var isDelivering = false
  }

  /// `nil` after the end.
  private let state: Locked<State?>

  init(
    _ elements: Elements, iterator: Elements.Iterator, first: Elements.Element,
    _ downstream: Downstream
  ) {
    state = Locked(
      State(elements: elements, iterator: iterator, next: first, downstream: downstream))
  }

  var description: String { state.withLock { $0.map { "\($0.elements)" } } ?? "Sequence" }

  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    let isFirst = state.withLock { state in
      guard let isDelivering = state?.isDelivering else { return false }
      state?.demand += demand
      state?.isDelivering = true
      return !isDelivering
    }
    if isFirst { deliver() }
  }

  private func deliver() {
    while let (value, downstream) = take() {
      let more = downstream.receive(value)
      guard advance(more) else { break }
    }
  }

  /// The next element, if it has been asked for.
  private func take() -> (Elements.Element, Downstream)? {
    state.withLock { state in
      guard let current = state else { return nil }
      guard current.demand > .none else {
        state?.isDelivering = false
        return nil
      }
      state?.demand -= 1
      return (current.next, current.downstream)
    }
  }

  /// Moves on, and finishes behind the last element.
  private func advance(_ more: Subscribers.Demand) -> Bool {
    guard var iterator = state.withLock({ $0?.iterator }) else { return false }
    let next = iterator.next()
    let finished = state.withLock { state -> Downstream? in
      guard let current = state else { return nil }
      guard let next else {
        state = nil
        return current.downstream
      }
      state?.demand += more
      state?.next = next
      state?.iterator = iterator
      return nil
    }
    finished?.receive(completion: .finished)
    return next != nil && finished == nil
  }

  func cancel() { state.withLock { $0 = nil } }
}
