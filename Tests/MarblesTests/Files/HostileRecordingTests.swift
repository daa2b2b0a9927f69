import MarblesTestSupport
import Testing

@testable import Marbles

@Suite("Recordings of other programs")
struct HostileRecordingTests {
  private static func draw(_ recording: Recording) {
    let diagram = Diagram(recording)
    _ = ASCIIFormat().render(diagram)
    _ = SVGFormat().render(diagram)
    _ = MermaidFormat().render(diagram)
    _ = MermaidGraphFormat().render(diagram)
    _ = HTMLFormat().render(diagram)
  }

  private static func message(_ body: () throws(RecordingFormatError) -> Recording) -> String {
    do {
      draw(try body())
      return "no error"
    } catch {
      return error.description
    }
  }

  @Test("demands whose sum is beyond 64 bits are drawn as unlimited, like in Combine")
  func demandsWhoseSumIsBeyond64BitsAreDrawnAsUnlimitedLikeInCombine() throws {
    let recording = try Recording(
      json: """
        {"format":"marbles recording","version":1,"unit":"ms","frame":1,"stages":[],
         "lanes":[{"name":"a","role":"subscription"}],
         "events":[{"at":0,"lane":0,"mark":"subscribed"},
          {"at":0,"lane":0,"mark":"requested","demand":9223372036854775807},
          {"at":0,"lane":0,"mark":"requested","demand":1}]}
        """)
    Self.draw(recording)
    let ring = Diagram(recording).glyphs.first { $0.kind == .subscribe }
    #expect(ring?.caption == .demand(nil))
  }

  @Test("an inner lane that leads into a stage other than a box is refused")
  func anInnerLaneThatLeadsIntoAStageOtherThanABoxIsRefused() {
    let json = """
      {"format": "marbles recording", "version": 1, "unit": "ms", "frame": 1,
       "stages": [{"name": "s", "kind": "hub"}],
       "lanes": [{"name": "b", "role": "inner", "target": 0},
        {"name": "c", "role": "inner", "target": 0}],
       "events": [{"at": 0, "lane": 0, "mark": "subscribed"},
        {"at": 0, "lane": 1, "mark": "subscribed"}]}
      """
    let trace = """
      {"format": "marbles trace", "version": 1}
      {"stage": "s", "kind": "hub"}
      {"lane": "b", "role": "inner", "target": "s"}
      """
    #expect(
      Self.message { () throws(RecordingFormatError) in try Recording(json: json) }
        == "lanes[0].target: the target of an 'inner' lane must be a stage of kind 'box'")
    #expect(
      Self.message { () throws(RecordingFormatError) in try Recording(trace: trace) }
        == "line 3.target: the target of an 'inner' lane must be a stage of kind 'box'")
  }

  @Test("a recording with changed relations is refused or drawn in every format", arguments: 0..<4)
  func aRecordingWithChangedRelationsIsRefusedOrDrawnInEveryFormat(block: UInt64) {
    var drawn = 0
    for seed in block * 6..<(block + 1) * 6 {
      var recording = RandomRecording.make(seed: seed, steps: 25)
      var random = SeededGenerator(seed: seed &+ 977)
      for _ in 0..<3 { Self.change(&recording, &random) }
      guard let read = try? Recording(json: recording.json()) else { continue }
      drawn += 1
      Self.draw(read)
    }
    #expect(drawn > 0)
  }

  private static func change(_ recording: inout Recording, _ random: inout SeededGenerator) {
    let lane = LaneID(index: random.upTo(recording.lanes.count))
    let stage = StageID(index: random.upTo(recording.stages.count))
    switch random.upTo(7) {
    case 0:
      recording[lane].source = .lane(LaneID(index: random.upTo(recording.lanes.count)))
    case 1: recording[lane].source = .stage(stage)
    case 2: recording[lane].target = random.chance(30) ? nil : stage
    case 3:
      let roles = Recording.Lane.Role.allCases
      recording[lane].role = roles[random.upTo(roles.count)]
    case 4:
      let kinds = Recording.Stage.Kind.allCases
      recording[stage].kind = kinds[random.upTo(kinds.count)]
    case 5:
      guard !recording.events.isEmpty else { return }
      let event = EventID(index: random.upTo(recording.events.count))
      recording[event].cause = event == 0 ? nil : EventID(index: random.upTo(event.index))
    default:
      guard !recording.events.isEmpty else { return }
      let event = EventID(index: random.upTo(recording.events.count))
      guard case .lane(let place) = recording[event].place else { return }
      let marks: [Recording.Mark] = [
        .requested(.max), .subscribed(), .cancelled, .finished,
        .sent(Recording.Label(index: 0), to: 0),
      ]
      guard !recording.labels.isEmpty else { return }
      recording[event].mark = marks[random.upTo(marks.count)]
      recording[event].place = .lane(place)
    }
  }

  @Test("a recording of 4,000 memory stages is drawn in linear time", .timeLimit(.minutes(1)))
  func aRecordingOf4000MemoryStagesIsDrawnInLinearTime() {
    let recording = Recording(
      stages: (0..<4_000).map { Recording.Stage(name: "s\($0)", kind: .memory) })
    let diagram = Diagram(recording)
    #expect(diagram.rows.count == 4_000)
    #expect(
      diagram.summary
        == (0..<4).map { "s\($0): 0 delivered" }.joined(separator: "; "))
  }
}
