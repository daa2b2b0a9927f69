import Testing

/// Phrases that are not plain technical English, in comments, documents, messages and test names.
@Suite("English")
struct EnglishTests {
  /// Phrases without a use in this project, and the phrases to write instead.
  private static let phrases: [(phrase: String, instead: String)] = [
    ("told", "notified, reported"), ("tells", "reports, prints"), ("is asked", "is requested"),
    ("are asked", "are requested"), ("asked for", "requested"), ("asks for", "requests"),
    ("lets go", "drops, releases"), ("let go", "dropped, released"),
    ("lets through", "republishes"), ("lets pass", "republishes"), ("stands in", "is in"),
    ("stand in", "are in"), ("stands behind", "follows"), ("stands on", "is on"),
    ("goes on", "continues"), ("go on", "continue"), ("says so", "returns true, reports it"),
    ("say so", "return true, report it"), ("so many", "the given number of"),
    ("nobody", "no subscriber"), ("everybody", "all subscribers"), ("somebody", "a user"),
    ("mended", "fixed"), ("by lot", "at random"), ("mistake", "error"), ("mistakes", "errors"),
    ("what came of", "the result of"), ("came of", "resulted from"), ("made anew", "recreated"),
    ("anew", "again"), ("made up", "generated"), ("at the price of", "at the cost of"),
    ("its own business", "internal"), ("for ever", "forever"), ("withal", "also"),
    ("likewise", "also"), ("keep quiet", "print nothing"), ("is up to", "the state of"),
    ("colour", "color"), ("colours", "colors"), ("behaviour", "behavior"),
    ("neighbour", "neighbor"), ("neighbours", "neighbors"), ("labelled", "labeled"),
    ("spelt", "spelled"), ("misspelt", "misspelled"), ("recognised", "recognized"),
    ("in its place", "in place"), ("comes of it", "results"), ("what is left", "the remaining"),
  ]

  /// Words with which no sentence of a comment begins.
  private static let openings = ["What ", "How ", "As ", "Who "]

  @Test("comments, messages, test names and documents are plain technical English")
  func commentsMessagesTestNamesAndDocumentsArePlainTechnicalEnglish() {
    var found: [String: [String]] = [:]
    for file in SourceTree.swiftFiles where file.path != "Tests/HouseTests/EnglishTests.swift" {
      found[String(file.parts[0]), default: []] += violations(in: file)
    }
    for path in SourceTree.textFiles where !path.hasSuffix(".swift") && !path.hasPrefix("Tests/") {
      guard ["md", "txt"].contains(where: { path.hasSuffix("." + $0) }) else { continue }
      let area = path.split(separator: "/").first.map(String.init) ?? path
      let lines = SourceTree.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      found[area, default: []] += lines.enumerated().flatMap { number, line in
        violations(in: String(line), "\(path):\(number + 1)")
      }
    }
    Violations([:]).check(found)
  }

  private func violations(in file: SourceTree.File) -> [String] {
    var last = 0
    return file.prose.flatMap { prose -> [String] in
      var found = violations(in: prose.text, "\(file.path):\(prose.line)")
      let isFirst = prose.line != last + 1
      last = prose.line
      if prose.text.hasPrefix("//"), isFirst {
        let text = prose.text.drop { $0 == "/" || $0 == " " }
        if let opening = Self.openings.first(where: { text.hasPrefix($0) }) {
          found.append("\(file.path):\(prose.line): begins with '\(opening)'")
        }
      }
      return found
    }
  }

  private func violations(in text: String, _ place: String) -> [String] {
    let words = " " + String(text.lowercased().map { $0.isLetter || $0 == "'" ? $0 : " " }) + " "
    let compact = words.split(separator: " ").joined(separator: " ")
    let searched = " \(compact) "
    return Self.phrases.compactMap { phrase, instead in
      searched.contains(" \(phrase) ") ? "\(place): '\(phrase)'; write \(instead)" : nil
    }
  }
}
