import Foundation
import Marbles
import MarblesScript
import Testing

@Suite("The truth of the examples")
struct ExampleTruthTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("examples")

  static let names: [String] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String]
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test(
    "the recording, the picture and the summary of an example agree with the models",
    arguments: names)
  func theRecordingThePictureAndTheSummaryOfAnExampleAgreeWithTheModels(_ name: String) throws {
    let text = try Self.text(of: name)
    let recording = Simulation(script: text, file: name).run().recording
    #expect(TruthChecker.lies(in: recording) == [])
    let diagram = Diagram(recording)
    #expect(PictureRules.lies(Replay(recording), diagram) == [])
    #expect(TotalRules.lies(Replay(recording), diagram) == [])
  }
}
