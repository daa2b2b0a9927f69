import Foundation

/// A wrong line with the number that turns it on.
struct NumberedMutant {
  let number: Int
  let place: Int
  let mutant: Mutant
}

/// The text of a source file that contains wrong lines beside the right ones.
///
/// Each block of statements with a wrong line exists twice, and `isWrong(number)` selects one of the two
/// when the program runs. So one build is enough for many wrong lines, and the right line reports
/// that it was reached.
struct WovenFile {
  private struct Line {
    let text: String
    /// The numbers of the wrong lines that an error of the compiler in this line can belong to.
    var owners: [Int]
  }

  /// The numbers of the wrong lines that are not in the text, because they are not inside of a block.
  private(set) var leftOut: [Int] = []
  private var lines: [Line] = []

  var text: String { lines.map(\.text).joined(separator: "\n") }

  init(_ text: String, _ mutants: [NumberedMutant]) {
    let source = text.components(separatedBy: "\n")
    var woven = source.map { [Line(text: $0, owners: [])] }
    var ofBlock: [ClosedRange<Int>: [NumberedMutant]] = [:]
    var ofLine: [Int: [NumberedMutant]] = [:]
    for mutant in mutants {
      if let block = Self.block(around: mutant.place, in: source) {
        ofBlock[block, default: []].append(mutant)
      } else {
        ofLine[mutant.place, default: []].append(mutant)
      }
    }
    for (place, group) in ofLine {
      if let line = Self.line(source[place], group) {
        woven[place] = [Line(text: line, owners: group.map(\.number))]
      } else {
        leftOut += group.map(\.number)
      }
    }
    // Inner blocks come before the outer ones.
    for (block, group) in ofBlock.sorted(by: { $0.key.lowerBound > $1.key.lowerBound }) {
      let owners = group.map(\.number)
      for place in block {
        woven[place] = woven[place].map { Line(text: $0.text, owners: $0.owners + owners) }
      }
      var before: [Line] = []
      for mutant in group {
        var copy = Array(source[block])
        copy[mutant.place - block.lowerBound] = mutant.mutant.wrong
        copy = ["if isWrong(\(mutant.number)) {"] + copy + ["} else"]
        before += copy.map { Line(text: $0, owners: [mutant.number]) }
      }
      before.append(Line(text: "{", owners: owners))
      woven[block.lowerBound] = before + woven[block.lowerBound]
      woven[block.upperBound].append(Line(text: "}", owners: owners))
    }
    lines = woven.flatMap { $0 }
  }

  /// The wrong lines that an error of the compiler in a line can belong to. Lines start from 1.
  func owners(ofLine number: Int) -> [Int] {
    let owners = number <= lines.count ? lines[number - 1].owners : []
    return owners.isEmpty ? Array(Set(lines.flatMap(\.owners))) : owners
  }

  /// The innermost statements in braces, or after the colon of a case, that contain a line. The
  /// indentation of formatted sources shows them.
  static func block(around place: Int, in lines: [String]) -> ClosedRange<Int>? {
    var inner = place
    while let header = lines[..<inner].lastIndex(where: {
      !trimmed($0).isEmpty && indentation($0) < indentation(lines[inner])
    }) {
      let line = trimmed(lines[header])
      let isCase = line.hasSuffix(":") && (line.hasPrefix("case ") || line.hasPrefix("default"))
      if isCase || line.hasSuffix("{") || line.hasSuffix(" in") {
        guard isCase || !isDeclarationOrSwitch(header, in: lines) else { return nil }
        let end = lines[(header + 1)...].firstIndex {
          !trimmed($0).isEmpty && indentation($0) <= indentation(lines[header])
        }
        return end.map { header + 1...$0 - 1 }
      }
      inner = header
    }
    return nil
  }

  /// Whether the braces that a line opens contain declarations or cases, not statements.
  private static func isDeclarationOrSwitch(_ header: Int, in lines: [String]) -> Bool {
    var start = header
    while start > 0,
      ["{", ")", "where "].contains(where: trimmed(lines[start]).hasPrefix)
        || indentation(lines[start]) > indentation(lines[header]) || trimmed(lines[start]).isEmpty
    {
      start -= 1
    }
    let words = lines[start].components(separatedBy: CharacterSet.alphanumerics.inverted)
    if !Set(words).isDisjoint(with: ["func", "var", "init", "subscript"]) {
      return words.contains("switch")
    }
    return !Set(words).isDisjoint(with: [
      "class", "struct", "enum", "extension", "protocol", "actor", "switch",
    ])
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  /// A line outside of a block, with a choice in its braces or after its equal sign.
  private static func line(_ right: String, _ mutants: [NumberedMutant]) -> String? {
    for (open, close) in [("{ ", " }"), (" = ", "")] {
      guard let start = right.range(of: open) else { continue }
      let end =
        close.isEmpty
        ? (right.hasSuffix(",") ? right.index(before: right.endIndex) : right.endIndex)
        : right.range(of: close, options: .backwards)?.lowerBound
      guard let end, start.upperBound < end else { continue }
      let head = right[..<start.upperBound]
      let tail = right[end...]
      var text = ""
      for mutant in mutants {
        let wrong = right.prefix { $0 == " " } + mutant.mutant.wrong
        guard wrong.hasPrefix(head), wrong.hasSuffix(tail) else { return nil }
        let part = wrong.dropFirst(head.count).dropLast(tail.count)
        text +=
          close.isEmpty
          ? "isWrong(\(mutant.number)) ? \(part) : "
          : "if isWrong(\(mutant.number)) { \(part) } else "
      }
      let part = right[start.upperBound..<end]
      guard part.filter({ "([{".contains($0) }).count == part.filter({ ")]}".contains($0) }).count
      else { continue }
      return head + text + (close.isEmpty ? part : "{ \(part) }") + tail
    }
    return nil
  }

  /// The declaration of `isWrong`, for each library.
  static let support = """
    import Foundation

    private let chosen = Int(ProcessInfo.processInfo.environment["MARBLES_WRONG_LINE"] ?? "")
    private let report = ProcessInfo.processInfo.environment["MARBLES_REACHED"]
    private nonisolated(unsafe) var isReported = [Bool](repeating: false, count: 100_000)
    private let lock = NSLock()

    @usableFromInline func isWrong(_ number: Int) -> Bool {
      if let report {
        lock.lock()
        defer { lock.unlock() }
        if !isReported[number], let file = fopen(report, "a") {
          isReported[number] = true
          fputs("\\(number)\\n", file)
          fclose(file)
        }
      }
      return number == chosen
    }
    """
}
