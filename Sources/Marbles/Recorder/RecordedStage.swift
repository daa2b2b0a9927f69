/// A stage that is being recorded. Thread-safe, as its recorder is.
public struct RecordedStage: Sendable, Hashable {
  public let recorder: Recorder
  let id: Int32

  public static func == (a: Self, b: Self) -> Bool { a.recorder === b.recorder && a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  public var stageID: StageID { Int(id) }
  package var kind: Recording.Stage.Kind { recorder.state.withLock { $0.stages[Int(id)].kind } }

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

  /// The stage keeps `value` for one subscriber, until that asks for it.
  package func holdWaiting<Value>(_ value: Value) -> Held {
    Held(
      event: recorder.record {
        $0.append(.held, place: ~id, value: value, cause: $1, isTentative: true)
      })
  }

  /// The stage keeps it no longer; what leaves because of that is delivered in `body`.
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

  public func release(_ held: Held, _ fate: Recording.ReleaseReason) { release(held, fate) {} }

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
