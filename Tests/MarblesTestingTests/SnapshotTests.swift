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
    return Snapshot(
      file: file, recording: recording, policy: SnapshotPolicy(recording: mode),
      comparison: comparison)
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

  @Test("a missing snapshot is written and fails the test once", arguments: SnapshotFormat.allCases)
  func aMissingSnapshotIsWrittenAndFailsTheTestOnce(format: SnapshotFormat) throws {
    defer { cleanUp() }
    let first = snapshot(lateSubscriber(), format)
    let path = folder + "/__Marbles__/ShareTests.late.a-b." + format.rawValue
    #expect(
      first.check()?.message
        == "there was no snapshot; \(path) is new. Check it, and run the test again")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == format.render(lateSubscriber()))
    #expect(first.check() == nil)
  }

  @Test("a missing snapshot is not written in the mode never")
  func aMissingSnapshotIsNotWrittenInTheModeNever() {
    defer { cleanUp() }
    #expect(snapshot(lateSubscriber(), mode: .never).check() != nil)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("a different snapshot is written in the mode all, and the test passes")
  func aDifferentSnapshotIsWrittenInTheModeAllAndTheTestPasses() {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber()).check()
    #expect(snapshot(lateSubscriber(at: 6)).check() != nil)
    #expect(snapshot(lateSubscriber(at: 6), mode: .all).check() == nil)
    #expect(snapshot(lateSubscriber(at: 6)).check() == nil)
  }

  @Test("a difference in JSON is described in words and attached as two pictures")
  func aDifferenceInJSONIsDescribedInWordsAndAttachedAsTwoPictures() throws {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber(), .json).check()
    let failure = try #require(snapshot(lateSubscriber(at: 6), .json).check())
    #expect(failure.message.contains("B at 3: expected subscribed, recorded nothing"))
    #expect(failure.pictures.map(\.name) == ["expected.svg", "recorded.svg"])
  }

  @Test("a JSON snapshot can be compared by values and times only")
  func aJSONSnapshotCanBeComparedByValuesAndTimesOnly() {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber(at: 3), .json).check()
    #expect(snapshot(lateSubscriber(at: 4), .json).check() != nil)
    #expect(snapshot(lateSubscriber(at: 4), .json, comparison: .valuesAndTimes).check() == nil)
  }

  @Test("a JSON snapshot distinguishes a value from a completion with the same text")
  func aJSONSnapshotDistinguishesAValueFromACompletionWithTheSameText() throws {
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

  @Test("a difference in SVG is described by the marks of each picture")
  func aDifferenceInSVGIsDescribedByTheMarksOfEachPicture() throws {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber(), .svg).check()
    let failure = try #require(snapshot(lateSubscriber(at: 6), .svg).check())
    #expect(
      failure.message.hasSuffix(
        """
        .svg differs

        expected, not recorded:
          t=3 · B subscribes
          t=3 · share() has 2 subscribers
          t=5 · B receives final
          B: 1 live, 1 missed
        recorded, not expected:
          t=6 · B subscribes
          t=6 · share() has 2 subscribers
          t=5 · B misses final: not subscribed
          B: no values, 2 missed
        """), "\(failure.message)")
    #expect(failure.pictures.map(\.name) == ["expected.svg", "recorded.svg"])
  }

  @Test("a difference in Mermaid is described by the first line that differs")
  func aDifferenceInMermaidIsDescribedByTheFirstLineThatDiffers() throws {
    defer { cleanUp() }
    _ = snapshot(lateSubscriber(), .mermaid).check()
    let failure = try #require(snapshot(lateSubscriber(at: 6), .mermaid).check())
    #expect(failure.message.contains(" differs\n\nexpected  "), "\(failure.message)")
    #expect(failure.message.contains("\nrecorded  "))
  }

  @Test("MARBLES_RECORD selects the mode, and CI forbids to write")
  func marblesRECORDSelectsTheModeAndCIForbidsToWrite() {
    func mode(_ environment: [String: String]) -> SnapshotRecording {
      SnapshotPolicy(environment: environment).recording
    }
    #expect(mode([:]) == .missing)
    #expect(mode(["MARBLES_RECORD": ""]) == .missing)
    #expect(mode(["MARBLES_RECORD": "all"]) == .all)
    #expect(mode(["MARBLES_RECORD": "1"]) == .all)
    #expect(mode(["MARBLES_RECORD": "never"]) == .never)
    #expect(mode(["MARBLES_RECORD": "all", "CI": "true"]) == .never)
    #expect(mode(["MARBLES_RECORD": "all", "CI": "false"]) == .all)
  }

  @Test("an invalid MARBLES_RECORD is an error, and a forbidden snapshot has a reason")
  func anInvalidMARBLESRECORDIsAnErrorAndAForbiddenSnapshotHasAReason() {
    defer { cleanUp() }
    let invalid = SnapshotPolicy(environment: ["MARBLES_RECORD": "bogus"])
    #expect(invalid.problem == "MARBLES_RECORD is 'bogus'; set it to one of all, missing, never")
    #expect(invalid.recording == .never)
    for (environment, reason) in [
      (["CI": "1"], "CI is set"), (["MARBLES_RECORD": "never"], "MARBLES_RECORD is never"),
      (["MARBLES_RECORD": "never", "CI": "1"], "MARBLES_RECORD is never"),
    ] {
      var snapshot = snapshot(lateSubscriber())
      snapshot.policy = SnapshotPolicy(environment: environment)
      #expect(
        snapshot.check()?.message.hasSuffix(", and none is written because \(reason)") == true)
    }
  }
}
