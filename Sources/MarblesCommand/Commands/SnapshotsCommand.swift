import Marbles

extension CommandSpec {
  static let snapshots = CommandSpec(
    "snapshots", "PATH…", count: many, "list the snapshots that no test uses",
    options: [.unused, .color],
    run: { SnapshotsCommand(context: $0).run() })
}

/// `marbles snapshots --unused PATH…`: lists the snapshots that no test uses.
///
/// A snapshot is in a folder beside its test: `__Marbles__/TestFile.function.name.txt`. It is in
/// use if that file has that function, and uses that name or a name that is computed.
private struct SnapshotsCommand {
  let context: CommandContext

  private var console: Console { context.console }

  private static let folderName = "__Marbles__"

  func run() {
    guard context.arguments.has(.unused) else {
      return console.report(.needsOption(context.arguments.command.call, .unused))
    }
    var count = 0
    var unused: [String] = []
    let folders = context.arguments.operands.flatMap { FolderWalk(console).folders($0) }
    for folder in folders where folder.hasSuffix("/" + Self.folderName) {
      let parent = String(folder.dropLast(Self.folderName.count + 1))
      let tests = testFiles(in: parent.isEmpty ? "/" : parent)
      for name in names(in: folder) {
        count += 1
        if !isUsed(name, tests) { unused.append(folder + "/" + name) }
      }
    }
    for path in unused { console.print(shown(path) + "\n") }
    console.printMessage("\(counted(count, "snapshot")), \(unused.count) unused")
    if !unused.isEmpty { console.raise(.failed) }
  }

  private func names(in folder: String) -> [String] {
    do throws(FileError) {
      return try console.files.names(in: folder).filter { !$0.hasPrefix(".") }
    } catch {
      console.report(error)
      return []
    }
  }

  /// The paths of the Swift files in a folder, by their name in snapshot names.
  private func testFiles(in folder: String) -> [String: [String]] {
    let names = (try? console.files.names(in: folder)) ?? []
    let paths = names.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    return Dictionary(grouping: paths) { TestSource.fileName(PathName($0).stem[...]) }
  }

  private func isUsed(_ name: String, _ tests: [String: [String]]) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count >= 3, let paths = tests[parts[0]] else { return false }
    return paths.contains { uses($0, parts) }
  }

  /// Whether a test file uses the snapshot whose file name has these parts.
  private func uses(_ path: String, _ parts: [String]) -> Bool {
    guard let bytes = try? console.files.read(path, limit: InputReader.limit) else { return false }
    let test = TestSource(String(decoding: bytes, as: UTF8.self))
    guard test.functions.contains(parts[1]) else { return false }
    guard parts.count > 3 else { return true }
    return test.hasComputedNames || test.names.contains(parts[2])
  }
}

/// The test functions and snapshot names of a test file, spelled like in snapshot file names.
struct TestSource {
  private(set) var functions: Set<String> = []
  private(set) var names: Set<String> = []
  /// Whether a name is computed, that is, not a string literal.
  private(set) var hasComputedNames = false

  init(_ text: String) {
    for part in Self.parts(of: text, after: "func ") {
      let isQuoted = part.hasPrefix("`")
      let name =
        isQuoted
        ? part.dropFirst().prefix { $0 != "`" } : part.prefix { $0 != "(" && $0 != "<" }
      functions.insert(Self.fileName(name))
      if isQuoted { functions.insert("-" + Self.fileName(name) + "-") }
    }
    for part in Self.parts(of: text, after: "named:") {
      let rest = part.drop(while: \.isWhitespace)
      let literal = rest.dropFirst().prefix { $0 != "\"" && $0 != "\n" }
      if rest.hasPrefix("\""), !literal.contains("\\") {
        names.insert(Self.fileName(literal))
      } else {
        hasComputedNames = true
      }
    }
  }

  private static func parts(of text: String, after word: String) -> [Substring] {
    text.ranges(of: word).map { text[$0.upperBound...].prefix(200) }
  }

  /// A text in the spelling of snapshot file names.
  static func fileName(_ text: Substring) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}
