import Testing

/// The known numbers of violations of a rule, by folder. A number may only be reduced.
struct Violations {
  private let known: [String: Int]

  init(_ known: [String: Int]) { self.known = known }

  /// Fails for each area with more violations than known, and lists them.
  func check(_ found: [String: [String]], _ location: SourceLocation = #_sourceLocation) {
    for (area, violations) in found.sorted(by: { $0.key < $1.key }) {
      let limit = known[area] ?? 0
      guard violations.count > limit else { continue }
      let list = violations.prefix(40).joined(separator: "\n")
      Issue.record(
        "\(area): \(violations.count) violations, \(limit) are known\n\(list)",
        sourceLocation: location)
    }
  }
}
