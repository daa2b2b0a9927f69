/// Records what streams do: the time, the order, the lane and the cause of every event.
///
/// A probe (or a program of its own) opens lanes and stages and tells them what happens. Causes
/// come from nesting: whatever is recorded during the `body` of a call was caused by it, on the
/// same thread. Values are kept as they are and become text once, when the recording is taken;
/// values of classes, which may change meanwhile, become text at once.
///
/// Thread-safe. Nothing is called while the recorder's lock is held. Recording an event costs
/// O(1) and no allocation beyond the growth of its tables.
public final class Recorder: Sendable {
  @usableFromInline let state: Locked<RecorderState>
  @usableFromInline let clock: (@Sendable () -> VirtualTime)?

  /// Whether what a task's job does after it got a value is caused by that value.
  let followsTasks: Bool

  /// A recorder whose time is moved by a scheduler (``time``).
  public convenience init() { self.init(followsTasks: false) }

  init(followsTasks: Bool) {
    state = Locked(RecorderState())
    clock = nil
    self.followsTasks = followsTasks
  }

  /// A recorder that asks for the time at each event.
  public init(clock: @escaping @Sendable () -> VirtualTime) {
    state = Locked(RecorderState())
    self.clock = clock
    followsTasks = false
  }

  /// The time that the next events get.
  public var time: VirtualTime {
    get { clock?() ?? state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// How many events have been recorded.
  public var count: Int { state.withLock { $0.events.count } }
  /// How many lanes there are.
  package var laneCount: Int { state.withLock { $0.lanes.count } }

  // MARK: Lanes and stages

  /// Adds a stage to the picture.
  public func stage(_ name: String, kind: Recording.Stage.Kind, detail: String = "")
    -> RecordedStage
  {
    RecordedStage(
      recorder: self, id: state.withLock { $0.addStage(name, kind: kind, detail: detail) })
  }

  /// Adds a lane; nothing happens on it until it is told.
  public func lane(
    _ name: String, role: Recording.Lane.Role = .subscription, detail: String = "",
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
  public func claimLane(from place: Recording.Place) -> RecordedLane? {
    let id = ThreadTable.current?.pointee.lane(of: identity) ?? -1
    guard id >= 0 else { return nil }
    let cause = self.cause
    return state.withLock { $0.claim(id, from: place, cause: cause) }
      ? RecordedLane(recorder: self, id: id) : nil
  }

  /// The lane that is being subscribed on this thread, whether or not its source is known.
  package var openingLane: RecordedLane? {
    let id = ThreadTable.current?.pointee.lane(of: identity) ?? -1
    return id >= 0 ? RecordedLane(recorder: self, id: id) : nil
  }

  // MARK: Causes

  /// The event during which this thread works now, or -1: what a scheduler keeps with a job.
  @inlinable
  public var cause: Int32 { ThreadTable.current?.pointee.event(of: identity) ?? -1 }

  /// Runs `body` as something that `cause` caused. A scheduler calls it around a job.
  @inlinable @inline(__always)
  public func withCause<Result>(_ cause: Int32, _ body: () throws -> Result) rethrows -> Result {
    guard let table = ThreadTable.current else { return try body() }
    let outer = table.pointee.exchange(event: cause, of: identity)
    defer { table.pointee.exchange(event: outer, of: identity) }
    return try body()
  }

  /// Tells this recorder from the others that are alive.
  @inlinable
  var identity: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// Runs `body` with `lane` waiting for its source.
  func opening<Result>(_ lane: Int32, _ body: () throws -> Result) rethrows -> Result {
    guard let table = ThreadTable.current else { return try body() }
    let outer = table.pointee.exchange(lane: lane, of: identity)
    defer { _ = table.pointee.exchange(lane: outer, of: identity) }
    return try body()
  }

  /// Runs `body` with no lane waiting for its source: what is subscribed in it is a side input.
  package func unattended<Result>(_ body: () throws -> Result) rethrows -> Result {
    try opening(-1, body)
  }

  /// The lane on which this thread delivers (or subscribes, requests, …) now, whatever stages are
  /// between; `nil` outside of all events.
  package var currentLane: RecordedLane? {
    let event = cause
    let lane = state.withLock { $0.lane(of: event) }
    return lane >= 0 ? RecordedLane(recorder: self, id: lane) : nil
  }

  // MARK: Recording

  /// Appends an event with what `change` makes of the state, and runs `body` inside it.
  @inlinable @inline(__always)
  func record<Result>(
    _ change: (inout RecorderState, _ cause: Int32) -> Int32, during body: () throws -> Result
  ) rethrows -> Result {
    guard let table = ThreadTable.current else {
      append(change, cause: -1)
      return try body()
    }
    let cause = table.pointee.event(of: identity)
    table.pointee.exchange(event: append(change, cause: cause), of: identity)
    defer { table.pointee.exchange(event: cause, of: identity) }
    return try body()
  }

  @inlinable @inline(__always) @discardableResult
  func record(_ change: (inout RecorderState, _ cause: Int32) -> Int32) -> Int32 {
    append(change, cause: cause)
  }

  @inlinable @inline(__always) @discardableResult
  func append(_ change: (inout RecorderState, _ cause: Int32) -> Int32, cause: Int32) -> Int32 {
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

  /// Lets go of everything that has been recorded; nothing is recorded afterwards.
  ///
  /// Values that are streams know their scheduler, and it its recorder: a run that is over breaks
  /// that circle.
  package func forget() {
    let old = state.withLock { $0.forget() }
    withExtendedLifetime(old) {}
  }

  /// Notes, at the end of a run, what work is still scheduled; `nil` if there is none.
  public func noteUnfinished(_ sentence: String?) {
    state.withLock { $0.unfinished = sentence }
  }

  /// Says that every stage will tell what it keeps: then what nobody kept is no replay.
  package func expectMemory() { state.withLock { $0.tellsMemory = true } }

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
