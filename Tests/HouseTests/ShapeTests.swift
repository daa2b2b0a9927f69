import Testing

@Suite("The shape of the sources")
struct ShapeTests {
  /// "About 300" and "about 40" in the style guide; here is where about ends.
  private static let fileLimit = 350
  private static let functionLimit = 50
  private static let lineLimit = 100

  @Test("files are not long")
  func files() {
    for file in SourceTree.library {
      let count = file.lines.count
      #expect(count <= Self.fileLimit, "\(file.path) has \(count) lines")
    }
  }

  @Test("lines are not long, and have no tabs or spaces at their end")
  func lines() {
    for file in SourceTree.library {
      for (index, line) in file.lines.enumerated() {
        let place = "\(file.path):\(index + 1)"
        // A line of bytes is never shorter than a line of characters.
        if line.utf8.count > Self.lineLimit, line.count > Self.lineLimit,
          !line.contains("\""), !line.hasPrefix("  ///")
        {
          Issue.record("\(place): \(line.count) characters")
        }
        if line.utf8.last == 0x20 { Issue.record("\(place): a space at its end") }
      }
    }
  }

  @Test("functions are not long")
  func functions() {
    for file in SourceTree.library {
      for index in file.tokens.indices where ["func", "init"].contains(file.tokens[index].text) {
        guard let lines = bodyLines(file.tokens, from: index) else { continue }
        #expect(
          lines <= Self.functionLimit,
          "\(file.path):\(file.tokens[index].line): \(lines) lines")
      }
    }
  }

  /// The lines of the body of the function at `index`; `nil` if it has none.
  private func bodyLines(_ tokens: [SwiftTokens.Token], from index: Int) -> Int? {
    let start = tokens[index]
    if index > 0, tokens[index - 1].text == "." { return nil }
    guard
      let open = tokens[index...].firstIndex(where: { $0.text == "{" || $0.text == "}" }),
      tokens[open].text == "{", tokens[open].depth == start.depth,
      let close = tokens[open...].firstIndex(where: {
        $0.text == "}" && $0.depth == start.depth
      })
    else { return nil }
    return tokens[close].line - tokens[open].line - 1
  }

  @Test("every public type says what it is")
  func documentation() {
    let kinds: Set<String> = ["struct", "class", "enum", "protocol", "actor"]
    for file in SourceTree.library {
      let lines = file.lines
      for index in file.tokens.indices.dropLast(3) where file.tokens[index].text == "public" {
        let next = file.tokens[index + 1].text
        guard kinds.contains(next == "final" ? file.tokens[index + 2].text : next) else { continue }
        guard file.tokens[index].depth == 0 else { continue }
        var line = file.tokens[index].line - 2
        while line > 0, lines[line].trimmingPrefix(" ").hasPrefix("@") { line -= 1 }
        let text = line >= 0 ? lines[line].drop { $0 == " " } : ""
        #expect(
          text.hasPrefix("///"),
          "\(file.path):\(file.tokens[index].line): a public type without a comment")
      }
    }
  }

  @Test("no file has a header")
  func headers() {
    for file in SourceTree.swiftFiles {
      let first = file.lines.first ?? ""
      let isHeader = first == "//" || first.contains("\(file.parts.last ?? "")")
      #expect(
        !isHeader && !first.lowercased().contains("copyright"),
        "\(file.path) has a header")
    }
  }
}
