import Foundation
import Testing

@testable import MarblesScript

@Suite("The language reference") struct DocumentationTests {
  /// A fenced script and the line on which it begins.
  struct Snippet: CustomTestStringConvertible, Sendable {
    var line: Int
    var text: String

    var testDescription: String { "docs/language.md:\(line)" }
  }

  private static let snippets: [Snippet] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appendingPathComponent("docs/language.md")
    guard let page = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    var found: [Snippet] = []
    var open: Snippet?
    for (index, line) in page.components(separatedBy: "\n").enumerated() {
      if line == "```marbles" {
        open = Snippet(line: index + 2, text: "")
      } else if line == "```" {
        if let snippet = open { found.append(snippet) }
        open = nil
      } else {
        open?.text += line + "\n"
      }
    }
    return found
  }()

  @Test("the language reference contains scripts")
  func theLanguageReferenceContainsScripts() {
    #expect(Self.snippets.count > 10)
  }

  @Test(
    "each script of the language reference runs, and its expectations hold", arguments: snippets)
  func eachScriptOfTheLanguageReferenceRunsAndItsExpectationsHold(snippet: Snippet) {
    let simulation = Simulation(script: snippet.text, file: "language.md")
    #expect(simulation.diagnostics.rendered(in: simulation.source) == "")
    guard !simulation.diagnostics.containsError else { return }
    let outcome = simulation.run()
    #expect(outcome.diagnostics.rendered(in: simulation.source) == "")
    #expect(outcome.failures.map { $0.text } == [])
  }
}
