/// Records what streams do: the time, the order, the lane and the cause of every event.
///
/// A probe (or a program of its own) opens lanes and stages and tells them what happens. Causes
/// come from nesting: whatever is recorded during the `body` of a call was caused by it, on the
/// same thread. Values are kept as they are and become text once, in ``recording(title:)``;
/// values of classes, which may change meanwhile, become text at once.
///
/// Thread-safe. Nothing is called while the recorder's lock is held. Recording an event costs
/// O(1) and no allocation beyond the growth of its tables.
public final class Recorder: Sendable {
  @usableFromInline let state: Locked<RecorderState>
  /// The event that is being delivered on this thread.
  @usableFromInline let currentEvent = ThreadSlot()
  /// The lane that is being subscribed on this thread and whose source is not known yet.
  private let openingLane = ThreadSlot()
  @usableFromInline let clock: (@Sendable () -> VirtualTime)?

  /// A recorder whose time is moved by a scheduler (``time``).
  public init() {
    state = Locked(RecorderState())
    clock = nil
  }

  /// A recorder that asks for the time at each event.
  public init(clock: @escaping @Sendable () -> VirtualTime) {
    state = Locked(RecorderState())
    self.clock = clock
  }

  /// The time that the next events get.
  public var time: VirtualTime {
    get { clock?() ?? state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// How many events have been recorded.
  public var count: Int { state.withLock { $0.events.count } }

  // MARK: Lanes and stages

  /// Adds a stage to the picture.
  public func stage(_ name: String, kind: Stage.Kind, detail: String = "") -> RecordedStage {
    RecordedStage(
      recorder: self, id: state.withLock { $0.addStage(name, kind: kind, detail: detail) })
  }

  /// Adds a lane; nothing happens on it until it is told.
  public func lane(
    _ name: String, role: Lane.Role = .subscription, detail: String = "",
    target: RecordedStage? = nil
  ) -> RecordedLane {
    RecordedLane(
      recorder: self,
      id: state.withLock {
        $0.addLane(name, role: role, detail: detail, target: target.map { Int32($0.id) } ?? -1)
      })
  }

  /// The lane of that name, if it is closed and leads nowhere; else a new one, with a number behind
  /// its name if there is one already.
  public func reopenedLane(_ name: String) -> RecordedLane {
    let id = state.withLock { state in
      state.closedLane(name)
        ?? state.addLane(
          state.freeLaneName(name), role: .subscription, detail: "", target: -1)
    }
    return RecordedLane(recorder: self, id: id)
  }

  /// Takes the lane that is being subscribed on this thread and has no source yet, and makes
  /// `place` its source. A stage's output calls this when it gets a subscriber.
  public func claimLane(from place: Place) -> RecordedLane? {
    let id = openingLane.value
    guard id >= 0 else { return nil }
    let cause = currentEvent.value
    return state.withLock { $0.claim(id, from: place, cause: cause) }
      ? RecordedLane(recorder: self, id: id) : nil
  }

  // MARK: Causes

  /// The event during which this thread works now, or -1: what a scheduler keeps with a job.
  public var cause: Int32 { currentEvent.value }

  /// Runs `body` as something that `cause` caused. A scheduler calls it around a job.
  @inlinable @inline(__always)
  public func withCause<Result>(_ cause: Int32, _ body: () throws -> Result) rethrows -> Result {
    let outer = currentEvent.value
    currentEvent.value = cause
    defer { currentEvent.value = outer }
    return try body()
  }

  /// Runs `body` with `lane` waiting for its source.
  func opening<Result>(_ lane: Int32, _ body: () throws -> Result) rethrows -> Result {
    let outer = openingLane.value
    openingLane.value = lane
    defer { openingLane.value = outer }
    return try body()
  }

  /// Runs `body` with no lane waiting for its source: what is subscribed in it is a side input.
  package func unattended<Result>(_ body: () throws -> Result) rethrows -> Result {
    try opening(-1, body)
  }

  /// The lane on which this thread delivers (or subscribes, requests, …) now, whatever stages are
  /// between; `nil` outside of all events.
  package var currentLane: RecordedLane? {
    let event = currentEvent.value
    let lane = state.withLock { $0.lane(of: event) }
    return lane >= 0 ? RecordedLane(recorder: self, id: lane) : nil
  }

  // MARK: Recording

  /// Appends an event with what `change` makes of the state, and runs `body` inside it.
  @inlinable @inline(__always)
  func record<Result>(
    _ change: (inout RecorderState, _ cause: Int32) -> Int32, during body: () throws -> Result
  ) rethrows -> Result {
    let event = record(change)
    return try withCause(event, body)
  }

  @inlinable @inline(__always) @discardableResult
  func record(_ change: (inout RecorderState, _ cause: Int32) -> Int32) -> Int32 {
    let cause = currentEvent.value
    let now = clock?()
    return state.withLock { state in
      if let now { state.now = now }
      guard !state.isStopped else { return cause }
      return change(&state, cause)
    }
  }

  /// Records that the program stops here. Nothing is recorded afterwards.
  public func fatal(_ message: String) {
    record { state, cause in
      let event = state.append(.fatal, place: state.place(of: cause), text: message, cause: cause)
      state.stop(.fatal(message))
      return event
    }
  }

  /// Records a remark at the event that is being delivered.
  public func warning(_ message: String) {
    record { state, cause in
      state.append(.warning, place: state.place(of: cause), text: message, cause: cause)
    }
  }

  /// Ends the recording because of a limit; `sentence` says which, and who kept it busy.
  public func stop(_ sentence: String) {
    state.withLock { $0.stop(.stopped(sentence)) }
  }

  /// Notes, at the end of a run, what work is still scheduled; `nil` if there is none.
  public func noteUnfinished(_ sentence: String?) {
    state.withLock { $0.unfinished = sentence }
  }

  /// Whether a fatal error or a limit has ended the recording.
  public var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The name of the lane or stage at which an event was recorded.
  public func name(ofEvent event: Int32) -> String? {
    state.withLock { state in
      guard event >= 0, Int(event) < state.events.count else { return nil }
      let place = state.events[Int(event)].place
      return place >= 0 ? state.lanes[Int(place)].name : state.stages[Int(~place)].name
    }
  }

  /// What has been recorded so far, and the values of one type as they were, by event. O(events).
  package func recording<Value>(withValuesOf type: Value.Type) -> (
    recording: Recording, values: [EventID: Value]
  ) {
    var builder = RecordingBuilder(state.withLock { $0.frozen() })
    let recording = builder.build()
    return (recording, builder.values(of: type))
  }

  /// What has been recorded so far. O(events).
  public func recording(
    title: String = "", frame: VirtualDuration = .frame, showsDurations: Bool = false
  ) -> Recording {
    let snapshot = state.withLock { $0.frozen() }
    var builder = RecordingBuilder(snapshot)
    var recording = builder.build()
    recording.title = title
    recording.frame = frame
    recording.showsDurations = showsDurations
    return recording
  }
}

/// A lane that is being recorded. Thread-safe, as its recorder is.
public struct RecordedLane: Sendable, Hashable {
  public let recorder: Recorder
  @usableFromInline let id: Int32

  public static func == (a: Self, b: Self) -> Bool { a.recorder === b.recorder && a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  public var laneID: LaneID { Int(id) }
  public var name: String { recorder.state.withLock { $0.lanes[Int(id)].name } }
  /// The stage that feeds the lane, once it is known.
  public var source: RecordedStage? {
    let source = recorder.state.withLock { $0.lanes[Int(id)].source }
    return if case .stage(let stage) = source {
      RecordedStage(recorder: recorder, id: Int32(stage))
    } else {
      nil
    }
  }

  public func rename(_ name: String) {
    recorder.state.withLock { $0.lanes[Int(id)].name = name }
  }

  /// Makes `place` the lane's source; `false` if it has another one. A stage's output calls this when
  /// it knows the lane of its new subscriber.
  public func claimed(from place: Place) -> Bool {
    let cause = recorder.cause
    return recorder.state.withLock { $0.claim(id, from: place, cause: cause) }
  }

  public func describe(_ detail: String) {
    recorder.state.withLock { $0.lanes[Int(id)].detail = detail }
  }

  /// From now on the lane feeds a stage.
  package func feed(_ stage: RecordedStage) {
    recorder.state.withLock { $0.lanes[Int(id)].target = stage.id }
  }

  /// A subscription starts; the source is claimed by whatever is subscribed during `body`.
  public func subscribed<Result>(during body: () throws -> Result) rethrows -> Result {
    try recorder.record({ $0.subscribed(id, cause: $1) }) { try recorder.opening(id, body) }
  }

  /// The subscriber asks for `count` more values, without end if `nil`.
  public func requested<Result>(_ count: Int?, during body: () throws -> Result) rethrows -> Result
  {
    try recorder.record(
      { state, cause in
        let amount = count.map { Int32(clamping: $0) } ?? -1
        return state.append(.requested, place: id, payload: amount, cause: cause)
      }, during: body)
  }

  /// A value comes along the lane. If it comes while the lane subscribes or requests, and its
  /// source is a subject, relay, hub or cache, it is a replay.
  @inlinable @inline(__always)
  public func value<Value, Result>(_ value: Value, during body: () throws -> Result) rethrows
    -> Result
  {
    try recorder.record({ $0.value(value, lane: id, cause: $1) }, during: body)
  }

  @inlinable
  public func value<Value>(_ value: Value) { self.value(value) {} }

  public func finished<Result>(during body: () throws -> Result) rethrows -> Result {
    try recorder.record({ $0.finished(id, cause: $1) }, during: body)
  }

  public func failed<Result>(_ error: any Error, during body: () throws -> Result) rethrows
    -> Result
  {
    try recorder.record(
      { $0.failed(id, text: describeForLabel(error), cause: $1) }, during: body)
  }

  public func cancelled<Result>(during body: () throws -> Result) rethrows -> Result {
    try recorder.record({ $0.cancelled(id, cause: $1) }, during: body)
  }

  /// A value that was meant for the lane is lost.
  public func dropped<Value>(_ value: Value, _ reason: DropReason) {
    recorder.record { state, cause in
      state.append(
        reason == .noDemand ? .droppedNoDemand : .swallowed, place: id, value: value,
        cause: cause)
    }
  }

  /// A value enters the lane at its source; if nothing comes out of it, it counts as swallowed.
  /// Only for lanes whose end is recorded elsewhere.
  public func entering<Value>(_ value: Value, during body: () -> Void) {
    let before = recorder.state.withLock { $0.lanes[Int(id)].exits }
    body()
    recorder.record { state, cause in
      guard state.lanes[Int(id)].exits == before, state.lanes[Int(id)].isOpen else { return cause }
      return state.append(.swallowed, place: id, value: value, cause: cause, isTentative: true)
    }
  }

  /// The code that runs in a delivery on this lane, or on this thread, sends into a stage.
  public func sent<Value, Result>(
    _ value: Value, to stage: RecordedStage, during body: () throws -> Result
  ) rethrows -> Result {
    try recorder.record(
      { state, cause in
        let event = state.append(.sent, place: id, value: value, cause: cause)
        state.related[event] = stage.id
        return event
      }, during: body)
  }

  /// The code on this lane reads a stage's memory (or its operator's own, with `stage` nil).
  public func read<Value>(_ value: Value, from stage: RecordedStage? = nil) {
    recorder.record { state, cause in
      let event = state.append(.read, place: id, value: value, cause: cause)
      if let stage { state.related[event] = stage.id }
      return event
    }
  }
}

/// A stage that is being recorded. Thread-safe, as its recorder is.
public struct RecordedStage: Sendable, Hashable {
  public let recorder: Recorder
  let id: Int32

  public static func == (a: Self, b: Self) -> Bool { a.recorder === b.recorder && a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  public var stageID: StageID { Int(id) }

  /// A value that the stage keeps, until ``release(_:_:)``.
  public struct Held: Sendable, Hashable {
    let event: Int32
  }

  public func describe(_ detail: String) {
    recorder.state.withLock { $0.stages[Int(id)].detail = detail }
  }

  public func rename(_ name: String) {
    recorder.state.withLock { $0.stages[Int(id)].name = name }
  }

  /// How many lanes that leave it are open.
  package var openSubscriptions: Int {
    recorder.state.withLock { $0.stages[Int(id)].openBelow }
  }

  /// The stage keeps `value` from now on.
  public func hold<Value>(_ value: Value) -> Held {
    Held(
      event: recorder.record { $0.append(.held, place: ~id, value: value, cause: $1) })
  }

  /// The stage keeps it no longer; what leaves because of that is delivered in `body`.
  public func release<Result>(_ held: Held, _ fate: Fate, during body: () throws -> Result)
    rethrows -> Result
  {
    try recorder.record(
      { state, cause in
        state.append(
          .released, place: ~id, column: UInt16(fate.rank), payload: held.event, cause: cause)
      }, during: body)
  }

  public func release(_ held: Held, _ fate: Fate) { release(held, fate) {} }

  /// A delivery that others interrupt, or that interrupts others, runs in `body`.
  public func delivering<Value, Result>(_ value: Value, during body: () throws -> Result) rethrows
    -> Result
  {
    let start = recorder.record { $0.append(.delivering, place: ~id, value: value, cause: $1) }
    defer {
      recorder.record { $0.append(.delivered, place: ~id, payload: start, cause: $1) }
    }
    return try body()
  }

  /// Something is done to the stage by hand.
  public func control<Result>(_ text: String, during body: () throws -> Result) rethrows -> Result {
    try recorder.record(
      { $0.append(.control, place: ~id, text: text, cause: $1) }, during: body)
  }

  /// The stage ended other than through a lane.
  public func ended(_ failure: String? = nil) {
    recorder.record { $0.ended(id, failure: failure, cause: $1) }
  }
}
