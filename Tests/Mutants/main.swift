import Foundation

/// The wrong lines to try.
func chosen(_ words: [String], in copy: Copy) throws -> [Mutant] {
  let usage = "usage: Tests/mutants [--only TEXT | --sample N SEED | --propose N SEED]"
  let list = try Mutant.entries(copy.text("Tests/Mutants/list.txt"))
  switch (words.first, words.count) {
  case (nil, 0): return list
  case ("--only", 2): return list.filter { $0.file.contains(words[1]) }
  case ("--sample", 3), ("--propose", 3):
    guard let count = Int(words[1]), let seed = UInt64(words[2]) else {
      throw MutantError(description: usage)
    }
    let all = try copy.sources().flatMap { Rules.mutants(of: $0, text: try copy.text($0)) }
    return Rules.sample(count, seed: seed, from: all)
  default: throw MutantError(description: usage)
  }
}

/// The results of a run that was interrupted. The same run continues after them.
struct Progress: Codable {
  let key: String
  var alone: Set<Int> = []
  var suites: [Suite] = []
  /// The number of checks that have not noticed a wrong line.
  var rounds: [Int: Int] = [:]
  var results: [Int: Judgment] = [:]

  static func load(_ file: URL, key: String) -> Progress {
    let old = try? JSONDecoder().decode(Progress.self, from: Data(contentsOf: file))
    return old?.key == key ? old ?? Progress(key: key) : Progress(key: key)
  }

  func save(_ file: URL) throws {
    try JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}

/// The wrong lines that are tried, each with its number and its place; the others are reported.
func numbered(
  _ mutants: [Mutant], in copy: Copy, report: (Mutant, Int, Judgment) throws -> Void
) throws -> [NumberedMutant] {
  let equivalent = try Mutant.entries(copy.text("Tests/Mutants/equivalent.txt"))
  var numbered: [NumberedMutant] = []
  for (number, mutant) in zip(1..., mutants) {
    if let known = equivalent.first(where: { $0.isSame(as: mutant) }) {
      try report(mutant, number, Judgment(.equivalent, known.effect))
    } else if let place = mutant.place(in: try copy.text(mutant.file)) {
      numbered.append(NumberedMutant(number: number, place: place, mutant: mutant))
    } else {
      try report(mutant, number, Judgment(.notApplied))
    }
  }
  return numbered
}

/// Tries the wrong lines, and calls `report` with each result.
func judge(
  _ mutants: [Mutant], in copy: Copy, report: (Mutant, Int, Judgment) throws -> Void
) throws {
  let numbered = try numbered(mutants, in: copy, report: report)
  let file = copy.scratch("progress.json")
  let key = mutants.map(\.description).joined(separator: "\n") + (try copy.checksum())
  var progress = Progress.load(file, key: key)
  for mutant in numbered {
    guard let known = progress.results[mutant.number] else { continue }
    try report(mutant.mutant, mutant.number, known)
  }
  try copy.weave(numbered, alone: &progress.alone)
  try progress.save(file)
  let checks = try Checks(in: copy, known: progress.suites) {
    progress.suites = $0
    try progress.save(file)
  }
  func finish(_ mutant: NumberedMutant, _ result: Judgment) throws {
    progress.results[mutant.number] = result
    try progress.save(file)
    try report(mutant.mutant, mutant.number, result)
  }
  let woven = numbered.filter { !progress.alone.contains($0.number) }
  // Most wrong lines are noticed in the first round.
  for round in 0... {
    let open = woven.filter { progress.results[$0.number] == nil }
    if open.isEmpty { break }
    for mutant in open where progress.rounds[mutant.number, default: 0] == round {
      if let result = try checks.judgment(on: mutant, round: round, isWoven: true) {
        try finish(mutant, result)
      } else {
        progress.rounds[mutant.number] = round + 1
        try progress.save(file)
      }
    }
  }
  for mutant in numbered where progress.results[mutant.number] == nil {
    var result = try copy.apply(mutant, beside: woven) ? nil : Judgment(.notCompiled)
    var rounds = (0...).makeIterator()
    while result == nil, let round = rounds.next() {
      result = try checks.judgment(on: mutant, round: round, isWoven: false)
    }
    if let result { try finish(mutant, result) }
  }
}

func main(_ arguments: [String]) throws -> Int32 {
  let work = arguments[0]
  let words = Array(arguments.dropFirst())
  let copy = Copy(work: work)
  let mutants = try chosen(words, in: copy)
  if words.first == "--propose" {
    for mutant in mutants { print(mutant.description) }
    return 0
  }
  var report = ""
  func say(_ text: String) throws {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
    report += text + "\n"
    try report.write(toFile: work + "/report.txt", atomically: true, encoding: .utf8)
  }
  var counts: [Verdict: Int] = [:]
  try judge(mutants, in: copy) { mutant, number, result in
    counts[result.verdict, default: 0] += 1
    try say("\(number): \(mutant.description)\n  \(result.description)\n  \(mutant.effect)")
  }
  try say(
    counts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", "))
  // Wrong lines of the list must be noticed; those made by rule are for a person to read.
  let bad = [Verdict.survived, .notApplied, .notCompiled].contains { counts[$0] != nil }
  return words.first != "--sample" && bad ? 1 : 0
}

do {
  exit(try main(Array(CommandLine.arguments.dropFirst())))
} catch {
  FileHandle.standardError.write(Data("Tests/mutants: \(error)\n".utf8))
  exit(2)
}
