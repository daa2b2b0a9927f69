import Foundation
import Testing

@testable import Marbles

@Suite("A recording as JSON")
struct RecordingJSONTests {
  @Test("a recording with every mark is read back from its JSON")
  func aRecordingWithEveryMarkIsReadBackFromItsJSON() throws {
    let recording = Self.everyMark
    let text = recording.json()
    #expect(try Recording(json: text) == recording)
    #expect(try Recording(json: text).json() == text)
  }

  @Test("each event is one readable line")
  func eachEventIsOneReadableLine() {
    let lines = Self.everyMark.json().split(separator: "\n").map { $0.trimming(" ,") }
    #expect(lines.contains(#"{"at": 0, "lane": 1, "mark": "requested", "demand": 3, "cause": 0}"#))
    #expect(
      lines.contains(#"{"at": 0, "lane": 1, "mark": "requested", "demand": "unlimited"}"#))
    #expect(
      lines.contains(
        #"{"at": 1, "lane": 1, "mark": "replayed", "text": "a", "from": 4, "cause": 0}"#))
    #expect(
      lines.contains(#"{"at": 3, "stage": 0, "mark": "released", "held": 4, "fate": "left"}"#))
  }

  @Test("the role of a subscription is written, except for the main one")
  func theRoleOfASubscriptionIsWrittenExceptForTheMainOne() throws {
    let roles: [Recording.EdgeRole] = [
      .main, .second(number: 2), .next(number: 3), .attempt(number: 4), .inner,
    ]
    let recording = Recording(
      lanes: [Recording.Lane(name: "A", role: .subscription)],
      events: roles.map {
        Recording.Event(time: .zero, place: .lane(0), mark: .subscribed(as: $0))
      })
    let text = recording.json()
    #expect(try Recording(json: text) == recording)
    let lines = text.split(separator: "\n").map { $0.trimming(" ,") }.filter {
      $0.contains("subscribed")
    }
    #expect(
      lines == [
        #"{"at": 0, "lane": 0, "mark": "subscribed"}"#,
        #"{"at": 0, "lane": 0, "mark": "subscribed", "as": "second", "number": 2}"#,
        #"{"at": 0, "lane": 0, "mark": "subscribed", "as": "next", "number": 3}"#,
        #"{"at": 0, "lane": 0, "mark": "subscribed", "as": "attempt", "number": 4}"#,
        #"{"at": 0, "lane": 0, "mark": "subscribed", "as": "inner"}"#,
      ])
    let first = #"{"at": 0, "lane": 0, "mark": "subscribed", "as": "attempt", "number": 1}"#
    #expect(throws: RecordingFormatError.self) {
      try Recording(json: text.replacingOccurrences(of: lines[3], with: first))
    }
  }

  @Test("a recording is read back through Codable")
  func aRecordingIsReadBackThroughCodable() throws {
    let recording = Self.everyMark
    let data = try JSONEncoder().encode(recording)
    #expect(try JSONDecoder().decode(Recording.self, from: data) == recording)
    // Another JSON reader reads the same text.
    let own = try JSONDecoder().decode(Recording.self, from: Data(recording.json().utf8))
    #expect(own == recording)
  }

  @Test(
    "the unit is the largest one in which all times are whole",
    arguments: [
      (frame: Int64(1_000_000), at: Int64(3_000_000), unit: "ms", number: "3"),
      (1_000_000_000, 2_000_000_000, "s", "2"),
      (1_000_000, 1_500_000, "us", "1500"),
      (1_000_000, 7, "ns", "7"),
      (1_000_000, .max, "ns", "9223372036854775807"),
    ])
  func theUnitIsTheLargestOneInWhichAllTimesAreWhole(
    frame: Int64, at: Int64, unit: String, number: String
  ) throws {
    let recording = Recording(
      frame: VirtualDuration(nanoseconds: frame),
      lanes: [Recording.Lane(name: "A", role: .subscription)],
      events: [
        Recording.Event(
          time: VirtualTime(nanoseconds: at), place: .lane(0), mark: .subscribed())
      ])
    let text = recording.json()
    #expect(text.contains(#""unit": "\#(unit)""#))
    #expect(text.contains(#"{"at": \#(number), "#))
    #expect(try Recording(json: text) == recording)
  }

  @Test("all texts are kept, and control characters are escaped")
  func allTextsAreKeptAndControlCharactersAreEscaped() throws {
    let texts = [
      "", "\"\\/", "\u{0}\u{1}\u{1F}\u{7F}\u{9B}", "\n\r\t\r\n", "\u{202E}abc\u{2066}", "👨‍👩‍👧‍👦 🇩🇪",
      "e\u{301}", "\u{FEFF}", "\u{2028}\u{2029}", "\u{FFFE}\u{10FFFF}", "</script><!--", "日本",
    ]
    let recording = Recording(
      title: texts.joined(),
      lanes: texts.map { Recording.Lane(name: $0, role: .input, detail: $0) },
      labels: texts,
      events: texts.indices.map {
        Recording.Event(
          time: .zero, place: .lane(LaneID(index: $0)), mark: .value(Recording.Label(index: $0)))
      })
    let text = recording.json()
    let read = try Recording(json: text)
    #expect(read.labels.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    #expect(Array(read.title.utf8) == Array(recording.title.utf8))
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
      #expect(!scalar.properties.isBidiControl)
    }
  }

  /// A recording in which each mark occurs at least once.
  static let everyMark: Recording = {
    let texts = ["a", "boom", "connect()", "two accepts overlap"].map { $0 }
    let (a, boom) = (Recording.Label(index: 0), Recording.Label(index: 1))
    let (connect, overlap) = (Recording.Label(index: 2), Recording.Label(index: 3))
    func event(
      _ ms: Int64, _ place: Recording.Place, _ mark: Recording.Mark, _ cause: EventID? = nil
    )
      -> Recording.Event
    {
      Recording.Event(time: .zero + .milliseconds(ms), place: place, mark: mark, cause: cause)
    }
    return Recording(
      title: "Every mark", frame: .milliseconds(10), showsDurations: true,
      stages: Recording.Stage.Kind.allCases.map {
        Recording.Stage(name: "the \($0)", kind: $0, detail: "inside")
      },
      lanes: [
        Recording.Lane(name: "up", role: .input, target: 0),
        Recording.Lane(
          name: "A", role: .subscription, detail: "map", source: .stage(0), missed: [5]),
        Recording.Lane(name: "B", role: .inner, source: .lane(1), target: 4),
        Recording.Lane(name: "T", role: .thread),
      ],
      labels: texts,
      events: [
        event(0, .lane(1), .subscribed()), event(0, .lane(1), .requested(3), 0),
        event(0, .lane(1), .requested(nil)), event(0, .stage(0), .connected, 0),
        event(0, .stage(0), .held(a)), event(1, .lane(0), .value(a)),
        event(1, .lane(1), .replayed(a, from: 4), 0), event(1, .lane(1), .replayed(a, from: nil)),
        event(2, .lane(2), .finished), event(2, .lane(2), .failed(boom)),
        event(2, .lane(1), .cancelled), event(2, .lane(1), .dropped(a, .noDemand)),
        event(2, .lane(1), .dropped(a, .swallowed), 5), event(3, .lane(1), .sent(a, to: 2)),
        event(3, .lane(3), .read(a, stage: 2, from: 4)),
        event(3, .lane(3), .read(a, stage: nil, from: nil)),
        event(3, .stage(0), .released(4, .left)), event(3, .stage(0), .count(0)),
        event(3, .stage(1), .delivering(a)), event(3, .stage(1), .delivered(18), 18),
        event(3, .stage(1), .ended(nil)), event(3, .stage(1), .ended(boom)),
        event(4, .stage(0), .control(connect)), event(4, .stage(0), .disconnected),
        event(4, .stage(2), .warning(overlap)), event(4, .lane(1), .joined),
        event(4, .lane(1), .left), event(5, .lane(1), .fatal(boom)),
      ],
      ending: .fatal("boom"))
  }()
}

extension StringProtocol {
  fileprivate func trimming(_ characters: String) -> String {
    String(drop { characters.contains($0) }.reversed().drop { characters.contains($0) }.reversed())
  }
}
