import Foundation
import MarblesScript
import Testing

/// The tables of docs/compatibility.md are generated from the catalogue; `MARBLES_RECORD=1` writes
/// them.
@Suite("docs/compatibility.md", .serialized)
struct CompatibilityTests {
  private static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/compatibility.md")

  @Test(
    "the table states for each operator whether it behaves like the original",
    arguments: ["combine", "rxswift", "rxjs"])
  func theTableStatesForEachOperatorWhetherItBehavesLikeTheOriginal(dialect: String) throws {
    let entries = try #require(
      [
        "combine": OperatorTable.combine, "rxswift": OperatorTable.rxSwift,
        "rxjs": OperatorTable.rxjs,
      ][dialect])
    try check(dialect, Self.table(of: entries))
  }

  @Test("the page lists absent operators, and none of them is in the catalogue")
  func thePageListsAbsentOperatorsAndNoneOfThemIsInTheCatalogue() throws {
    for (name, absences, entries) in [
      ("combine-absent", Absences.combine, OperatorTable.combine),
      ("rxswift-absent", Absences.rxSwift, OperatorTable.rxSwift),
    ] {
      let known = Set(entries.map(\.name))
      for absence in absences where !absence.name.contains(" ") || absence.name.contains(",") {
        for word in absence.name.components(separatedBy: ", ") {
          #expect(!known.contains(word), "\(word) is there")
        }
      }
      let rows = absences.map { "| \($0.name) | \($0.reason) |" }
      try check(name, (["| absent | why |", "| --- | --- |"] + rows).joined(separator: "\n"))
    }
  }

  private static func table(of entries: [ScriptOperator]) -> String {
    var rows: [String: [String]] = [:]
    for entry in entries {
      var calls: [String] = []
      for signature in entry.signatures {
        let call = "`\(entry.name)\(signature.labels)`"
        if !calls.contains(call) { calls.append(call) }
      }
      let how = if case .different(let how) = entry.compatibility { how } else { "same" }
      rows[entry.name, default: []].append(
        "| \(calls.joined(separator: "<br>")) | \(entry.summary) | \(how) |")
    }
    let sorted = rows.keys.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
    let lines = sorted.flatMap { rows[$0] ?? [] }
    return
      (["| operator | what it does | compared with the original |", "| --- | --- | --- |"]
      + lines).joined(separator: "\n")
  }

  /// Compares the part between `<!-- catalogue: name -->` and `<!-- /catalogue -->`.
  private func check(_ name: String, _ expected: String) throws {
    let text = try String(contentsOf: Self.path, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- catalogue: \(name) -->\n"))
    let end = try #require(
      text.range(of: "<!-- /catalogue -->", range: start.upperBound..<text.endIndex))
    let found = text[start.upperBound..<end.lowerBound]
    guard ProcessInfo.processInfo.environment["MARBLES_RECORD"] != nil else {
      #expect(found == expected + "\n", "MARBLES_RECORD=1 swift test writes the table again")
      return
    }
    let new = text.replacingCharacters(
      in: start.upperBound..<end.lowerBound, with: expected + "\n")
    try new.write(to: Self.path, atomically: true, encoding: .utf8)
  }
}

extension Signature {
  /// `(_:scheduler:)`.
  fileprivate var labels: String {
    "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }
}
