import Marbles

extension Fixtures {
  /// Pictures of several recordings.
  static var compared: [(name: String, diagram: Diagram)] {
    [("dialects", dialects()), ("marble-diff", marbleDifference())]
  }

  static func dialects() -> Diagram {
    Diagram(
      title: "share() after the end: RxSwift starts again, Combine does not",
      panels: [
        ("RxSwift", shareThatEnds("replay 0, whileConnected", startsAgain: true)),
        ("Combine", shareThatEnds("PassthroughSubject", startsAgain: false)),
      ])
  }

  private static func shareThatEnds(_ detail: String, startsAgain: Bool) -> Recording {
    let hub = FixtureHub("share()", detail)
    hub.at(0).subscribe("A")
    hub.at(10).emit("x")
    hub.at(20).end()
    if startsAgain { hub.forgetEnd() }
    hub.at(30).subscribe("B")
    if startsAgain {
      hub.at(40).emit("x")
      hub.at(50).end()
    }
    return hub.recorder.recording()
  }

  static func marbleDifference() -> Diagram {
    Diagram(
      title: "suggestions: not as expected",
      expected: lane([(10, "car"), (20, "cart"), (30, "carton")], end: 50),
      recorded: lane([(10, "car"), (20, "cart"), (40, "carton")], end: 50))
  }

  /// A single lane that subscribes at 0.
  static func lane(_ values: [(Int64, String)], end: Int64? = nil) -> Recording {
    let play = FixturePlay()
    let lane = play.recorder.lane("suggestions")
    lane.subscribed {}
    for (frame, value) in values {
      play.at(frame)
      lane.value(value)
    }
    if let end {
      play.at(end)
      lane.finished {}
    }
    return play.recorder.recording()
  }
}
