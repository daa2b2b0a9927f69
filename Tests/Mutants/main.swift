import Foundation

/// The check that noticed a wrong line.
enum Verdict: String {
  case test = "killed by a test"
  case example = "killed by an expectation of an example"
  case time = "killed because the tests do not end"
  case picture = "killed by a picture only"
  case survived = "SURVIVED"
  case equivalent = "equivalent"
  case notCompiled = "does not compile"
  case notApplied = "NOT APPLIED: the line is not in the file exactly once"
}

/// The copy of the checkout in which the wrong lines are tried.
struct Copy {
  let folder: URL

  func path(_ file: String) -> URL { folder.appendingPathComponent(file) }

  /// Runs a command in the copy.
  ///
  /// - Returns: its exit status, or `nil` if it was stopped after `seconds`, and its output.
  func run(_ command: String, seconds: Double) throws -> (status: Int32?, output: String) {
    let log = folder.deletingLastPathComponent().appendingPathComponent("command.log")
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", command]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    try process.run()
    let end = Date().addingTimeInterval(seconds)
    while process.isRunning, Date() < end { usleep(50_000) }
    let isLate = process.isRunning
    if isLate {
      process.interrupt()
      usleep(5_000_000)
      if process.isRunning { process.terminate() }
    }
    process.waitUntilExit()
    try output.close()
    let text = String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
    return (isLate ? nil : process.terminationStatus, text)
  }

  func build() throws -> Bool {
    try run(
      "swift build --product marblesPackageTests && swift build --product marbles", seconds: 1200
    ).status == 0
  }

  /// The test targets, those nearest to the file first, so that most wrong lines are noticed soon.
  private func targets(for file: String) throws -> [String] {
    let module = file.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    let all = try FileManager.default.contentsOfDirectory(atPath: path("Tests").path)
      .filter { $0.hasSuffix("Tests") && $0 != "HouseTests" }.sorted()
    let near = all.filter { $0 == module + "Tests" }
    return near + all.filter { !near.contains($0) }
  }

  func verdict(on file: String) throws -> (Verdict, detail: String) {
    for target in try targets(for: file) {
      let (status, output) = try run(
        "swift test --skip-build --filter '^\(target)\\.'", seconds: 600)
      guard let status else { return (.time, target) }
      if status != 0 {
        let failed = output.components(separatedBy: "\n").first { $0.hasPrefix("✘ Test ") }
        return (
          .test, failed.map { "\(target): \($0.dropFirst(7).prefix(110))" } ?? "\(target): crash"
        )
      }
    }
    let marbles = ".build/debug/marbles"
    let check = "find examples -name '*.txt' -exec \(marbles) check {} +"
    if try run(check, seconds: 300).status != 0 { return (.example, "") }
    if try run("Tests/pictures --check", seconds: 300).status != 0 { return (.picture, "") }
    return (.survived, "")
  }

  /// Tries one wrong line, and puts the right one back.
  func judge(_ mutant: Mutant) throws -> (Verdict, detail: String) {
    let url = path(mutant.file)
    let text = try String(contentsOf: url, encoding: .utf8)
    guard let wrong = mutant.applied(to: text) else { return (.notApplied, "") }
    try wrong.write(to: url, atomically: true, encoding: .utf8)
    defer { try? text.write(to: url, atomically: true, encoding: .utf8) }
    guard try build() else { return (.notCompiled, "") }
    return try verdict(on: mutant.file)
  }
}

func sources(in copy: Copy) throws -> [String] {
  let skipped = ["Sources/MarblesBench/", "Sources/RenderMarbles/", "Sources/MarblesAppleCombine/"]
  let all = try FileManager.default.subpathsOfDirectory(atPath: copy.path("Sources").path)
  return all.filter { $0.hasSuffix(".swift") }.map { "Sources/" + $0 }.sorted()
    .filter { file in !skipped.contains(where: file.hasPrefix) }
}

func main(_ arguments: [String]) throws -> Int32 {
  let usage = "usage: Tests/mutants [--only TEXT | --sample N SEED | --propose N SEED]"
  guard let work = arguments.first else { throw MutantError(description: usage) }
  let copy = Copy(folder: URL(fileURLWithPath: work).appendingPathComponent("copy"))
  let list = try Mutant.entries(
    String(contentsOf: copy.path("Tests/Mutants/list.txt"), encoding: .utf8))
  let equivalent = try Mutant.entries(
    String(contentsOf: copy.path("Tests/Mutants/equivalent.txt"), encoding: .utf8))
  var chosen = list
  let words = Array(arguments.dropFirst())
  switch (words.first, words.count) {
  case (nil, 0): break
  case ("--only", 2): chosen = list.filter { $0.file.contains(words[1]) }
  case ("--sample", 3), ("--propose", 3):
    guard let count = Int(words[1]), let seed = UInt64(words[2]) else {
      throw MutantError(description: usage)
    }
    let all = try sources(in: copy).flatMap {
      Rules.mutants(of: $0, text: try String(contentsOf: copy.path($0), encoding: .utf8))
    }
    chosen = Rules.sample(count, seed: seed, from: all)
    if words.first == "--propose" {
      print("\(chosen.count) of \(all.count)")
      for mutant in chosen { print(mutant.description) }
      return 0
    }
  default: throw MutantError(description: usage)
  }
  guard try copy.build() else { throw MutantError(description: "the sources do not compile") }
  var counts: [Verdict: Int] = [:]
  var report = ""
  func say(_ text: String) throws {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
    report += text + "\n"
    try report.write(
      toFile: work + "/report.txt", atomically: true, encoding: .utf8)
  }
  for mutant in chosen {
    let known = equivalent.first { $0.isSame(as: mutant) }
    let (verdict, detail) = try known.map { (.equivalent, $0.effect) } ?? copy.judge(mutant)
    counts[verdict, default: 0] += 1
    let isQuiet = verdict == .test || verdict == .example || verdict == .time
    try say(
      "\(mutant.description)\n  \(verdict.rawValue)\(detail.isEmpty ? "" : ": \(detail)")"
        + (isQuiet || verdict == .equivalent ? "" : "\n  \(mutant.effect)"))
  }
  try say(
    counts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", "))
  // Wrong lines of the list must be noticed; those made by rule are for a person to read.
  let isList = words.first != "--sample"
  let bad = [Verdict.survived, .notApplied, .notCompiled].contains { counts[$0] != nil }
  return isList && bad ? 1 : 0
}

do {
  exit(try main(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("Tests/mutants: \(error)\n".utf8))
  exit(2)
}
