import Foundation
import Marbles
import Testing

@testable import MarblesScript

@Suite struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func scripts(in folder: String) -> [String] {
    let path = root.appendingPathComponent(folder).path
    let files = FileManager.default.enumerator(atPath: path)?.allObjects as? [String]
    return (files ?? []).filter { $0.hasSuffix(".txt") }.sorted().map { "\(folder)/\($0)" }
  }

  static func text(of name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
  }

  static let names = scripts(in: "examples")

  @Test("each example runs without an error and meets its expectations", arguments: names)
  func eachExampleRunsWithoutAnErrorAndMeetsItsExpectations(_ name: String) throws {
    let simulation = Simulation(script: try Self.text(of: name), file: name)
    #expect(simulation.diagnostics.rendered(in: simulation.source) == "")
    let outcome = simulation.run()
    #expect(outcome.diagnostics.rendered(in: simulation.source) == "")
    #expect(outcome.failures.map(\.diagnostic).rendered(in: simulation.source) == "")
    #expect(outcome.expectations > 0)
  }
}
