import Testing

@testable import Marbles

@Suite("A swirly file as a recording")
struct SwirlyRecordingTests {
  private func recording(_ text: String) -> Recording {
    Recording(swirly: SwirlyFile(parsing: text), title: "by hand")
  }

  /// Time, lane, mark and text of every event.
  private func lines(_ recording: Recording) -> [String] {
    recording.events.map { event in
      guard case .lane(let lane) = event.place else { return "on a stage" }
      let text = event.mark.label.map { " " + recording.text($0) } ?? ""
      return "\(recording.timeText(event.time)) \(recording.lanes[lane].name) "
        + event.mark.word.rawValue + text
    }
  }

  @Test("has its streams as lanes and its operators as stages")
  func map() {
    let recording = recording(
      """
      -a-b-|
      title = letters

      > map

      -A---|
      """)
    #expect(recording.stages == [Recording.Stage(name: "map", kind: .memory)])
    #expect(
      recording.lanes == [
        Recording.Lane(name: "letters", role: .input, target: 0),
        Recording.Lane(name: "output", role: .subscription, source: .stage(0)),
      ])
    #expect(
      lines(recording) == [
        "1 letters value a", "1 output value A", "3 letters value b", "5 letters finished",
        "5 output finished",
      ])
    #expect(recording.events.map(\.cause) == [nil, 0, nil, nil, 3])
  }

  @Test("has streams in streams as the inner streams of the operator below")
  func inner() {
    let recording = recording(
      """
      x = -a|

      --x|

      > concatAll

      ---a|
      """)
    #expect(recording.stages.map(\.kind) == [.box])
    #expect(
      recording.lanes[1] == Recording.Lane(name: "x", role: .inner, source: .lane(0), target: 0))
    #expect(
      lines(recording) == [
        "2 input value x", "2 x subscribed", "3 x value a", "3 input finished", "3 output value a",
        "4 x finished", "4 output finished",
      ])
    #expect(recording.events[4].cause == 2)
    #expect(recording.events[1].cause == 0)
  }

  @Test("tells a ghost from a value, and an error from an end")
  func ghosts() {
    let recording = recording("-a-b-#\nghosts = b\n")
    #expect(lines(recording) == ["1 input value a", "3 input dropped b", "5 input failed error"])
  }
}
