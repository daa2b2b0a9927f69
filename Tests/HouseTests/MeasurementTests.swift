import MarblesScript
import Testing

@Suite("Measurements")
struct MeasurementTests {
  /// Operators that are not measured, with the reason.
  private static let exceptions: [String: String] = [
    "asDriver": "delivers on the main queue",
    "asSignal": "delivers on the main queue",
    "debug": "prints each event",
    "catchErrorJustReturn": "an older name of catchAndReturn",
    "takeUntil": "an older name of take(until:)",
  ]

  @Test(
    "MarblesBench measures each operator of both catalogues",
    arguments: ["Combine", "Rx"])
  func marblesBenchMeasuresEachOperatorOfBothCatalogues(library: String) {
    let entries = library == "Combine" ? OperatorTable.combine : OperatorTable.rxSwift
    let measured = SourceTree.library
      .filter { file in
        file.target == "MarblesBench" && file.path.contains("/\(library)")
          && file.path.hasSuffix("Measurements.swift")
      }
      .flatMap { $0.prose.map(\.text) }
    #expect(!measured.isEmpty)
    for entry in entries where Self.exceptions[entry.name] == nil {
      let isMeasured = measured.contains { text in
        text == entry.name
          || ["(", " ", ","].contains { text.hasPrefix(entry.name + $0) }
      }
      #expect(isMeasured, "\(library): '\(entry.name)' has no measurement")
    }
  }

  @Test("each operator that is not measured is in a catalogue")
  func eachOperatorThatIsNotMeasuredIsInACatalogue() {
    let names = Set(OperatorTable.all.map(\.name))
    for name in Self.exceptions.keys { #expect(names.contains(name), "\(name)") }
  }
}
