/// `marbles snapshots --unused PATH…`: finds the snapshots that no test asks for any more.
///
/// A snapshot lies beside its test, in `__Marbles__/TestFile.function.name.txt`. It is in use as
/// long as that file has that function, and asks for that name or for names that are only known
/// when the test runs.
struct SnapshotsCommand {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  private static let folderName = "__Marbles__"

  func run() {
    guard arguments.has(.unused) else {
      return console.report(.needsOption(.snapshots, .unused))
    }
    var count = 0
    var unused: [String] = []
    let folders = arguments.operands.flatMap { FolderWalk(console).folders($0) }
    for folder in folders where folder.hasSuffix("/" + Self.folderName) {
      let parent = String(folder.dropLast(Self.folderName.count + 1))
      let tests = testFiles(in: parent.isEmpty ? "/" : parent)
      for name in names(in: folder) {
        count += 1
        if !isUsed(name, tests) { unused.append(folder + "/" + name) }
      }
    }
    for path in unused { console.print(shown(path) + "\n") }
    console.say("\(counted(count, "snapshot")), \(unused.count) unused")
    if !unused.isEmpty { console.raise(.failed) }
  }

  private func names(in folder: String) -> [String] {
    do throws(FileProblem) {
      return try console.files.names(in: folder).filter { !$0.hasPrefix(".") }
    } catch {
      console.report(error)
      return []
    }
  }

  /// The paths of the Swift files in a folder, by what their snapshots call them.
  private func testFiles(in folder: String) -> [String: [String]] {
    let names = (try? console.files.names(in: folder)) ?? []
    let paths = names.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    return Dictionary(grouping: paths) { TestSource.fileName(PathName($0).stem[...]) }
  }

  private func isUsed(_ name: String, _ tests: [String: [String]]) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count >= 3, let paths = tests[parts[0]] else { return false }
    return paths.contains { asks($0, for: parts) }
  }

  /// Whether a test file asks for the snapshot whose file name has these parts.
  private func asks(_ path: String, for parts: [String]) -> Bool {
    guard let bytes = try? console.files.read(path, limit: InputReader.limit) else { return false }
    let test = TestSource(String(decoding: bytes, as: UTF8.self))
    guard test.functions.contains(parts[1]) else { return false }
    guard parts.count > 3 else { return true }
    return test.hasNamesOfTheRun || test.names.contains(parts[2])
  }
}

/// What a test file says of its snapshots, in the spelling of their file names.
struct TestSource {
  private(set) var functions: Set<String> = []
  private(set) var names: Set<String> = []
  /// Whether a name is not a plain text: then it is known only when the test runs.
  private(set) var hasNamesOfTheRun = false

  init(_ text: String) {
    for part in Self.parts(of: text, behind: "func ") {
      let isQuoted = part.hasPrefix("`")
      let name =
        isQuoted
        ? part.dropFirst().prefix { $0 != "`" } : part.prefix { $0 != "(" && $0 != "<" }
      functions.insert(Self.fileName(name))
      if isQuoted { functions.insert("-" + Self.fileName(name) + "-") }
    }
    for part in Self.parts(of: text, behind: "named:") {
      let rest = part.drop(while: \.isWhitespace)
      let literal = rest.dropFirst().prefix { $0 != "\"" && $0 != "\n" }
      if rest.hasPrefix("\""), !literal.contains("\\") {
        names.insert(Self.fileName(literal))
      } else {
        hasNamesOfTheRun = true
      }
    }
  }

  private static func parts(of text: String, behind word: String) -> [Substring] {
    text.ranges(of: word).map { text[$0.upperBound...].prefix(200) }
  }

  /// A text as part of a snapshot's file name.
  static func fileName(_ text: Substring) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}
