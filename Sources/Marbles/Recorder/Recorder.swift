/// Records the events of streams: each with its time, its order, its lane and its cause.
///
/// A probe, or a program, opens lanes and stages and reports their events. Causes follow from
/// nesting: an event recorded during the `body` of a call, on the same thread, is caused by that
/// call. Values are stored unchanged and converted to text when the recording is taken; instances
/// of classes can change until then, so they are converted at once.
///
/// Thread-safe. No foreign code runs while the lock of the recorder is held.
///
/// - Complexity: O(1) per event, without allocation except for the growth of its tables.
public final class Recorder: Sendable {
  @usableFromInline let state: Locked<RecorderState>
  @usableFromInline let clock: (@Sendable () -> VirtualTime)?

  /// Whether the events of a task's job are caused by the last value that the job received.
  let followsTasks: Bool

  /// Creates a recorder whose time is set by a scheduler (``time``).
  public convenience init() { self.init(followsTasks: false) }

  init(followsTasks: Bool) {
    state = Locked(RecorderState())
    clock = nil
    self.followsTasks = followsTasks
  }

  /// Creates a recorder that reads the time from a clock at each event.
  public init(clock: @escaping @Sendable () -> VirtualTime) {
    state = Locked(RecorderState())
    self.clock = clock
    followsTasks = false
  }

  /// The time of the next events.
  public var time: VirtualTime {
    get { clock?() ?? state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// The number of recorded events.
  public var count: Int { state.withLock { $0.events.count } }
  /// The number of lanes.
  package var laneCount: Int { state.withLock { $0.lanes.count } }

  // MARK: Lanes and stages

  /// Adds a stage.
  public func stage(_ name: String, kind: Recording.Stage.Kind, detail: String = "")
    -> RecordedStage
  {
    RecordedStage(
      recorder: self, id: state.withLock { $0.addStage(name, kind: kind, detail: detail) })
  }

  /// Adds a lane without events.
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

  /// Adds a lane into a stage. It has the given name until its source is known, and then that of the
  /// source.
  package func laneNamedAfterSource(_ name: String, target: RecordedStage) -> RecordedLane {
    let lane = lane(name, target: target)
    state.withLock { $0.lanes[Int(lane.id)].awaitsName = true }
    return lane
  }

  /// The lane with the given name, if its subscription is closed and it feeds no stage; otherwise a
  /// new one, with a number after its name if the name is taken.
  public func laneForResubscription(_ name: String) -> RecordedLane {
    let id = state.withLock { state in
      state.closedLane(name)
        ?? state.addLane(
          state.freeLaneName(name), role: .subscription, detail: "", target: -1)
    }
    return RecordedLane(recorder: self, id: id)
  }

  /// The lane of role `source` from which the lane that is being subscribed on this thread received
  /// its values before; `nil` while it is open.
  package var closedSourceLane: RecordedLane? {
    let opening = ThreadTable.current?.pointee.lane(of: identity) ?? -1
    return state.withLock { $0.closedSource(of: opening) }
      .map { RecordedLane(recorder: self, id: $0) }
  }

  /// Makes `place` the source of the lane that is being subscribed on this thread, if that has no
  /// other source. The output of a stage calls this when it receives a subscriber.
  public func attachPendingLane(to place: Recording.Place) -> RecordedLane? {
    let id = ThreadTable.current?.pointee.lane(of: identity) ?? -1
    guard id >= 0 else { return nil }
    let cause = self.cause
    return state.withLock { $0.claim(id, from: place, cause: cause) }
      ? RecordedLane(recorder: self, id: id) : nil
  }

  /// The lane that is being subscribed on this thread, with or without a source.
  package var openingLane: RecordedLane? {
    let id = ThreadTable.current?.pointee.lane(of: identity) ?? -1
    return id >= 0 ? RecordedLane(recorder: self, id: id) : nil
  }

  // MARK: Causes

  /// The event that is current on this thread, or -1. A scheduler stores it with each job.
  @inlinable
  package var cause: Int32 { ThreadTable.current?.pointee.event(of: identity) ?? -1 }

  /// Runs `body` with `cause` as the current event. A scheduler calls it around each job.
  @inlinable @inline(__always)
  package func withCause<Result>(_ cause: Int32, _ body: () throws -> Result) rethrows -> Result {
    guard let table = ThreadTable.current else { return try body() }
    let outer = table.pointee.exchange(event: cause, of: identity)
    defer { table.pointee.exchange(event: outer, of: identity) }
    return try body()
  }

  /// A number that no other living recorder has.
  @inlinable
  var identity: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// Runs `body` with `lane` as the lane that waits for its source.
  func opening<Result>(_ lane: Int32, _ body: () throws -> Result) rethrows -> Result {
    guard let table = ThreadTable.current else { return try body() }
    let outer = table.pointee.exchange(lane: lane, of: identity)
    defer { _ = table.pointee.exchange(lane: outer, of: identity) }
    return try body()
  }

  /// Runs `body` without a lane that waits for its source: for subscriptions of a second input.
  package func withoutPendingLane<Result>(_ body: () throws -> Result) rethrows -> Result {
    try opening(-1, body)
  }

  /// The lane of the current event of this thread, or of its nearest cause on a lane; `nil` outside
  /// of events.
  package var currentLane: RecordedLane? {
    let event = cause
    let lane = state.withLock { $0.lane(of: event) }
    return lane >= 0 ? RecordedLane(recorder: self, id: lane) : nil
  }

  // MARK: Recording

  /// Appends an event by calling `change` with the state, and runs `body` during that event.
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

  /// Records that the program stops, and ends the recording.
  public func fatal(_ message: String) {
    record { state, cause in
      let event = state.remark(.fatal, message, cause: cause)
      state.stop(.fatal(message))
      return event
    }
  }

  /// Records a remark at the place of the current event.
  public func warning(_ message: String) {
    record { $0.remark(.warning, message, cause: $1) }
  }

  /// Records RxSwift's warning about overlapping deliveries, unless the run follows the rules of
  /// another framework.
  package func anomaly(_ message: String) {
    if state.withLock({ $0.warnsOfAnomalies }) { warning(message) }
  }

  /// Stops recording RxSwift's warnings about overlapping deliveries.
  package func ignoreAnomalies() { state.withLock { $0.warnsOfAnomalies = false } }

  /// Ends the recording because of a limit.
  ///
  /// - Parameter sentence: names the limit and the stream that exceeded it.
  public func stop(_ sentence: String) {
    state.withLock { $0.stop(.stopped(sentence)) }
  }

  /// Releases all recorded values and ends the recording.
  ///
  /// A value that is a stream refers to its scheduler, and the scheduler to its recorder; this
  /// breaks the reference cycle at the end of a run.
  package func forget() {
    let old = state.withLock { $0.forget() }
    withExtendedLifetime(old) {}
  }

  /// Sets the sentence about work that is scheduled at the end of the run; `nil` if there is none.
  package func setUnfinishedWork(_ sentence: String?) {
    state.withLock { $0.unfinished = sentence }
  }

  /// Requires that every stage reports the values that it holds: then a value that no stage holds
  /// is not a replay.
  package func requireHoldReports() { state.withLock { $0.tellsMemory = true } }

  /// Whether a fatal error or a limit has ended the recording.
  public var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The name of the lane or stage of an event, then that of the stage into which the lane leads.
  package func names(ofEvent event: Int32) -> [String] {
    state.withLock { state in
      guard event >= 0, Int(event) < state.events.count else { return [] }
      let place = state.events[Int(event)].place
      guard place >= 0 else { return [state.stages[Int(~place)].name] }
      let lane = state.lanes[Int(place)]
      return [lane.name] + (lane.target >= 0 ? [state.stages[Int(lane.target)].name] : [])
    }
  }

  /// The recording so far, and the values of one type by event.
  ///
  /// - Complexity: O(n) in the number of events.
  package func recording<Value>(withValuesOf type: Value.Type) -> (
    recording: Recording, values: [EventID: Value]
  ) {
    var builder = RecordingBuilder(state.withLock { $0.frozen() })
    let recording = builder.build()
    return (recording, builder.values(of: type))
  }

  /// The length of a frame in recordings that are taken without one: that of the scheduler.
  package var defaultFrame: VirtualDuration {
    get { state.withLock { $0.defaultFrame } }
    set { state.withLock { $0.defaultFrame = newValue } }
  }

  /// The recording so far.
  ///
  /// - `frame`: the length of a frame; by default that of the scheduler of the recorder, and one
  ///   millisecond without a scheduler.
  /// - Complexity: O(n) in the number of events.
  public func recording(
    title: String = "", frame: VirtualDuration? = nil, showsDurations: Bool = false
  ) -> Recording {
    let snapshot = state.withLock { $0.frozen() }
    var builder = RecordingBuilder(snapshot)
    var recording = builder.build()
    recording.title = title
    recording.frame = frame ?? snapshot.defaultFrame
    recording.showsDurations = showsDurations
    return recording
  }
}
