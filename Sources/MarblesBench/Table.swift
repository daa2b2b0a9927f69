/// The results, as a Markdown table.
struct Table {
  private var rows: [[String]] = []

  mutating func add(
    _ name: String, cost: Double, limit: String? = nil, ratio: Double? = nil, growth: [Double] = []
  ) {
    rows.append(
      [
        name, Self.text(cost), ratio.map { "\(Self.text($0)) × \(limit ?? "")" } ?? "",
        growth.map(Self.text).joined(separator: " … "),
      ])
  }

  var text: String {
    let head = [
      "workload", "ns (bytes) an event", "of the limit", "at 1/10 … at 10 times the size",
    ]
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private static func text(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let fraction = hundredths % 100
    return number < 10
      ? "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)" : String(Int(number.rounded()))
  }
}
