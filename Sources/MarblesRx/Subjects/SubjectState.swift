import Marbles
import MarblesCombine

/// The common state of subjects and relays: members in the order of slots, a memory, and an end.
///
/// The members are copied under the lock and notified outside of it, so that an observer can send,
/// subscribe and dispose: a nested element is delivered depth first; a member that is disposed
/// meanwhile still receives the element in flight; a member that is added does not. Thread-safe.
@usableFromInline
package final class SubjectState<Element>: Sendable {
  /// The elements that are replayed to a new member.
  @usableFromInline
  enum Memory: Equatable, Sendable {
    case none
    /// The latest element, until the end.
    case current
    /// The given number of last elements, also after the end.
    case last(Int)
    /// The last element, from the completion on.
    case atEnd

    @inlinable var capacity: Int {
      switch self {
      case .none: 0
      case .current: 1
      case .last(let count): count
      case .atEnd: 1
      }
    }
  }

  @usableFromInline
  struct State {
    @usableFromInline var members = SubscriberList<Receiver<Element>>(order: .slots)
    @usableFromInline var values: ReplayBuffer<Element>
    @usableFromInline var end: Event<Element>?
    @usableFromInline var isDisposed = false
    @usableFromInline var report: SubjectReport?
  }

  @usableFromInline let memory: Memory
  /// The type whose name is in `RxError.disposed`.
  private let owner: Any.Type
  @usableFromInline let deliveries = DeliveryWatch()
  @usableFromInline let state: Locked<State>

  init(_ memory: Memory, initial: [Element] = [], owner: Any.Type) {
    self.memory = memory
    self.owner = owner
    state = Locked(State(values: ReplayBuffer(initial)))
  }

  /// The error of a disposed subject.
  private var disposedError: RxError { .disposed(object: String(reflecting: owner)) }

  // MARK: Properties

  var hasObservers: Bool { state.withLock { !$0.members.isEmpty } }
  var isDisposed: Bool { state.withLock { $0.isDisposed } }
  var stage: RecordedStage? { state.withLock { $0.report?.stage } }

  /// The latest element of a relay, which has a first element and is never disposed.
  var current: Element { state.withLock { $0.values.newest } }

  /// Returns the latest element, or throws the error of a failed or disposed subject.
  func value() throws -> Element {
    let (value, end, isDisposed) = state.withLock { state -> (Element?, Event<Element>?, Bool) in
      let value = state.values.isEmpty ? nil : state.values.newest
      return (value, state.end, state.isDisposed)
    }
    if isDisposed { throw disposedError }
    if case .error(let error) = end { throw error }
    guard let value else { throw RxError.noElements }
    return value
  }

  // MARK: Sending

  @inlinable
  func on(_ event: Event<Element>) {
    if case .next(let element) = event { send(element) } else { end(event) }
  }

  @inlinable
  func send(_ element: Element) {
    let capacity = memory.capacity
    var members: ContiguousArray<Receiver<Element>> = []
    var report: SubjectReport?
    state.withLockReleasing { state -> Element? in
      guard state.end == nil, !state.isDisposed else { return nil }
      members = state.members.members
      report = state.report
      return state.values.append(element, capacity: capacity)
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

  @usableFromInline
  func end(_ event: Event<Element>) {
    let members = state.withLock { state -> ContiguousArray<Receiver<Element>> in
      guard state.end == nil, !state.isDisposed else { return [] }
      state.end = event
      return state.members.removeAll()
    }
    members.forEachKept { $0.on(event) }
  }

  /// Stores an element that is delivered at the completion, unless a newer one replaces it.
  func store(_ element: Element) {
    var report: SubjectReport?
    state.withLockReleasing { state -> Element? in
      guard state.end == nil, !state.isDisposed else { return nil }
      report = state.report
      return state.values.append(element, capacity: memory.capacity)
    }
    report?.keep(element, capacity: memory.capacity)
  }

  /// Ends with the stored element. A member that is added during the delivery receives both at once.
  func completeWithStored() {
    var report: SubjectReport?
    var element: Element?
    let members = state.withLock { state -> ContiguousArray<Receiver<Element>> in
      guard state.end == nil, !state.isDisposed else { return [] }
      state.end = .completed
      report = state.report
      element = state.values.isEmpty ? nil : state.values.newest
      return state.members.removeAll()
    }
    if let element {
      deliveries.run(element, report) { members.forEachKept { $0.next(element) } }
    }
    members.forEachKept { $0.on(.completed) }
  }

  /// Ends with an error, and drops the stored element.
  func failWithoutStored(_ event: Event<Element>) {
    var members: ContiguousArray<Receiver<Element>> = []
    var report: SubjectReport?
    state.withLockReleasing { state -> ReplayBuffer<Element>? in
      guard state.end == nil, !state.isDisposed else { return nil }
      state.end = event
      members = state.members.removeAll()
      report = state.report
      defer { state.values = ReplayBuffer() }
      return state.values
    }
    report?.forgetAll()
    members.forEachKept { $0.on(event) }
  }

  /// Removes the members without notifying them. Later members receive an error.
  func dispose() {
    state.withLockReleasing { state in
      state.isDisposed = true
      defer { state.values = ReplayBuffer() }
      return (state.members.removeAll(), state.values)
    }
  }

  // MARK: Subscribing

  @usableFromInline
  func subscribe(_ receiver: Receiver<Element>) -> any Disposable {
    let joining = state.withLock { state -> Joining in
      if state.isDisposed {
        return .ended(replay: ReplayBuffer(), .error(disposedError))
      }
      if let end = state.end {
        return switch memory {
        case .last, .atEnd: .ended(replay: state.values, end)
        case .none, .current: .ended(replay: ReplayBuffer(), end)
        }
      }
      guard !state.values.isEmpty, memory != .atEnd else {
        return .joined(state.members.insert(receiver))
      }
      let entry = Entry(receiver: receiver)
      return .replaying(entry, state.members.insert(entry.member), state.values)
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
    case replaying(Entry, UInt64, ReplayBuffer<Element>)
    case ended(replay: ReplayBuffer<Element>, Event<Element>)
  }

  private func membership(_ key: UInt64) -> any Disposable {
    Disposables.create { [self] in state.withLockReleasing { $0.members.remove(key) } }
  }

  /// A new member during the replay: events that arrive meanwhile wait until the replay is over.
  private struct Entry {
    let receiver: Receiver<Element>
    let gate = SerialGate.entered()

    /// The receiver of the events that arrive meanwhile.
    var member: Receiver<Element> {
      Receiver(input: receiver.recordedInput) { [receiver, gate] event in
        gate.run { receiver.on(event) }
      }
    }

    func replay(_ values: ReplayBuffer<Element>) {
      values.forEach { receiver.onNext($0) }
      gate.leave()
    }
  }

  // MARK: Recording

  /// Reports that the stored elements are dropped, because their connection has ended.
  func forget() { state.withLock { $0.report }?.forgetAll() }

  /// Reports stored elements and nested deliveries to a stage of a recording.
  func report(to stage: RecordedStage) {
    if memory == .atEnd { stage.deliversAtEnd() }
    let report = SubjectReport(stage)
    let (known, values) = state.withLock { state -> (SubjectReport?, ReplayBuffer<Element>) in
      defer { state.report = state.report ?? report }
      return (state.report, state.values)
    }
    if let known { return known.add(stage, keeping: values.inOrder) }
    values.forEach { report.keep($0, capacity: memory.capacity) }
  }
}

/// Detects deliveries of one subject or relay that are nested (an observer sends again) or overlap
/// (two threads send at the same time).
@usableFromInline
final class DeliveryWatch: Sendable {
  private enum Overlap {
    case alone
    case nested
    case overlapping
  }

  private let threads = Locked<[ThreadIdentity]>([])
  private let hasWarned = Locked(false)

  /// Runs a delivery. Without a report, a release build only delivers.
  @usableFromInline
  func run<Element>(_ element: Element, _ report: SubjectReport?, _ body: () -> Void) {
    if let report {
      let meeting = enter()
      switch meeting {
      case .alone: break
      case .overlapping:
        report.stage.recorder.anomaly(
          "Synchronization anomaly: \(element) is sent while another thread is delivering")
      case .nested:
        if isFirstWarning {
          report.stage.recorder.anomaly(
            "Reentrancy anomaly: \(element) is sent by a subscriber that is receiving an element")
        }
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

  /// Prints a warning once per subject. RxSwift prints it each time.
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
    if isFirstWarning { print(message) }
  }

  private var isFirstWarning: Bool {
    hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
  }
}
