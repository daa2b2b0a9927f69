import Marbles
import MarblesTestSupport
import Testing

@testable import MarblesScript

@Suite("The truth of random scripts")
struct RandomTruthTests {
  private static let blocks = 8

  @Test(
    "the recording, the picture and the summary of a random script agree with the models",
    arguments: 0..<blocks)
  func theRecordingThePictureAndTheSummaryOfARandomScriptAgreeWithTheModels(block: Int) {
    var wrong = 0
    let seeds = Scenarios.seeds(block, of: 400, blocks: Self.blocks)
    for seed in seeds {
      let script = ScriptWriter.script(seed: seed)
      let simulation = Simulation(script: script, file: "seed-\(seed).txt")
      let errors = simulation.diagnostics.filter { $0.severity == .error }
      guard errors.isEmpty else {
        Issue.record("seed \(seed): \(errors.rendered(in: simulation.source))")
        continue
      }
      let outcome = simulation.run()
      if outcome.diagnostics.containsError { wrong += 1 }
      let recording = outcome.recording
      let lies = TruthChecker.lies(in: recording)
      #expect(lies == [], "seed \(seed):\n\(script)")
      guard lies.isEmpty else { continue }
      let diagram = Diagram(recording, options: LayoutOptions(maximumEvents: .max))
      let drawn = PictureRules.lies(Replay(recording), diagram)
      #expect(drawn == [], "seed \(seed):\n\(script)")
      let told = TotalRules.lies(Replay(recording), diagram)
      #expect(told == [], "seed \(seed):\n\(script)")
      if seed.isMultiple(of: 4) { compareCounts(of: recording, script, seed: seed) }
    }
    #expect(wrong < seeds.count / 5, "\(wrong) of \(seeds.count) scripts fail")
  }

  /// The streams of a script with a name count their subscriptions themselves, without the recorder.
  private func compareCounts(of recording: Recording, _ script: String, seed: Int) {
    let index = RecordingIndex(recording)
    var expectations = ""
    for (stage, count) in lastCounts(recording) {
      let open = index.openEdges(outOf: .stage(stage), after: recording.eventIDs.last ?? 0)
      #expect(open == count, "seed \(seed): \(recording[stage].name)\n\(script)")
      let name = recording[stage].name
      if script.contains("let \(name) = ") {
        expectations += "expect \(name).subscribers == \(count)\n"
      }
    }
    guard !expectations.isEmpty else { return }
    let outcome = Simulation(script: script + expectations, file: "seed-\(seed).txt").run()
    #expect(outcome.failures.map(\.text) == [], "seed \(seed):\n\(script)")
  }

  /// The last count of each hub that has not ended.
  private func lastCounts(_ recording: Recording) -> [(stage: StageID, count: Int)] {
    recording.stageIDs.compactMap { stage in
      guard recording[stage].kind == .hub else { return nil }
      var count: Int? = 0
      for event in recording.events where event.place == .stage(stage) {
        switch event.mark {
        case .count(let number): count = number
        case .ended: count = nil
        case .connected: count = count ?? 0
        default: break
        }
      }
      return count.map { (stage, $0) }
    }
  }
}
