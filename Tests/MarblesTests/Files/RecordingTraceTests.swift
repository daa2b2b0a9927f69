import Testing

@testable import Marbles

@Suite("A trace")
struct RecordingTraceTests {
  private static let header = #"{"format": "marbles trace", "version": 1}"#
  private static let shared = """
    \(header)
    {"stage": "share", "kind": "hub"}
    {"lane": "up", "target": "share"}
    {"lane": "A", "source": "share"}
    {"lane": "B", "source": "share"}

    """

  @Test("connections, counts and missed values follow from the lanes of a trace")
  func connectionsCountsAndMissedValuesFollowFromTheLanesOfATrace() throws {
    let recording = try Recording(
      trace: Self.shared + """
        {"at": 0, "lane": "A", "mark": "subscribed", "id": "a"}
        {"at": 0, "lane": "up", "mark": "subscribed", "cause": "a"}
        {"at": 1.5, "lane": "up", "mark": "value", "text": 40, "id": 1}
        {"at": 1.5, "lane": "A", "mark": "value", "text": 40, "cause": 1}
        {"at": 2, "lane": "B", "mark": "subscribed"}
        {"at": 3, "lane": "A", "mark": "cancelled"}
        """)
    #expect(recording.lanes[2].missed.map { recording[$0].place } == [.lane(0)])
    #expect(
      recording.events.map(\.mark) == [
        .subscribed(), .count(1), .subscribed(), .connected, .value(Recording.Label(index: 0)),
        .value(Recording.Label(index: 0)), .subscribed(), .count(2), .cancelled, .count(1),
      ])
    #expect(recording.labels == ["40"])
    #expect(recording.events[4].time == VirtualTime(nanoseconds: 1_500_000))
    #expect(recording.events[5].cause == 4)
    #expect(try Recording(json: recording.json()) == recording)
  }

  @Test("a text is drawn as the trace has it")
  func aTextIsDrawnAsTheTraceHasIt() throws {
    let recording = try Recording(
      trace: Self.shared + """
        {"at": 1, "lane": "A", "mark": "subscribed"}
        {"at": 1, "lane": "A", "mark": "value", "text": "nil"}
        {"at": 2, "stage": "share", "mark": "held", "text": "\\"nil\\""}
        """)
    #expect(recording.labels == ["nil", "\"nil\""])
  }

  @Test("a replay is found by its cause, with its held value")
  func aReplayIsFoundByItsCauseWithItsHeldValue() throws {
    let recording = try Recording(
      trace: Self.shared + """
        {"at": 1, "stage": "share", "mark": "held", "text": "x", "id": "h"}
        {"at": 2, "lane": "B", "mark": "subscribed", "id": "b"}
        {"at": 2, "lane": "B", "mark": "value", "text": "x", "cause": "b"}
        {"at": 3, "stage": "share", "mark": "released", "held": "h", "fate": "forgotten"}
        """)
    #expect(recording.events.map(\.mark).contains(.replayed(Recording.Label(index: 0), from: 0)))
    #expect(recording.events.last?.mark == .released(0, .forgotten))
  }

  @Test(
    "a lane of a trace can subscribe again after its end",
    arguments: [
      (#""mark": "failed", "text": "boom""#, "failed"), (#""mark": "finished""#, "finished"),
      (#""mark": "cancelled""#, "cancelled"),
    ])
  func aLaneOfATraceCanSubscribeAgainAfterItsEnd(end: String, word: String) throws {
    let recording = try Recording(
      trace: Self.shared + """
        {"at": 0, "lane": "A", "mark": "subscribed"}
        {"at": 1, "lane": "A", \(end)}
        {"at": 2, "lane": "A", "mark": "subscribed"}
        {"at": 3, "lane": "A", "mark": "value", "text": "x"}
        """)
    let own = recording.events.filter { $0.place == .lane(1) }
    #expect(own.map(\.mark.word.rawValue) == ["subscribed", word, "subscribed", "value"])
  }

  @Test("a trace has all marks of lanes and stages")
  func aTraceHasAllMarksOfLanesAndStages() throws {
    let recording = try Recording(
      trace: Self.shared + """
        {"stage": "relay", "kind": "relay", "detail": "of numbers"}
        {"lane": "T", "role": "thread"}
        {"at": 0, "lane": "A", "mark": "subscribed"}
        {"at": 0, "lane": "A", "mark": "requested", "demand": 2}
        {"at": 0, "lane": "A", "mark": "requested", "demand": "unlimited"}
        {"at": 1, "lane": "A", "mark": "dropped", "text": true, "why": "swallowed"}
        {"at": 1, "lane": "T", "mark": "read", "text": "0", "of": "relay"}
        {"at": 1, "lane": "T", "mark": "sent", "text": "1", "to": "relay"}
        {"at": 2, "stage": "share", "mark": "control", "text": "connect()"}
        {"at": 2, "lane": "A", "mark": "failed", "text": "boom"}
        {"at": 3, "stage": "relay", "mark": "warning", "text": "careful"}
        {"at": 3, "stage": "relay", "mark": "ended", "text": "gone"}
        {"at": 4, "lane": "T", "mark": "fatal", "text": "stop"}
        {"at": 5, "lane": "T", "mark": "warning", "text": "too late"}
        """)
    #expect(recording.ending == .fatal("stop"))
    #expect(
      recording.stages[1] == Recording.Stage(name: "relay", kind: .relay, detail: "of numbers"))
    let texts = recording.events.compactMap { event in
      event.mark.label.map { "\(event.mark.word) \(recording.text($0))" }
    }
    #expect(
      texts == [
        "dropped true", "read 0", "sent 1", "control connect()", "failed boom", "warning careful",
        "ended gone", "fatal stop",
      ])
    #expect(recording.events.last?.place == .lane(3))
  }

  @Test(
    "an error in a trace is reported with its line",
    arguments: [
      ("", "not a recording of marbles: it must begin with \"format\": \"marbles trace\""),
      (
        "{}",
        "line 1: not a recording of marbles: it must begin with "
          + "\"format\": \"marbles trace\""
      ),
      (shared + "{", "line 6: the text ends too early; expected a key in quotes"),
      (
        shared + "\n\n" + #"{"at": 0, "lane": "C", "mark": "subscribed"}"#,
        "line 8: no lane is called 'C'"
      ),
      (
        shared + #"{"at": 0, "lane": "A", "mark": "subscribed", "cause": "x"}"#,
        "line 6.cause: no event is called 'x'"
      ),
      (shared + #"{"lane": "A"}"#, "line 6: there is already a lane called 'A'"),
      (
        shared + #"{"lane": "C", "source": "nowhere"}"#,
        "line 6.source: no stage is called 'nowhere'"
      ),
      (
        shared + #"{"at": 0, "stage": "share", "mark": "released", "held": 1, "fate": "left"}"#,
        "line 6: no held value is called '1'"
      ),
      (
        shared + #"{"at": 0, "lane": "A", "mark": "subscribed"}"# + "\n"
          + #"{"at": 0, "lane": "A", "mark": "subscribed"}"#,
        "line 7: the lane 'A' is subscribed already"
      ),
      (
        shared + #"{"at": 1e300, "lane": "A", "mark": "subscribed"}"#,
        "line 6.at: the number is out of range"
      ),
    ])
  func anErrorInATraceIsReportedWithItsLine(text: String, message: String) {
    do {
      _ = try Recording(trace: text)
      Issue.record("read without an error")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("the first line distinguishes a trace from a recording")
  func theFirstLineDistinguishesATraceFromARecording() throws {
    #expect(try Recording(file: Array(Self.shared.utf8)).lanes.count == 3)
    let recording = RecordingJSONTests.everyMark
    #expect(try Recording(file: Array(recording.json().utf8)) == recording)
  }
}
