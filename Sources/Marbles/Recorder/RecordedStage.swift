/// A stage of a recorder. Thread-safe.
public struct RecordedStage: Sendable, Hashable {
  /// The recorder of the stage.
  public let recorder: Recorder
  let id: Int32

  /// Whether both are the same stage of the same recorder.
  public static func == (a: Self, b: Self) -> Bool { a.recorder === b.recorder && a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The index of the stage in the recording.
  public var stageID: StageID { StageID(index: Int(id)) }
  package var kind: Recording.Stage.Kind { recorder.state.withLock { $0.stages[Int(id)].kind } }

  /// A value that the stage holds until ``release(_:_:)``.
  public struct Held: Sendable, Hashable {
    let event: Int32
  }

  /// Sets the detail of the stage.
  public func describe(_ detail: String) {
    recorder.state.withLock { $0.stages[Int(id)].detail = detail }
  }

  /// Changes the name of the stage.
  public func rename(_ name: String) {
    recorder.state.withLock { $0.stages[Int(id)].name = name }
  }

  /// Whether an upstream subscription of the stage is open.
  package var isConnected: Bool {
    recorder.state.withLock { $0.stages[Int(id)].openAbove > 0 }
  }
  /// The number of open subscriptions to the stage.
  package var openSubscriptions: Int {
    recorder.state.withLock { $0.stages[Int(id)].allOpenBelow }
  }

  /// Records the number of subscriptions once a subscription has been made: one that a stage which
  /// has ended did not end at once waits for the next run.
  @usableFromInline
  package func settleSubscription() {
    recorder.record { state, cause in
      if state.stages[Int(id)].allOpenBelow > 0 { state.announceCount(id, cause: cause) }
      return cause
    }
  }

  /// Records that a hub sends its end to its subscribers, after the end of its upstream.
  package func sendsEnd(failure: (any Error)?) {
    let text = failure.map { describeForLabel($0) }
    recorder.record { state, cause in
      state.endHub(id, run: state.stages[Int(id)].run, failure: text, cause: cause)
      return cause
    }
  }

  /// Notes that the stage delivers an element at its completion only, to all subscribers.
  package func deliversAtEnd() {
    recorder.state.withLock { $0.stages[Int(id)].deliversAtEnd = true }
  }

  /// Notes that a hub uses another subject from now on. Its subscribers so far stay subscribed to the
  /// old one, which sends no further events, not even an end.
  package func abandonSubscribers() {
    recorder.state.withLock { state in
      let index = Int(id)
      guard state.stages[index].kind == .hub, state.stages[index].openBelow > 0 else { return }
      state.stages[index].abandoned[state.stages[index].run] = state.stages[index].openBelow
      state.stages[index].openBelow = 0
      state.stages[index].run += 1
    }
  }

  /// Records that the stage holds a value from now on.
  public func hold<Value>(_ value: Value) -> Held {
    Held(
      event: recorder.record { $0.append(.held, place: ~id, value: value, cause: $1) })
  }

  /// Records that the stage holds a value for one subscriber until that requests it.
  package func holdWaiting<Value>(_ value: Value) -> Held {
    Held(
      event: recorder.record {
        $0.append(.held, place: ~id, value: value, cause: $1, isTentative: true)
      })
  }

  /// Records that the stage holds the value no longer. `body` delivers it, if it is delivered.
  public func release<Result>(
    _ held: Held, _ fate: Recording.ReleaseReason, during body: () throws -> Result
  )
    rethrows -> Result
  {
    try recorder.record(
      { state, cause in
        state.append(
          .released, place: ~id, column: UInt16(fate.rank), payload: held.event, cause: cause)
      }, during: body)
  }

  /// Records that the stage holds the value no longer.
  public func release(_ held: Held, _ fate: Recording.ReleaseReason) { release(held, fate) {} }

  /// Records a delivery that runs in `body` and can overlap others.
  public func delivering<Value, Result>(_ value: Value, during body: () throws -> Result) rethrows
    -> Result
  {
    let start = recorder.record { $0.append(.delivering, place: ~id, value: value, cause: $1) }
    defer {
      recorder.record { $0.append(.delivered, place: ~id, payload: start, cause: $1) }
    }
    return try body()
  }

  /// Records an operation on the stage by hand.
  public func control<Result>(_ text: String, during body: () throws -> Result) rethrows -> Result {
    try recorder.record(
      { $0.append(.control, place: ~id, text: text, cause: $1) }, during: body)
  }

  /// Records a completion or failure of the stage that does not come through a lane.
  public func ended(_ failure: String? = nil) { ended(failure) {} }

  /// Records a completion or failure of the stage that does not come through a lane. `body` passes it
  /// on.
  public func ended<Result>(
    _ failure: String? = nil, during body: () throws -> Result
  ) rethrows -> Result {
    try recorder.record({ $0.ended(id, failure: failure, cause: $1) }, during: body)
  }
}
