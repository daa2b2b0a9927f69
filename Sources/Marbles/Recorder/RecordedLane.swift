/// A lane of a recorder. Thread-safe.
public struct RecordedLane: Sendable, Hashable {
  /// The recorder of the lane.
  public let recorder: Recorder
  @usableFromInline let id: Int32

  /// Whether both are the same lane of the same recorder.
  public static func == (a: Self, b: Self) -> Bool { a.recorder === b.recorder && a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The index of the lane in the recording.
  public var laneID: LaneID { LaneID(index: Int(id)) }
  /// The name of the lane.
  public var name: String { recorder.state.withLock { $0.lanes[Int(id)].name } }
  /// Whether a subscription through the lane is open.
  package var isOpen: Bool { recorder.state.withLock { $0.lanes[Int(id)].isOpen } }
  /// The stage that feeds the lane; `nil` until it is known.
  public var source: RecordedStage? {
    let source = recorder.state.withLock { $0.lanes[Int(id)].source }
    return if case .stage(let stage) = source {
      RecordedStage(recorder: recorder, id: Int32(stage.index))
    } else {
      nil
    }
  }

  /// Changes the name of the lane.
  public func rename(_ name: String) {
    recorder.state.withLock { $0.lanes[Int(id)].name = name }
  }

  /// Makes `place` the source of the lane. The output of a stage calls this when it knows the lane of
  /// its new subscriber.
  ///
  /// - Returns: `false` if the lane has another source.
  public func claimed(from place: Recording.Place) -> Bool {
    let cause = recorder.cause
    return recorder.state.withLock { $0.claim(id, from: place, cause: cause) }
  }

  /// An open subscription from a stage to the operators of a lane. The recorder's lock guards it.
  @usableFromInline
  package final class Edge {
    let lane: Int32
    let stage: Int32
    /// The run of the stage in which it was opened.
    let run: Int32
    /// Whether the lane had ended before.
    let isLate: Bool
    var isOpen = true

    init(lane: Int32, stage: Int32, run: Int32, isLate: Bool) {
      self.lane = lane
      self.stage = stage
      self.run = run
      self.isLate = isLate
    }
  }

  /// Makes `stage` the source of the lane and opens a subscription to it, which an operator of the
  /// lane can end before the lane ends; `nil` if the lane has another source.
  package func subscribedThroughOperators(to stage: RecordedStage) -> Edge? {
    guard stage.recorder === recorder else { return nil }
    let isOpening = recorder.openingLane == self
    let cause = recorder.cause
    return recorder.state.withLock {
      $0.openEdge(id, from: stage.id, isOpening: isOpening, cause: cause)
    }
  }

  /// The operators have cancelled their subscription.
  package func cancelled(_ edge: Edge) {
    recorder.record { state, cause in
      state.leave(id, by: edge, failure: nil, isEnd: false, cause: cause)
    }
  }

  /// The stage completes; the operators receive the completion in `body`.
  package func ended(_ edge: Edge, failure: String?, during body: () -> Void) {
    recorder.record { state, cause in
      guard edge.isOpen else { return cause }
      state.endHub(edge.stage, run: edge.run, failure: failure, cause: cause)
      state.lanes[Int(id)].ending.append(edge)
      return cause
    }
    body()
    recorder.record { state, cause in
      state.lanes[Int(id)].ending.removeAll { $0 === edge }
      return state.leave(id, by: edge, failure: failure, isEnd: true, cause: cause)
    }
  }

  /// Sets the detail of the lane: its operators, or the kind of its subscriber.
  public func describe(_ detail: String) {
    recorder.state.withLock { $0.lanes[Int(id)].detail = detail }
  }

  /// Makes `stage` the target of the lane.
  package func feed(_ stage: RecordedStage) {
    recorder.state.withLock { $0.lanes[Int(id)].target = stage.id }
  }

  /// Records a subscription. The publisher that is subscribed to during `body` sets the source.
  ///
  /// - Parameters:
  ///   - role: The purpose of the subscription for the operator that makes it.
  ///   - body: Subscribes; called once.
  public func subscribed<Result>(
    as role: Recording.EdgeRole = .main, during body: () throws -> Result
  ) rethrows -> Result {
    try recorder.record({ $0.subscribed(id, as: role, cause: $1) }) {
      try recorder.opening(id, body)
    }
  }

  /// Records a request for `count` more values; for unlimited values, if `nil`.
  public func requested<Result>(_ count: Int?, during body: () throws -> Result) rethrows -> Result
  {
    try recorder.record(
      { state, cause in
        let amount = count.map { Int32(clamping: $0) } ?? -1
        return state.append(.requested, place: id, payload: amount, cause: cause)
      }, during: body)
  }

  /// Records a value. It is a replay if it comes during a subscription or request of the lane and
  /// the source is a subject, relay, hub or cache.
  @inlinable @inline(__always)
  public func value<Value, Result>(_ value: Value, during body: () throws -> Result) rethrows
    -> Result
  {
    try recorder.record({ $0.value(value, lane: id, cause: $1) }, during: body)
  }

  /// Records a value that has no effects.
  @inlinable
  public func value<Value>(_ value: Value) { self.value(value) {} }

  /// Whether the subscription of a probe is open. Guarded by the lock of the recorder, which each
  /// value acquires anyway.
  @usableFromInline
  package final class Gate {
    @usableFromInline @exclusivity(unchecked) var isOpen = false

    package init() {}
  }

  /// Opens or closes a gate.
  ///
  /// - Returns: whether the gate changed.
  @usableFromInline
  package func set(_ gate: Gate, isOpen: Bool) -> Bool {
    recorder.state.withLock { _ in
      defer { gate.isOpen = isOpen }
      return gate.isOpen != isOpen
    }
  }

  package func isOpen(_ gate: Gate) -> Bool { recorder.state.withLock { _ in gate.isOpen } }

  /// Like ``value(_:during:)``, if the gate is open.
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

  /// Records the completion. `body` passes it on.
  public func finished<Result>(during body: () throws -> Result) rethrows -> Result {
    defer { endIsDelivered() }
    return try recorder.record({ $0.finished(id, cause: $1) }, during: body)
  }

  /// Records a failure. `body` passes it on.
  public func failed<Result>(_ error: any Error, during body: () throws -> Result) rethrows
    -> Result
  {
    defer { endIsDelivered() }
    return try recorder.record(
      { $0.failed(id, text: describeForLabel(error), cause: $1) }, during: body)
  }

  private func endIsDelivered() {
    recorder.record { state, cause in
      state.delivered(endOf: id)
      return cause
    }
  }

  /// Records a cancel by the subscriber. `body` cancels upstream.
  public func cancelled<Result>(during body: () throws -> Result) rethrows -> Result {
    try recorder.record({ $0.cancelled(id, cause: $1) }, during: body)
  }

  /// Records the loss of a value; has no effect after the end of the subscription.
  public func dropped<Value>(_ value: Value, _ reason: Recording.DropReason) {
    recorder.record { state, cause in
      guard !state.lanes[Int(id)].isOver else { return cause }
      return state.append(
        reason == .noDemand ? .droppedNoDemand : .swallowed, place: id, value: value,
        cause: cause)
    }
  }

  /// Runs `body`, which passes a value to the operators of the lane, and records the value as dropped
  /// if no value and no end comes out of them.
  public func entering<Value>(_ value: Value, during body: () -> Void) {
    let before = recorder.state.withLock { $0.lanes[Int(id)].exits }
    body()
    recorder.record { state, cause in
      guard state.lanes[Int(id)].exits == before, state.lanes[Int(id)].isOpen else { return cause }
      return state.append(.swallowed, place: id, value: value, cause: cause, isTentative: true)
    }
  }

  /// Records that the code of a delivery on this lane, or of this thread, sends into a stage.
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

  /// Records that the code on this lane reads the memory of a stage, or of its own operator if
  /// `stage` is `nil`.
  public func read<Value>(_ value: Value, from stage: RecordedStage? = nil) {
    recorder.record { state, cause in
      let event = state.append(.read, place: id, value: value, cause: cause)
      if let stage { state.related[event] = stage.id }
      return event
    }
  }
}
