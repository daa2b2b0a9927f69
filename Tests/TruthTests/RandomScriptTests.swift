import Foundation
import Marbles
import MarblesCombine
import MarblesRx
import MarblesTestSupport
import Testing

@testable import MarblesScript

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Random scripts in every dialect")
struct RandomScriptTests {
  private static let blocks = 8

  @Test(
    "a random script has equal recordings after printing, and in each run", arguments: 0..<blocks)
  func aRandomScriptHasEqualRecordingsAfterPrintingAndInEachRun(block: Int) throws {
    for seed in Scenarios.seeds(block, of: 104, blocks: Self.blocks) {
      let text = ScriptWriter.script(seed: seed)
      let name = "seed-\(seed).txt"
      let (script, mistakes) = Script.parse(SourceText(name: name, text: text))
      #expect(mistakes.isEmpty, "seed \(seed)")
      let printed = Printer.print(script)
      let (again, others) = Script.parse(SourceText(name: name, text: printed))
      #expect(others.isEmpty, "seed \(seed):\n\(printed)")
      #expect(Printer.print(again) == printed, "seed \(seed)")
      let first = Simulation(script: text, file: name).run().recording.json()
      #expect(Simulation(script: text, file: name).run().recording.json() == first, "seed \(seed)")
      let other = Simulation(script: printed, file: name).run().recording.json()
      #expect(other == first, "seed \(seed):\n\(printed)")
    }
  }

  @Test(
    "a random script is drawn in every format, and its recording is read back",
    arguments: 0..<blocks)
  func aRandomScriptIsDrawnInEveryFormatAndItsRecordingIsReadBack(block: Int) throws {
    for seed in Scenarios.seeds(block, of: 80, blocks: Self.blocks) {
      let text = ScriptWriter.script(seed: seed)
      let recording = Simulation(script: text, file: "seed-\(seed).txt").run().recording
      let read = try Recording(file: Array(recording.json().utf8))
      #expect(read.json() == recording.json(), "seed \(seed)")
      let diagram = Diagram(recording)
      #expect(Diagram(read) == diagram, "seed \(seed)")
      let svg = SVGFormat().render(diagram)
      #expect(XMLParser(data: Data(svg.utf8)).parse(), "seed \(seed)")
      let ascii = ASCIIFormat().render(diagram)
      for row in diagram.rows where !row.name.isEmpty {
        #expect(ascii.contains(row.name.prefix(12)), "seed \(seed)")
      }
      #expect(MermaidFormat().render(diagram).contains("sequenceDiagram"))
      #expect(MermaidGraphFormat().render(diagram).contains("graph LR"))
      #expect(HTMLFormat().render(diagram).hasSuffix("</html>\n"))
      try write(diagram, of: recording, "seed-\(seed)")
    }
  }
}

/// Writes pictures for the browser test and for Mermaid into the folder of `MARBLES_PICTURES`.
private func write(_ diagram: Diagram, of recording: Recording, _ name: String) throws {
  guard let folder = ProcessInfo.processInfo.environment["MARBLES_PICTURES"] else { return }
  for format in [OutputFormat.svg, .mermaid, .graph] {
    let path = "\(folder)/\(name).\(format.suffix)"
    try format.render(recording, diagram: diagram, options: FormatOptions())
      .write(toFile: path, atomically: true, encoding: .utf8)
  }
}

@Suite("The truth of each operator of the catalogue")
struct CatalogueTruthTests {
  struct Trial: CustomTestStringConvertible {
    let dialect: ScriptWriter.Dialect
    let way: CatalogueCalls.Way
    var testDescription: String { "\(dialect.rawValue): \(way)" }
  }

  static let trials = ScriptWriter.Dialect.allCases.flatMap { dialect in
    CatalogueCalls.ways(of: CatalogueCalls(dialect: dialect).operators).map {
      Trial(dialect: dialect, way: $0)
    }
  }

  @Test(
    "each signature of an operator agrees with the models", arguments: Scenarios.sample(trials))
  func eachSignatureOfAnOperatorAgreesWithTheModels(trial: Trial) {
    var good = 0
    var reasons: [String] = []
    let seeds = Scenarios.seeds(of: 1)
    // A script that stops with an error is followed by another one.
    for seed in 0..<seeds.count + 2 where seed < seeds.count || good == 0 {
      let script = ScriptWriter.script(seed: seed, dialect: trial.dialect, calling: trial.way)
      let simulation = Simulation(script: script, file: "t.txt")
      let mistakes = simulation.diagnostics.rendered(in: simulation.source)
      #expect(mistakes == "", "seed \(seed):\n\(script)")
      let outcome = simulation.run()
      if !outcome.diagnostics.containsError { good += 1 }
      reasons += outcome.diagnostics.map(\.text)
      let lies = TruthChecker.lies(in: outcome.recording)
      #expect(lies == [], "seed \(seed):\n\(script)")
      guard lies.isEmpty else { continue }
      let diagram = Diagram(outcome.recording)
      #expect(
        PictureRules.lies(Replay(outcome.recording), diagram) == [], "seed \(seed):\n\(script)")
      #expect(TotalRules.lies(Replay(outcome.recording), diagram) == [], "seed \(seed):\n\(script)")
    }
    #expect(good * 2 >= seeds.count, "half of the scripts run: \(reasons)")
  }
}
