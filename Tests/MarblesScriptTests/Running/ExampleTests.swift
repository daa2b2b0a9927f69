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
  static let viewModels = scripts(in: "Tests/Pasted")

  @Test("each example runs without an error and meets its expectations", arguments: names)
  func eachExampleRunsWithoutAnErrorAndMeetsItsExpectations(_ name: String) throws {
    let simulation = Simulation(script: try Self.text(of: name), file: name)
    #expect(simulation.diagnostics.rendered(in: simulation.source) == "")
    let outcome = simulation.run()
    #expect(outcome.diagnostics.rendered(in: simulation.source) == "")
    #expect(outcome.failures.map(\.diagnostic).rendered(in: simulation.source) == "")
    #expect(outcome.expectations > 0)
  }

  /// The view models are written like those of apps; only rows and expectations follow. Their values
  /// are those of Combine and RxSwift, worked out by hand.
  @Test("a view model of an app runs as it is pasted, with the right values", arguments: viewModels)
  func aViewModelOfAnAppRunsAsItIsPastedWithTheRightValues(_ name: String) throws {
    let simulation = Simulation(script: try Self.text(of: name), file: name)
    let outcome = simulation.run()
    #expect(
      outcome.diagnostics.filter { $0.severity == .error }.rendered(in: simulation.source) == "")
    #expect(outcome.failures.map(\.diagnostic).rendered(in: simulation.source) == "")
    #expect(outcome.expectations > 1)
  }
}
