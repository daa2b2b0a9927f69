import Marbles

/// Plays recordings by hand.
final class FixturePlay {
  let recorder = Recorder()

  func at(_ frame: Int64) { recorder.time = .zero + .milliseconds(frame) }

  func subscribe(
    _ lane: RecordedLane, to stage: RecordedStage, during body: () -> Void = {}
  ) {
    lane.subscribed {
      _ = recorder.attachPendingLane(to: .stage(stage.stageID))
      body()
    }
  }
}

/// A relay that stores its value like BehaviorRelay, without protection against re-entrance.
final class FixtureRelay {
  let stage: RecordedStage
  private(set) var value = ""
  private let play: FixturePlay
  private var held: RecordedStage.Held?
  private var listeners: [(lane: RecordedLane, then: (String) -> Void)] = []

  init(_ play: FixturePlay, _ name: String, _ detail: String) {
    self.play = play
    stage = play.recorder.stage(name, kind: .relay, detail: detail)
  }

  func start(_ first: String) {
    value = first
    held = stage.hold(first)
  }

  func subscribe(_ lane: RecordedLane, map: @escaping (String) -> String = { $0 }) {
    listen(lane) { lane.value(map($0)) }
  }

  /// - Parameter then: records the value on the lane, and its effects.
  func listen(_ lane: RecordedLane, _ then: @escaping (String) -> Void) {
    listeners.append((lane, then))
    play.subscribe(lane, to: stage) { lane.requested(nil) { then(value) } }
  }

  func accept(_ new: String) {
    value = new
    if let held { stage.release(held, .replaced) }
    held = stage.hold(new)
    stage.delivering(new) {
      for listener in listeners { listener.then(new) }
    }
  }
}
