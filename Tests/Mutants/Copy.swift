import Foundation

/// The copy of the checkout in which the wrong lines are tried.
final class Copy {
  /// The folder with the sources as they are in the checkout.
  private let right: URL
  private let folder: URL
  private var woven: [String: WovenFile] = [:]

  init(work: String) {
    right = URL(fileURLWithPath: work).appendingPathComponent("right")
    folder = URL(fileURLWithPath: work).appendingPathComponent("copy")
  }

  /// The correct text of a file.
  func text(_ file: String) throws -> String {
    try String(contentsOf: right.appendingPathComponent(file), encoding: .utf8)
  }

  /// The source files that contain wrong lines. Benchmarks and plugins have no tests.
  func sources() throws -> [String] {
    let skipped = ["MarblesBench/", "RenderMarbles/", "MarblesAppleCombine/"]
    return try files(in: right.appendingPathComponent("Sources"))
      .filter { file in file.hasSuffix(".swift") && !skipped.contains(where: file.hasPrefix) }
      .map { "Sources/" + $0 }
  }

  private func files(in folder: URL) throws -> [String] {
    guard let all = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    var found: [String] = []
    while let path = all.nextObject() as? String {
      if path == ".build" {
        all.skipDescendants()
      } else if all.fileAttributes?[.type] as? FileAttributeType != .typeDirectory {
        found.append(path)
      }
    }
    return found.sorted()
  }

  /// A number that changes with each file of the checkout.
  func checksum() throws -> String {
    let command = "cd ../right && find . -type f | LC_ALL=C sort | xargs cat | cksum"
    return try run(command, seconds: 60).output
  }

  /// Builds the copy with the wrong lines beside the right ones.
  ///
  /// - Parameter alone: The numbers of those that cannot be beside the right ones. Those that the
  ///   compiler rejects are added.
  func weave(_ mutants: [NumberedMutant], alone: inout Set<Int>) throws {
    while true {
      for (file, all) in Dictionary(grouping: mutants, by: \.mutant.file) {
        let text = WovenFile(try text(file), all.filter { !alone.contains($0.number) })
        alone.formUnion(text.leftOut)
        woven[file] = text
      }
      try update()
      let (isBuilt, errors) = try build()
      if isBuilt { return }
      let owners = errors.flatMap { woven[$0.file]?.owners(ofLine: $0.line) ?? [] }
      guard !owners.isEmpty else { throw MutantError(description: "the sources do not compile") }
      alone.formUnion(owners)
    }
  }

  /// Makes the copy equal to the checkout with the woven files. Files that are equal are not touched,
  /// so that the next build is incremental.
  private func update(_ changed: [String: WovenFile] = [:]) throws {
    let files = FileManager.default
    var texts = woven.merging(changed) { $1 }.mapValues(\.text)
    for module in Set(try sources().map { $0.components(separatedBy: "/")[1] }) {
      texts["Sources/\(module)/WrongLine.swift"] = WovenFile.support
    }
    let names = Set(try self.files(in: right)).union(texts.keys)
    for old in try self.files(in: folder) where !names.contains(old) {
      try files.removeItem(at: path(old))
    }
    for name in names {
      let source = right.appendingPathComponent(name)
      let wanted = try texts[name].map { Data($0.utf8) } ?? Data(contentsOf: source)
      if wanted == (try? Data(contentsOf: path(name))) { continue }
      try? files.removeItem(at: path(name))
      try files.createDirectory(
        at: path(name).deletingLastPathComponent(), withIntermediateDirectories: true)
      if texts[name] == nil {
        try files.copyItem(at: source, to: path(name))
      } else {
        try wanted.write(to: path(name))
      }
    }
  }

  /// A file beside the copy.
  func scratch(_ name: String) -> URL {
    folder.deletingLastPathComponent().appendingPathComponent(name)
  }

  private func path(_ file: String) -> URL { folder.appendingPathComponent(file) }

  /// Builds the copy with one more wrong line, instead of the right one.
  ///
  /// - Returns: whether it compiles.
  func apply(_ mutant: NumberedMutant, beside all: [NumberedMutant]) throws -> Bool {
    let file = mutant.mutant.file
    guard let wrong = mutant.mutant.applied(to: try text(file)) else { return false }
    try update([file: WovenFile(wrong, all.filter { $0.mutant.file == file })])
    return try build().isBuilt
  }

  private func build() throws -> (isBuilt: Bool, errors: [(file: String, line: Int)]) {
    var output = ""
    for product in ["marblesPackageTests", "marbles"] {
      let run = try run("swift build --product \(product)", seconds: 2400)
      output += run.output
      if run.status != 0 { break }
      if product == "marbles" { return (true, []) }
    }
    let errors = output.components(separatedBy: "\n").compactMap { line -> (String, Int)? in
      guard line.contains(": error: "), let start = line.range(of: "/Sources/") else { return nil }
      let parts = line[start.lowerBound...].dropFirst().components(separatedBy: ":")
      return parts.count > 1 ? Int(parts[1]).map { (parts[0], $0) } : nil
    }
    return (false, errors)
  }

  /// Runs a command in the copy.
  ///
  /// - Parameters:
  ///   - seconds: The time after which the command is stopped.
  ///   - ending: A text after which the command is stopped if its output contains it.
  /// - Returns: The exit status, or `nil` if the time was exceeded, and the output.
  func run(
    _ command: String, seconds: Double, environment: [String: String] = [:], ending: String? = nil
  ) throws -> (status: Int32?, output: String) {
    let log = scratch("command.log")
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    defer { try? output.close() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", command]
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = output
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .merging(["SWIFT_BACKTRACE": "enable=no", "MARBLES_SCENARIOS": "0.1"]) { $1 }
    func text() -> String {
      String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
    }
    try process.run()
    let end = Date().addingTimeInterval(seconds)
    while process.isRunning {
      usleep(50_000)
      let isOver = ending.map { text().contains($0) } ?? false
      if isOver || Date() > end {
        // The tests start processes of their own.
        if getpgid(process.processIdentifier) == process.processIdentifier {
          kill(-process.processIdentifier, SIGKILL)
        } else {
          kill(process.processIdentifier, SIGKILL)
        }
        process.waitUntilExit()
        return (isOver ? 1 : nil, text())
      }
    }
    let status = process.terminationStatus
    if process.terminationReason == .exit { return (status, text()) }
    return (status == SIGXCPU ? nil : 128, text())
  }
}
