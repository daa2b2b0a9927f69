import Foundation

/// `MarblesBench operators`: measures the operators of both catalogues.
///
/// Each operator is measured several times, and the lowest time counts: other processes of the
/// machine can only add to it. L is measured between the operators.
struct OperatorBenchmark {
  private static let size = 100_000
  private static let runs = 7

  /// Names of operators, without arguments; empty for all.
  var names: [String] = []
  var output: String?
  var reference: String?

  /// - Returns: `nil` if an option is unknown or has no value.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json", "--compare":
        guard let path = rest.popFirst() else { return nil }
        if argument == "--json" { output = path } else { reference = path }
      case let option where option.hasPrefix("-"): return nil
      default: names.append(argument)
      }
    }
  }

  func run() throws {
    let reference = try reference.map(OperatorReport.init(file:))
    let report = measure()
    print(report.table(comparedWith: reference))
    if let output { try report.write(to: output) }
  }

  private func measure() -> OperatorReport {
    var limit = Self.lowestLimit(runs: Self.runs)
    var results: [OperatorReport.Result] = []
    let libraries = [("Combine", OperatorMeasurement.combine), ("Rx", OperatorMeasurement.rx)]
    for (library, measurements) in libraries {
      for measurement in measurements where isWanted(measurement) {
        results.append(
          OperatorReport.Result(
            name: measurement.name, library: library, group: measurement.goal.group,
            goal: measurement.goal.limit, nanoseconds: Self.lowestCost(measurement.prepare),
            allocations: Self.allocations(measurement)))
        limit = min(limit, Self.lowestLimit(runs: 1))
      }
    }
    return OperatorReport(limit: limit, results: results)
  }

  private func isWanted(_ measurement: OperatorMeasurement) -> Bool {
    names.isEmpty || names.contains { measurement.name.hasPrefix($0) }
  }

  private static func lowestLimit(runs: Int) -> Double {
    lowestCost(Limits.deliveries.prepare, size: Limits.deliveries.size, runs: runs)
  }

  private static func lowestCost(
    _ prepare: (Int) -> () -> Int, size: Int = size, runs: Int = runs
  ) -> Double {
    var lowest = Double.infinity
    for _ in 0..<runs {
      let work = prepare(size)
      let start = nanoseconds()
      let events = work()
      lowest = min(lowest, Double(nanoseconds() - start) / Double(max(events, 1)))
    }
    return lowest
  }

  /// The number of objects per value, in the steady state: ten thousand values more.
  private static func allocations(_ measurement: OperatorMeasurement) -> Double? {
    let (few, more) = (measurement.prepare(10_000), measurement.prepare(20_000))
    guard let first = AllocationCounter.count(during: { _ = few() }),
      let second = AllocationCounter.count(during: { _ = more() })
    else { return nil }
    return Double(second - first) / 10_000
  }
}
