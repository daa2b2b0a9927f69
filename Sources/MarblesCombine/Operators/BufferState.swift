/// What a buffer keeps, what is wanted of it, and how it will end: no calls, only decisions.
@usableFromInline
struct BufferState<Element, Failure: Error> {
  @usableFromInline
  enum Arrival: Equatable {
    /// Nothing waits and it is wanted: it goes on at once.
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
  /// Whether downstream has its subscription, so that an end may be told.
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

  /// What to do with a value that comes now. `through` takes its demand.
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

  /// A value found no room: after what is kept and wanted, there will be a failure.
  @inlinable
  mutating func overflow(_ error: Failure) {
    if ending == nil { ending = .failure(error) }
  }

  /// Upstream ended.
  ///
  /// - Returns: whether what was kept is discarded.
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

  /// Whether something is kept or the end has come.
  @inlinable
  var hasWork: Bool { !kept.isEmpty || ending != nil }

  /// - Returns: `false` if somebody drains already, and will see what has changed.
  @inlinable
  mutating func startDraining() -> Bool {
    guard isReady, !isDraining else { return false }
    isDraining = true
    return true
  }

  /// What to do next while draining; `wait` and `end` are the last thing.
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
