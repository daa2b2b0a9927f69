import Marbles

/// A variable that several threads use, as a stage of the picture that holds its value.
final class RecordedVariable {
  private let stage: RecordedStage
  private var held: RecordedStage.Held

  init(_ name: String, _ value: ScriptValue, by recorder: Recorder) {
    stage = recorder.stage(name, kind: .relay, detail: "var")
    held = stage.hold(value)
  }

  func read(_ value: ScriptValue, on lane: RecordedLane?) { lane?.read(value, from: stage) }

  func change(to value: ScriptValue, on lane: RecordedLane?) {
    guard let lane else { return replace(by: value) }
    lane.sent(value, to: stage) { replace(by: value) }
  }

  private func replace(by value: ScriptValue) {
    stage.release(held, .replaced)
    held = stage.hold(value)
  }
}
