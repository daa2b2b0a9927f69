import Foundation
import Marbles
import Testing

@testable import MarblesTesting

@Suite("Snapshots")
struct SnapshotTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("marbles-snapshots-\(UUID().uuidString)").path

  private func snapshot(
    _ recording: Recording, _ format: SnapshotFormat = .ascii, mode: SnapshotRecording = .missing,
    comparison: Recording.Comparison = .everything
  ) -> Snapshot {
    let file = SnapshotFile(
      testFile: folder + "/ShareTests.swift", function: "late()", name: "a b", format: format)
    return Snapshot(file: file, recording: recording, mode: mode, comparison: comparison)
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

  @Test("a missing one is written and fails once", arguments: SnapshotFormat.allCases)
  func missing(format: SnapshotFormat) throws {
    defer { cleanUp() }
    let first = snapshot(lateSubscriber(), format)
    let path = folder + "/__Marbles__/ShareTests.late.a-b." + format.rawValue
    #expect(
      first.check()?.message
        == "there was no snapshot; \(path) is new. Look at it, and run the test again")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == format.render(lateSubscriber()))
    #expect(first.check() == nil)
  }

  @Test("never: nothing is written")
  func never() {
    defer { cleanUp() }
    #expect(snapshot(lateSubscriber(), mode: .never).check() != nil)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("all: it is written anew, and passes")
  func all() {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber()).check()
    #expect(snapshot(lateSubscriber(at: 6)).check() != nil)
    #expect(snapshot(lateSubscriber(at: 6), mode: .all).check() == nil)
    #expect(snapshot(lateSubscriber(at: 6)).check() == nil)
  }

  @Test("a difference in JSON is told in words and kept in two pictures")
  func json() throws {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber(), .json).check()
    let failure = try #require(snapshot(lateSubscriber(at: 6), .json).check())
    #expect(failure.message.contains("B at 3: expected subscribed, recorded nothing"))
    #expect(failure.pictures.map(\.name) == ["expected.svg", "recorded.svg"])
  }

  @Test("JSON may be compared less closely")
  func looser() {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber(at: 3), .json).check()
    #expect(snapshot(lateSubscriber(at: 4), .json).check() != nil)
    #expect(snapshot(lateSubscriber(at: 4), .json, comparison: .valuesAndTimes).check() == nil)
  }

  @Test("JSON tells a value from an end of the same name")
  func valuesLikeEnds() throws {
    defer { cleanUp() }
    func recording(_ mark: Recording.Mark) -> Recording {
      Recording(
        lanes: [Recording.Lane(name: "A", role: .subscription)], labels: ["finished"],
        events: [Recording.Event(time: .zero, place: .lane(0), mark: mark)])
    }
    _ = snapshot(recording(.value(Recording.Label(index: 0))), .json).check()
    let failure = try #require(snapshot(recording(.finished), .json).check())
    #expect(failure.message.contains("A at 0: expected the value finished, recorded finished"))
  }

  @Test("a difference in text is told with its line")
  func text() throws {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber(), .svg).check()
    let failure = try #require(snapshot(lateSubscriber(at: 6), .svg).check())
    #expect(failure.message.contains(".svg:"))
    #expect(failure.message.contains("expected  ") && failure.message.contains("recorded  "))
  }

  @Test("the environment decides, and CI forbids")
  func environment() {
    #expect(SnapshotRecording(environment: [:]) == .missing)
    #expect(SnapshotRecording(environment: ["MARBLES_RECORD": "all"]) == .all)
    #expect(SnapshotRecording(environment: ["MARBLES_RECORD": "1"]) == .all)
    #expect(SnapshotRecording(environment: ["MARBLES_RECORD": "never"]) == .never)
    #expect(SnapshotRecording(environment: ["MARBLES_RECORD": "all", "CI": "true"]) == .never)
    #expect(SnapshotRecording(environment: ["MARBLES_RECORD": "all", "CI": "false"]) == .all)
  }
}
