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
      return "\(recording.timeText(event.time)) \(recording[lane].name) "
        + event.mark.word.rawValue + text
    }
  }

  @Test("streams become lanes, and operators become stages")
  func streamsBecomeLanesAndOperatorsBecomeStages() {
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

  @Test("streams in streams are the inner streams of the next operator")
  func streamsInStreamsAreTheInnerStreamsOfTheNextOperator() {
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

  @Test("a ghost differs from a value, and an error from a completion")
  func aGhostDiffersFromAValueAndAnErrorFromACompletion() {
    let recording = recording("-a-b-#\nghosts = b\n")
    #expect(lines(recording) == ["1 input value a", "3 input dropped b", "5 input failed error"])
  }

  @Test("an inner stream that is a ghost is dropped and not opened")
  func anInnerStreamThatIsAGhostIsDroppedAndNotOpened() {
    let recording = recording("n = -x|\n\n--n-|\nghosts = n\n\n> exhaustAll\n\n----|\n")
    #expect(
      lines(recording) == ["2 input dropped n", "4 input finished", "4 output finished"])
    #expect(recording.lanes.map(\.name) == ["input", "output"])
  }

  @Test("the summary counts the values of a stream of streams")
  func theSummaryCountsTheValuesOfAStreamOfStreams() {
    let recording = recording("x = --1|\n\n-x---x--|\n\n> mergeAll\n\n---1---1|\n")
    #expect(Diagram(recording).summary == "2 values, 2 inner streams, 2 results")
  }

  @Test("a stream with an offset is subscribed at its first frame")
  func aStreamWithAnOffsetIsSubscribedAtItsFirstFrame() {
    let recording = recording("--p-----q---|\n\n      --r|\n\n> window\n\n--------r---|\n")
    #expect(
      lines(recording) == [
        "2 input value p", "6 input subscribed", "8 input value q", "8 input value r",
        "8 output value r", "9 input finished", "12 input finished", "12 output finished",
      ])
  }

  @Test("an operator whose input follows an output is an alternative")
  func anOperatorWhoseInputFollowsAnOutputIsAnAlternative() {
    let recording = recording("-p-q-#\n\n> delay(5)\n\n-----#\n\n> keepFirst\n\n-p---|\n")
    #expect(recording.lanes.map(\.target) == [0, nil, nil])
    #expect(recording.lanes.map(\.source) == [nil, .stage(0), .stage(1)])
    #expect(recording.lanes.map(\.name) == ["input", "output", "output"])
    #expect(
      Diagram(recording).summary == "delay(5): 2 sent, 0 delivered; keepFirst: 1 delivered")
    let chain = self.recording("-p-q-|\n\n> map\n\n-P-Q-|\n\n> skip\n\n---Q-|\n")
    #expect(chain.lanes.map(\.target) == [0, 1, nil])
    let simultaneous = self.recording("-p-q-|\n\n> map\n\n-P-Q-|\n\n> scan\n\n-1-2-|\n")
    #expect(simultaneous.lanes.map(\.target) == [0, 1, nil])
  }
}
