import Marbles
import MarblesScript
import MarblesTestSupport
import Testing

@Suite("The truth of random scripts")
struct RandomTruthTests {
  private static let blocks = 8

  @Test(
    "the recording, the picture and the summary of a random script agree with the models",
    arguments: 0..<blocks)
  func theRecordingThePictureAndTheSummaryOfARandomScriptAgreeWithTheModels(block: Int) {
    var wrong = 0
    let seeds = Scenarios.seeds(block, of: 1200, blocks: Self.blocks)
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
      let diagram = Diagram(recording)
      let drawn = PictureRules.lies(Replay(recording), diagram)
      #expect(drawn == [], "seed \(seed):\n\(script)")
      let told = TotalRules.lies(Replay(recording), diagram)
      #expect(told == [], "seed \(seed):\n\(script)")
    }
    #expect(wrong < seeds.count / 5, "\(wrong) of \(seeds.count) scripts fail")
  }
}
