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
  public func claimed(from place: Recording.Place) -> Bool {
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

  /// Whether a subscription through the lane is open. The recorder's lock guards it, which every
  /// value takes anyway.
  @usableFromInline
  package final class Gate {
    @usableFromInline @exclusivity(unchecked) var isOpen = false

    package init() {}
  }

  /// Opens or closes a gate.
  ///
  /// - Returns: whether that changed anything.
  @usableFromInline
  package func set(_ gate: Gate, isOpen: Bool) -> Bool {
    recorder.state.withLock { _ in
      defer { gate.isOpen = isOpen }
      return gate.isOpen != isOpen
    }
  }

  package func isOpen(_ gate: Gate) -> Bool { recorder.state.withLock { _ in gate.isOpen } }

  /// As ``value(_:during:)``, if the gate is open.
  @inlinable @inline(__always)
  package func value<Value, Result>(
    _ value: Value, through gate: Gate, during body: () throws -> Result
  ) rethrows -> Result? {
    var isOpen = true
    return try recorder.record(
      { state, cause in
        isOpen = gate.isOpen
        return isOpen ? state.value(value, lane: id, cause: cause) : cause
      }, during: { isOpen ? try body() : nil })
  }

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

  /// A value that was meant for the lane is lost. On a lane that is over nothing is lost any more.
  public func dropped<Value>(_ value: Value, _ reason: Recording.DropReason) {
    recorder.record { state, cause in
      guard !state.lanes[Int(id)].isOver else { return cause }
      return state.append(
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
