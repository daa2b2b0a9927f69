import Foundation

/// The check that noticed a wrong line.
enum Verdict: String, Codable {
  case test = "killed by a test"
  case example = "killed by an expectation of an example"
  case time = "killed because the tests do not end"
  case picture = "killed by a picture only"
  case survived = "SURVIVED"
  case equivalent = "equivalent"
  case notCompiled = "does not compile"
  case notApplied = "NOT APPLIED: the line is not in the file exactly once"
}

/// The result of trying a wrong line.
struct Judgment: Codable {
  let verdict: Verdict
  /// The test that failed, or the reason.
  let detail: String

  init(_ verdict: Verdict, _ detail: String = "") {
    self.verdict = verdict
    self.detail = detail
  }

  var description: String { verdict.rawValue + (detail.isEmpty ? "" : ": \(detail)") }
}

/// A suite of the tests, with the lines that it reaches.
struct Suite: Codable {
  let name: String
  /// The time of the processor in seconds.
  var seconds = 0.0
  var reached: Set<Int> = []

  var isQuick: Bool { seconds < 1 }
}

/// The checks that can notice a wrong line.
struct Checks {
  #if os(Linux)
    private static let runner =
      "exec .build/debug/marblesPackageTests.xctest --testing-library swift-testing"
  #else
    private static let runner = "exec swift test --skip-build"
  #endif

  private let copy: Copy
  private let suites: [Suite]

  /// Runs each suite once without a wrong line, except those that have run before.
  ///
  /// - Parameter save: Stores the suites that have run.
  init(in copy: Copy, known: [Suite], save: ([Suite]) throws -> Void) throws {
    let list = try copy.run("swift test list --skip-build", seconds: 600).output
    let names = list.components(separatedBy: "\n").filter { $0.contains("Tests.") }.compactMap {
      $0.components(separatedBy: "/").first
    }
    var suites = known
    // The house tests read the sources, which have changed.
    for name in Set(names).sorted()
    where !name.hasPrefix("HouseTests.") && !known.contains(where: { $0.name == name }) {
      let file = copy.scratch("reached.txt")
      try Data().write(to: file)
      var suite = Suite(name: name)
      let start = processorTime()
      let (status, output) = try Self.run(
        [suite], in: copy, ["MARBLES_REACHED": file.path], seconds: 600)
      // Tests for XCTest have another runner.
      if output.contains(" 0 tests in 0 suites ") { continue }
      guard status == 0 else {
        throw MutantError(description: "\(name) fails without a wrong line\n\(output)")
      }
      suite.seconds = processorTime() - start
      let reached = try String(contentsOf: file, encoding: .utf8)
      suite.reached = Set(reached.components(separatedBy: "\n").compactMap { Int($0) })
      suites.append(suite)
      try save(suites)
    }
    self.copy = copy
    self.suites = suites
  }

  private static func run(
    _ suites: [Suite], in copy: Copy, _ environment: [String: String], seconds: Double
  ) throws -> (status: Int32?, output: String) {
    let names = suites.map { $0.name.replacingOccurrences(of: ".", with: "\\.") }
    let filter = "^(\(names.joined(separator: "|")))/"
    return try copy.run(
      "ulimit -d 8000000; ulimit -t \(Int(seconds)); \(runner) --filter '\(filter)'",
      seconds: 60 + seconds * 3,
      environment: environment, ending: " recorded an issue ")
  }

  /// Runs one of the checks with a wrong line: the quick suites of the same library first, then the other
  /// quick suites, then each slow suite, at last the examples and the pictures.
  ///
  /// - Parameters:
  ///   - round: The number of the check, from 0.
  ///   - isWoven: Whether the number turns the line on. Otherwise it is the only one, and it is not
  ///     known which suites reach it.
  /// - Returns: `nil` if the check succeeds and is not the last one.
  func judgment(on mutant: NumberedMutant, round: Int, isWoven: Bool) throws -> Judgment? {
    let library = mutant.mutant.file.components(separatedBy: "/")[1]
    let reaching = suites.filter { !isWoven || $0.reached.contains(mutant.number) }
      .sorted { $0.seconds < $1.seconds }
    let isNear = { (suite: Suite) in suite.name.hasPrefix(library + "Tests.") }
    let quick = reaching.filter(\.isQuick)
    let runs =
      [quick.filter(isNear), quick.filter { !isNear($0) }]
      + reaching.dropFirst(quick.count).map { [$0] }
    let environment = isWoven ? ["MARBLES_WRONG_LINE": "\(mutant.number)"] : [:]
    if round < runs.count { return try judgment(by: runs[round], environment) }
    let marbles = ".build/debug/marbles"
    for (verdict, command) in [
      (Verdict.example, "find examples -name '*.txt' -exec \(marbles) check {} +"),
      (.picture, "Tests/pictures --check"),
    ] {
      let status = try copy.run(command, seconds: 600, environment: environment).status
      if status != 0 { return Judgment(status == nil ? .time : verdict) }
    }
    return Judgment(.survived, reaching.isEmpty ? "no test reaches the line" : "")
  }

  private func judgment(by suites: [Suite], _ environment: [String: String]) throws -> Judgment? {
    if suites.isEmpty { return nil }
    let seconds = suites.map(\.seconds).reduce(10) { $0 + $1 * 2 }
    let (status, output) = try Self.run(suites, in: copy, environment, seconds: seconds)
    guard let status else { return Judgment(.time, suites.count == 1 ? suites[0].name : "") }
    if status == 0 { return nil }
    let failed = output.components(separatedBy: "\n")
      .first { $0.hasPrefix("✘ Test ") && $0.contains(" recorded an issue ") }
    return Judgment(.test, failed.map { String($0.dropFirst(7).prefix(150)) } ?? "crash")
  }
}

/// The time that all processes have used that were started and have ended, in seconds.
private func processorTime() -> Double {
  var usage = rusage()
  // RUSAGE_CHILDREN, which has another type on Linux.
  getrusage(-1, &usage)
  return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
}
