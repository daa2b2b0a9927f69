import Marbles
import Testing

@testable import MarblesCommand

@Suite("Recordings with more events than a picture shows")
struct LongRecordingTests {
  /// A lane that receives a value in each frame; one of them is different.
  private func long(_ count: Int, different: Int? = nil) -> String {
    Recording(
      title: "long", lanes: [Recording.Lane(name: "A", role: .subscription)], labels: ["a", "b"],
      events: [Recording.Event(time: .zero, place: .lane(0), mark: .subscribed())]
        + (1..<count).map { frame in
          Recording.Event(
            time: .zero + .milliseconds(Int64(frame)), place: .lane(0),
            mark: .value(Recording.Label(index: frame == different ? 1 : 0)))
        }
    ).json()
  }

  @Test("of a very long recording the beginning is drawn, and a note says how to see the rest")
  func ofAVeryLongRecordingTheBeginningIsDrawnAndANoteSaysHowToSeeTheRest() {
    let world = TestWorld()
    world.put(long(10_001), "long.json")
    let note =
      "long.json: note: a picture shows at most 10000 events; choose others with --from and "
      + "--until\n"
    let text = world.run("long.json")
    #expect(text.errors == note)
    #expect(text.output.contains("the first 10000 of 10001 events are drawn, until 9999"))
    #expect(world.run("long.json", "--from", "1").errors == "")
    // A recording is complete.
    #expect(world.run("long.json", "--json", "-o", "copy.json").errors == "copy.json: written\n")
    #expect(world.text("copy.json") == world.text("long.json"))
  }

  @Test("--lanes leaves out events, so that the rest is drawn to its end")
  func lanesLeavesOutEventsSoThatTheRestIsDrawnToItsEnd() {
    let world = TestWorld()
    var recording = crowded(12_000)
    recording.lanes.append(Recording.Lane(name: "B", role: .subscription))
    let end = VirtualTime.zero + .milliseconds(9)
    for (time, mark) in [
      (VirtualTime.zero, Recording.Mark.subscribed()), (end, .value(Recording.Label(index: 1))),
    ] {
      recording.events.append(Recording.Event(time: time, place: .lane(1), mark: mark))
    }
    recording.events.sort { $0.time < $1.time }
    world.put(recording.json(), "long.json")
    let all = world.run("long.json")
    #expect(
      all.errors == "long.json: note: a picture shows at most 10000 events, and more are at 5; "
        + "choose lanes with --lanes, or write all events with --json\n")
    #expect(all.output.contains("the first 10000 of 12003 events are drawn, until 5"))
    let one = world.run("long.json", "--lanes", "B")
    #expect(one.errors == "")
    #expect(!one.output.contains("events are drawn"))
    let row = one.output.split(separator: "\n").first { $0.hasPrefix("B ") }
    #expect(row?.contains("b") == true, "\(one.output)")
  }

  /// A lane that receives `count` values in one instant.
  private func crowded(_ count: Int) -> Recording {
    Recording(
      title: "crowded", lanes: [Recording.Lane(name: "A", role: .subscription)],
      labels: ["a", "b"],
      events: [Recording.Event(time: .zero, place: .lane(0), mark: .subscribed())]
        + (0..<count).map { _ in
          Recording.Event(
            time: .zero + .milliseconds(5), place: .lane(0),
            mark: .value(Recording.Label(index: 0)))
        })
  }

  @Test("the picture of a difference late in a very long recording begins shortly before it")
  func thePictureOfADifferenceLateInAVeryLongRecordingBeginsShortlyBeforeIt() {
    let world = TestWorld()
    world.put(long(13_000), "a.json")
    world.put(long(13_000, different: 12_345), "b.json")
    let ending = world.run("diff", "a.json", "b.json")
    #expect(ending.output.hasPrefix("A at 12345: expected a, recorded b\n"))
    #expect(ending.output.contains("drawn from 11345 on"))
    #expect(ending.output.contains("first difference, at 12345: A “a” in a.json, “b” in b.json"))
  }
}
