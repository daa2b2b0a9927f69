import Foundation
import Marbles
import Testing

@testable import MarblesScript

@Suite struct ExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("examples")

  static let names: [String] = {
    let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String]
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test("each example runs without an error and meets its expectations", arguments: names)
  func eachExampleRunsWithoutAnErrorAndMeetsItsExpectations(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    let simulation = Simulation(script: text, file: name)
    #expect(simulation.diagnostics.rendered(in: simulation.source) == "")
    let outcome = simulation.run()
    #expect(outcome.diagnostics.rendered(in: simulation.source) == "")
    #expect(outcome.failures.map(\.diagnostic).rendered(in: simulation.source) == "")
    #expect(outcome.expectations > 0)
  }
}
