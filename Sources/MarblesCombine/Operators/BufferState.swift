/// The elements of a buffer, the demand and the completion: decisions without calls.
@usableFromInline
struct BufferState<Element, Failure: Error> {
  @usableFromInline
  enum Arrival: Equatable {
    /// No element waits and there is demand: the element is delivered at once.
    case through
    case keep
    case full
    /// The buffer has ended.
    case refused
  }

  @usableFromInline
  enum Step {
    case deliver(Element)
    case end(Subscribers.Completion<Failure>)
    case wait
  }

  @usableFromInline let size: Int
  @usableFromInline var demand = Subscribers.Demand.none
  @usableFromInline var kept = Queue<Element>()
  @usableFromInline var ending: Subscribers.Completion<Failure>?
  /// Whether downstream has its subscription, and may receive the completion.
  @usableFromInline var isReady = false
  @usableFromInline var isDraining = false

  @inlinable
  init(size: Int) { self.size = size }

  @inlinable
  var count: Int { kept.count }

  @inlinable
  mutating func open() { isReady = true }

  @inlinable
  mutating func add(_ more: Subscribers.Demand) { demand += more }

  /// Decides about an element that arrives. `through` takes its demand.
  @inlinable
  mutating func arrival() -> Arrival {
    guard ending == nil else { return .refused }
    if kept.isEmpty, demand > .none {
      demand -= 1
      return .through
    }
    return kept.count < size ? .keep : .full
  }

  @inlinable
  mutating func keep(_ element: Element) { kept.append(element) }
  @inlinable
  mutating func dropOldest() -> Element? { kept.popFirst() }

  /// An element found no room: after the elements that are requested, downstream fails.
  @inlinable
  mutating func overflow(_ error: Failure) {
    if ending == nil { ending = .failure(error) }
  }

  /// Upstream has completed.
  ///
  /// - Returns: Whether the elements are discarded.
  @inlinable
  mutating func end(_ completion: Subscribers.Completion<Failure>) -> Bool {
    guard ending == nil else { return false }
    ending = completion
    guard case .failure = completion else { return false }
    kept.removeAll()
    return true
  }

  @inlinable
  mutating func close() {
    ending = .finished
    kept.removeAll()
  }

  /// Whether there is an element or a completion to deliver.
  @inlinable
  var hasWork: Bool { !kept.isEmpty || ending != nil }

  /// - Returns: `false` if a drain is running, which will see the change.
  @inlinable
  mutating func startDraining() -> Bool {
    guard isReady, !isDraining else { return false }
    isDraining = true
    return true
  }

  /// The next step of a drain; `wait` and `end` are the last one.
  @inlinable
  mutating func next() -> Step {
    if demand > .none, let element = kept.popFirst() {
      demand -= 1
      return .deliver(element)
    }
    isDraining = false
    switch ending {
    case .some(.failure(let error)):
      kept.removeAll()
      return .end(.failure(error))
    case .some(.finished) where kept.isEmpty && demand > .none:
      return .end(.finished)
    default:
      return .wait
    }
  }
}
