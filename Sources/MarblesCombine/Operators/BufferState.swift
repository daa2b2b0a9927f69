/// What a buffer keeps, what is wanted of it, and how it will end: no calls, only decisions.
struct BufferState<Element, Failure: Error> {
  enum Arrival: Equatable {
    /// Nothing waits and it is wanted: it goes on at once.
    case through
    case keep
    case full
    /// The buffer has ended.
    case refused
  }

  enum Step {
    case deliver(Element)
    case end(Subscribers.Completion<Failure>)
    case wait
  }

  let size: Int
  private var demand = Subscribers.Demand.none
  private var kept = Fifo<Element>()
  private var ending: Subscribers.Completion<Failure>?
  /// Whether downstream has its subscription, so that an end may be told.
  private var isReady = false
  private var isDraining = false

  init(size: Int) { self.size = size }

  var count: Int { kept.count }

  mutating func open() { isReady = true }

  mutating func add(_ more: Subscribers.Demand) { demand += more }

  /// What to do with a value that comes now. `through` takes its demand.
  mutating func arrival() -> Arrival {
    guard ending == nil else { return .refused }
    if kept.isEmpty, demand > .none {
      demand -= 1
      return .through
    }
    return kept.count < size ? .keep : .full
  }

  mutating func keep(_ element: Element) { kept.append(element) }
  mutating func dropOldest() -> Element? { kept.popFirst() }

  /// A value found no room: after what is kept and wanted, there will be a failure.
  mutating func overflow(_ error: Failure) {
    if ending == nil { ending = .failure(error) }
  }

  /// Upstream ended.
  ///
  /// - Returns: whether what was kept is discarded.
  mutating func end(_ completion: Subscribers.Completion<Failure>) -> Bool {
    guard ending == nil else { return false }
    ending = completion
    guard case .failure = completion else { return false }
    kept.removeAll()
    return true
  }

  mutating func close() {
    ending = .finished
    kept.removeAll()
  }

  /// - Returns: `false` if somebody drains already, and will see what has changed.
  mutating func startDraining() -> Bool {
    guard isReady, !isDraining else { return false }
    isDraining = true
    return true
  }

  /// What to do next while draining; `wait` and `end` are the last thing.
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
