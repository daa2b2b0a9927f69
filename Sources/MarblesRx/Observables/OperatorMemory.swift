import Marbles

/// Tells the stage that an operator is in a recorded picture what the operator keeps; does nothing
/// where nothing is recorded.
struct OperatorMemory {
  let stage: RecordedStage?

  func hold<Value>(_ value: Value) -> RecordedStage.Held? { stage?.hold(value) }

  func release(_ held: RecordedStage.Held?, _ fate: Fate) {
    if let held { stage?.release(held, fate) }
  }

  /// Releases, and delivers in `body` what leaves because of that.
  func release(_ held: RecordedStage.Held?, _ fate: Fate, during body: () -> Void) {
    if let held, let stage { stage.release(held, fate, during: body) } else { body() }
  }
}

extension Sink {
  /// The stage below which the sink's lane was opened.
  var memory: OperatorMemory { OperatorMemory(stage: lane?.source) }
}
