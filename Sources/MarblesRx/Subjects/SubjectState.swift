import Marbles
import MarblesCombine

/// What relays and subjects have in common: members in the order of slots, a memory, an end.
///
/// Sending takes the members under the lock and serves them outside, so that what is called may
/// send, subscribe or dispose again: a nested send is delivered depth first, a member that is
/// disposed meanwhile still gets the element in flight, one that is added does not. Thread-safe.
package final class SubjectState<Element>: Sendable {
  /// What a new member gets.
  enum Memory: Sendable {
    case none
    /// The latest value, as long as there is no end.
    case current
    /// So many values, after the end too.
    case last(Int)

    var capacity: Int {
      switch self {
      case .none: 0
      case .current: 1
      case .last(let count): count
      }
    }
  }

  private struct State {
    var members = BroadcastList<Receiver<Element>>(order: .slots)
    var values: KeptValues<Element>
    var end: Event<Element>?
    var isDisposed = false
    var report: MemoryReport?
  }

  private let memory: Memory
  /// What `RxError.disposed` names.
  private let ownerName: String
  private let deliveries = DeliveryWatch()
  private let state: Locked<State>

  init(_ memory: Memory, initial: [Element] = [], owner: String) {
    self.memory = memory
    ownerName = owner
    state = Locked(State(values: KeptValues(initial)))
  }

  // MARK: Looking at it

  var hasObservers: Bool { state.withLock { !$0.members.isEmpty } }
  var isDisposed: Bool { state.withLock { $0.isDisposed } }
  var stage: RecordedStage? { state.withLock { $0.report?.stage } }

  /// The latest value of one that was given a first value and is never disposed: a relay.
  var current: Element { state.withLock { $0.values.newest } }

  /// The latest value; an error if it failed or was disposed.
  func value() throws -> Element {
    let (value, end, isDisposed) = state.withLock { state -> (Element?, Event<Element>?, Bool) in
      let value = state.values.isEmpty ? nil : state.values.newest
      return (value, state.end, state.isDisposed)
    }
    if isDisposed { throw RxError.disposed(object: ownerName) }
    if case .error(let error) = end { throw error }
    guard let value else { throw RxError.noElements }
    return value
  }

  // MARK: Sending

  func on(_ event: Event<Element>) {
    if case .next(let element) = event { send(element) } else { end(event) }
  }

  func send(_ element: Element) {
    let capacity = memory.capacity
    var members: ContiguousArray<Receiver<Element>> = []
    var report: MemoryReport?
    state.letGo { state -> Element? in
      guard state.end == nil, !state.isDisposed else { return nil }
      members = state.members.members
      report = state.report
      return state.values.keep(element, capacity: capacity)
    }
    #if !DEBUG
      if report == nil {
        members.forEachKept { $0.next(element) }
        return
      }
    #endif
    report?.keep(element, capacity: capacity)
    deliveries.run(element, report) { members.forEachKept { $0.next(element) } }
  }

  private func end(_ event: Event<Element>) {
    let members = state.withLock { state -> ContiguousArray<Receiver<Element>> in
      guard state.end == nil, !state.isDisposed else { return [] }
      state.end = event
      return state.members.removeAll()
    }
    members.forEachKept { $0.on(event) }
  }

  /// Lets go of the members without telling them; who subscribes from now on gets an error.
  func dispose() {
    state.letGo { state in
      state.isDisposed = true
      defer { state.values = KeptValues() }
      return (state.members.removeAll(), state.values)
    }
  }

  // MARK: Subscribing

  func subscribe(_ receiver: Receiver<Element>) -> any Disposable {
    let joining = state.withLock { state -> Joining in
      if state.isDisposed {
        return .ended(replay: KeptValues(), .error(RxError.disposed(object: ownerName)))
      }
      if let end = state.end {
        if case .last = memory { return .ended(replay: state.values, end) }
        return .ended(replay: KeptValues(), end)
      }
      guard !state.values.isEmpty else { return .joined(state.members.insert(receiver)) }
      let entry = Entry(receiver)
      return .replaying(entry, state.members.insert(entry), state.values)
    }
    switch joining {
    case .joined(let key):
      return membership(key)
    case .replaying(let entry, let key, let values):
      entry.replay(values)
      state.withLock { $0.members.replace(key, with: receiver) }
      return membership(key)
    case .ended(let values, let end):
      values.forEach { receiver.onNext($0) }
      receiver.on(end)
      return Disposables.create()
    }
  }

  private enum Joining {
    case joined(UInt64)
    case replaying(Entry, UInt64, KeptValues<Element>)
    case ended(replay: KeptValues<Element>, Event<Element>)
  }

  private func membership(_ key: UInt64) -> any Disposable {
    Disposables.create { [self] in state.letGo { $0.members.remove(key) } }
  }

  /// A new member while it gets the memory: what others send meanwhile waits until that is over.
  private final class Entry: Receiver<Element> {
    private let receiver: Receiver<Element>
    private let gate = SerialGate(isEntered: true)

    init(_ receiver: Receiver<Element>) {
      self.receiver = receiver
      super.init(lane: receiver.lane)
    }

    override func on(_ event: Event<Element>) { gate.run { self.receiver.on(event) } }

    override func next(_ element: Element) { gate.run { self.receiver.next(element) } }

    func replay(_ values: KeptValues<Element>) {
      values.forEach { receiver.onNext($0) }
      gate.leave()
    }
  }

  // MARK: Recording

  /// What is kept counts no longer: the connection that it belonged to is over.
  func forget() { state.withLock { $0.report }?.forgetAll() }

  /// Lets a stage of the picture show what is kept and which deliveries interrupt each other.
  func report(to stage: RecordedStage) {
    let report = MemoryReport(stage)
    let (known, values) = state.withLock { state -> (MemoryReport?, KeptValues<Element>) in
      defer { state.report = state.report ?? report }
      return (state.report, state.values)
    }
    if let known { return known.add(stage, keeping: values.inOrder) }
    values.forEach { report.keep($0, capacity: memory.capacity) }
  }
}

/// Notices deliveries of one subject or relay that interrupt each other (a member sends again) or
/// overlap (two threads send at once).
final class DeliveryWatch: Sendable {
  private enum Overlap {
    case alone
    case nested
    case overlapping
  }

  private let threads = Locked<[ThreadIdentity]>([])
  private let hasWarned = Locked(false)

  /// Runs a delivery. Without a report, and in a release build, that is all.
  func run<Element>(_ element: Element, _ report: MemoryReport?, _ body: () -> Void) {
    if let report {
      let meeting = enter()
      if case .overlapping = meeting {
        report.stage.recorder.warning(
          "Synchronization anomaly: \(element) is sent while another thread is delivering")
      }
      report.stage.delivering(element, during: body)
      leave()
    } else {
      #if DEBUG
        warn(enter())
        body()
        leave()
      #else
        body()
      #endif
    }
  }

  private func enter() -> Overlap {
    let me = ThreadIdentity.current
    return threads.withLock { threads in
      defer { threads.append(me) }
      if threads.isEmpty { return .alone }
      return threads.contains { $0 != me } ? .overlapping : .nested
    }
  }

  private func leave() {
    let me = ThreadIdentity.current
    threads.withLock { threads in
      if let index = threads.lastIndex(of: me) { threads.remove(at: index) }
    }
  }

  /// RxSwift prints its message each time; once for each subject is enough to find the place.
  private func warn(_ meeting: Overlap) {
    let message: String
    switch meeting {
    case .alone: return
    case .nested:
      message = """
        ⚠️ Reentrancy anomaly was detected: a subscriber sends into the subject that is delivering \
        to it. Deliver on a scheduler, with observe(on:), to keep the order.
        """
    case .overlapping:
      message = """
        ⚠️ Synchronization anomaly was detected: several threads send into one subject at the same \
        time, so that its subscribers get overlapping events.
        """
    }
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    if isFirst { print(message) }
  }
}
