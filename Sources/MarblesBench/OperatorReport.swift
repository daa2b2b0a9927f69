import Foundation

/// The results of a run of ``OperatorBenchmark``, as a table and as JSON.
struct OperatorReport: Codable {
  struct Result: Codable {
    let name: String
    let library: String
    let group: String
    /// The highest cost in multiples of L.
    let goal: Double?
    let nanoseconds: Double
    /// The number of objects that are allocated per value.
    let allocations: Double?
  }

  /// L in nanoseconds.
  let limit: Double
  let results: [Result]

  /// The growth of a cost that is reported; less can be noise.
  private static let tolerance = 1.15

  init(limit: Double, results: [Result]) {
    self.limit = limit
    self.results = results
  }

  init(file: String) throws {
    self = try JSONDecoder().decode(
      OperatorReport.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
  }

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: file))
  }

  private func ratio(_ result: Result) -> Double { result.nanoseconds / limit }

  /// All results, the worst ten, the missed goals, and the changes from an earlier run.
  func table(comparedWith reference: OperatorReport?) -> String {
    var text = "L: \(Self.text(limit)) ns\n\n" + rows(reference)
    let worst = results.sorted { ratio($0) > ratio($1) }.prefix(10)
    text += "\n\nThe worst ten: " + worst.map(described).joined(separator: ", ") + "\n"
    for result in results {
      if let goal = result.goal, ratio(result) > goal {
        text += "\nmissed: \(described(result)), goal \(Self.text(goal)) × L"
      }
    }
    for result in results {
      guard let reference, let before = reference.ratio(of: result) else { continue }
      if ratio(result) > before * Self.tolerance {
        text += "\nslower: \(described(result)), before \(Self.text(before)) × L"
      }
    }
    return text
  }

  private func rows(_ reference: OperatorReport?) -> String {
    let head =
      ["operator", "ns", "× L", "goal", "objects"] + (reference == nil ? [] : ["before, × L"])
    let rows = results.map { result in
      [
        "\(result.library): \(result.name)", Self.text(result.nanoseconds),
        Self.text(ratio(result)), result.goal.map(Self.text) ?? "",
        result.allocations.map(Self.text) ?? "",
      ] + (reference.map { [$0.ratio(of: result).map(Self.text) ?? ""] } ?? [])
    }
    return ([head, head.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  /// The cost of the same operator in this report, in multiples of L.
  private func ratio(of other: Result) -> Double? {
    results.first { $0.name == other.name && $0.library == other.library }.map(ratio)
  }

  private func described(_ result: Result) -> String {
    "\(result.library): \(result.name) \(Self.text(ratio(result))) × L"
  }

  private static func text(_ number: Double) -> String {
    number < 10 ? String(format: "%.1f", number) : String(Int(number.rounded()))
  }
}
