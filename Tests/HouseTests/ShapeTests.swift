import Testing

@Suite("Shape of the sources")
struct ShapeTests {
  /// The limits of "about 300" lines and "about 40" lines.
  private static let fileLimit = 350
  private static let functionLimit = 50
  private static let lineLimit = 100

  @Test("files are at most about 300 lines long")
  func filesAreAtMostAbout300LinesLong() {
    for file in SourceTree.library {
      let count = file.lines.count
      #expect(count <= Self.fileLimit, "\(file.path) has \(count) lines")
    }
  }

  @Test("lines are at most 100 characters long and have no trailing spaces")
  func linesAreAtMost100CharactersLongAndHaveNoTrailingSpaces() {
    for file in SourceTree.library {
      for (index, line) in file.lines.enumerated() {
        let place = "\(file.path):\(index + 1)"
        // Counting bytes is faster, and never gives less than counting characters.
        if line.utf8.count > Self.lineLimit, line.count > Self.lineLimit,
          !line.contains("\""), !line.hasPrefix("  ///")
        {
          Issue.record("\(place): \(line.count) characters")
        }
        if line.utf8.last == 0x20 { Issue.record("\(place): a space at its end") }
      }
    }
  }

  @Test("functions are at most about 40 lines long, except a flat switch or list")
  func functionsAreAtMostAbout40LinesLongExceptAFlatSwitchOrList() {
    for file in SourceTree.library {
      for index in file.tokens.indices
      where ["func", "init", "var"].contains(file.tokens[index].text) {
        guard let body = body(file.tokens, from: index), !isFlat(file.tokens[body]) else {
          continue
        }
        let lines = file.tokens[body.upperBound].line - file.tokens[body.lowerBound].line - 1
        #expect(
          lines <= Self.functionLimit,
          "\(file.path):\(file.tokens[index].line): \(lines) lines")
      }
    }
  }

  /// The braces of the body of the function at `index`; `nil` if it has none.
  private func body(_ tokens: [SwiftTokens.Token], from index: Int) -> ClosedRange<Int>? {
    let start = tokens[index]
    if index > 0, tokens[index - 1].text == "." { return nil }
    // A stored variable ends with its line.
    let ends: Set<String> = start.text == "var" ? ["{", "}", "="] : ["{", "}"]
    guard
      let open = tokens[index...].firstIndex(where: { ends.contains($0.text) }),
      tokens[open].text == "{", tokens[open].depth == start.depth,
      start.text != "var" || tokens[open].line <= start.line + 2,
      let close = tokens[open...].firstIndex(where: {
        $0.text == "}" && $0.depth == start.depth
      })
    else { return nil }
    return open...close
  }

  /// Whether a body is one list, or one `switch` without another inside: its length is then that of its
  /// list of cases.
  private func isFlat(_ body: ArraySlice<SwiftTokens.Token>) -> Bool {
    guard let brace = body.first, let first = body.dropFirst().first else { return false }
    let start = first.text == "return" ? body.dropFirst(2) : body.dropFirst()
    if start.first?.text == "[", start.dropLast().last?.text == "]" { return true }
    guard start.first?.text == "switch" else { return false }
    let isWhole = start.dropLast(2).allSatisfy { $0.depth > brace.depth }
    let switches = start.count { $0.text == "switch" && $0.depth == brace.depth + 1 }
    return isWhole && switches == 1 && start.dropLast().last?.text == "}"
  }

  /// The numbers of public declarations without a comment, by target. They may only be reduced; the aim
  /// is 0.
  private static let undocumented = Violations([:])

  @Test("each public declaration has a doc comment, also cases and requirements")
  func eachPublicDeclarationHasADocCommentAlsoCasesAndRequirements() {
    let found = Dictionary(grouping: SourceTree.library) {
      String($0.parts.dropFirst().first ?? "")
    }
    .mapValues { files in files.flatMap { undocumented($0) + undocumentedMembers($0) } }
    Self.undocumented.check(found)
  }

  /// The cases of public enumerations and the requirements of public protocols, which are public
  /// without the word.
  private func undocumentedMembers(_ file: SourceTree.File) -> [String] {
    let tokens = file.tokens
    let members: [String: Set<String>] = [
      "enum": ["case"], "protocol": ["func", "var", "init", "subscript", "associatedtype"],
    ]
    return tokens.indices.dropFirst().flatMap { index -> [String] in
      guard let words = members[tokens[index].text],
        tokens[..<index].last(where: { $0.text != "indirect" })?.text == "public",
        let open = tokens[index...].firstIndex(where: { $0.text == "{" }),
        let close = tokens[open...].firstIndex(where: {
          $0.text == "}" && $0.depth == tokens[open].depth
        })
      else { return [] }
      return (open..<close).compactMap { member in
        guard words.contains(tokens[member].text), tokens[member].depth == tokens[open].depth + 1,
          member + 1 < tokens.count, !Self.witnesses.contains(tokens[member + 1].text),
          !hasComment(line: tokens[member].line, file)
        else { return nil }
        return
          "\(file.path):\(tokens[member].line): '\(tokens[member + 1].text)' has no doc comment"
      }
    }
  }

  /// Whether there is a doc comment above a line and its attributes.
  private func hasComment(line number: Int, _ file: SourceTree.File) -> Bool {
    var line = number - 2
    while line >= 0, Self.isAttribute(file.lines[line]) { line -= 1 }
    let before = line >= 0 ? file.lines[line].drop { $0 == " " } : ""
    return before.hasPrefix("///") || before.hasSuffix("*/")
  }

  private func undocumented(_ file: SourceTree.File) -> [String] {
    let kinds: Set<String> = [
      "struct", "class", "enum", "protocol", "actor", "func", "var", "let", "subscript",
      "typealias", "init",
    ]
    let modifiers: Set<String> = [
      "final", "static", "class", "mutating", "convenience", "override", "indirect", "lazy",
      "nonmutating", "required",
    ]
    return file.tokens.indices.compactMap { index in
      let tokens = file.tokens
      guard ["public", "open"].contains(tokens[index].text),
        !(index > 0 && ["(", "."].contains(tokens[index - 1].text))
      else { return nil }
      var next = index + 1
      while next + 1 < tokens.count, modifiers.contains(tokens[next].text),
        tokens[next].text != "class" || kinds.contains(tokens[next + 1].text)
      {
        next += 1
      }
      guard next + 1 < tokens.count, kinds.contains(tokens[next].text),
        !Self.witnesses.contains(tokens[next + 1].text),
        !hasComment(line: tokens[index].line, file)
      else { return nil }
      return "\(file.path):\(tokens[index].line): '\(tokens[next + 1].text)' has no doc comment"
    }
  }

  private static func isAttribute(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("@") || text.hasPrefix("#if") || text.hasPrefix("#else")
  }

  /// Members that a protocol of Swift, Combine or RxSwift documents.
  private static let witnesses: Set<String> = [
    "rawValue", "hash", "description", "debugDescription", "encode", "id", "allCases", "hashValue",
    "Failure", "Output", "Input", "Element", "receive", "request", "cancel",
    "playgroundDescription",
    "customMirror", "combineIdentifier", "<", ">", "!", "=", "+", "-", "*", "stringValue", "body",
    "errorDescription", "makeAsyncIterator", "AsyncIterator", "next", "magnitude", "Magnitude",
    "subscribe", "on", "dispose", "schedule", "minimumTolerance", "now",
  ]

  @Test("no file has a header")
  func noFileHasAHeader() {
    for file in SourceTree.swiftFiles {
      let first = file.lines.first ?? ""
      let isHeader = first == "//" || first.contains("\(file.parts.last ?? "")")
      #expect(
        !isHeader && !first.lowercased().contains("copyright"),
        "\(file.path) has a header")
    }
  }
}
