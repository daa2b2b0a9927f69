import Marbles

extension Diagnostic {
  /// In compiler form, so that editors can jump to it, with a line break at the end.
  ///
  ///     share.txt:4:23: error: no operator is called 'sharereplay'
  ///      4 | let shared = response.sharereplay(1)
  ///        |                       ^~~~~~~~~~~ did you mean 'shareReplay'?
  public func rendered(in source: SourceText) -> String {
    var lines = Self.entry(severity.rawValue, text, at: span, hint: hint, in: source)
    for note in notes {
      lines += Self.entry("note", note.text, at: note.span, hint: nil, in: source)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func entry(
    _ kind: String, _ text: String, at span: SourceRange, hint: String?, in source: SourceText
  ) -> [String] {
    let place = source.location(of: span.start)
    let excerpt = SourceExcerpt(span, in: source)
    let number = String(place.line)
    let blank = String(repeating: " ", count: number.utf8.count)
    return [
      "\(source.name):\(place.line):\(place.column): \(kind): \(TextWidth.visible(text))",
      " \(number) | \(excerpt.line)".trimmingTrailingSpaces,
      " \(blank) | \(excerpt.underline)\(hint.map { " " + TextWidth.visible($0) } ?? "")",
    ]
  }
}

extension [Diagnostic] {
  /// All of them, in the order of the text; beyond `limit` only how many there are.
  public func rendered(in source: SourceText, limit: Int = 100) -> String {
    let ordered = inSourceOrder()
    let shown = ordered.prefix(limit).map { $0.rendered(in: source) }.joined()
    return ordered.count <= limit ? shown : shown + "… and \(ordered.count - limit) more\n"
  }
}

/// A line of the source and the marks below it, in the same columns.
///
/// Control characters are replaced by visible ones; a very long line is cut around the place.
struct SourceExcerpt {
  private(set) var line = ""
  private(set) var underline = ""

  private static let charactersBefore = 60
  private static let charactersAfter = 100

  init(_ span: SourceRange, in source: SourceText) {
    let whole = source.span(ofLine: source.lineIndex(of: span.start))
    let start = min(max(span.start, whole.start), whole.end)
    let end = min(max(span.end, start), whole.end)
    let before = source.text(of: SourceRange(whole.start, start))
    let after = source.text(of: SourceRange(start, whole.end))
    let marked = source.text(of: SourceRange(start, end)).count

    let head = before.suffix(Self.charactersBefore)
    if head.startIndex > before.startIndex {
      line = "…"
      underline = " "
    }
    for character in head {
      line += Self.shown(character)
      underline += character == "\t" ? "\t" : String(repeating: " ", count: Self.cells(character))
    }
    let shown = after.prefix(Self.charactersAfter)
    for character in shown { line += Self.shown(character) }
    if shown.endIndex < after.endIndex { line += "…" }
    let width = shown.prefix(marked).reduce(0) { $0 + Self.cells($1) }
    underline += "^" + String(repeating: "~", count: max(0, width - 1))
  }

  private static func shown(_ character: Character) -> String {
    character == "\t" ? "\t" : TextWidth.visible(String(character))
  }

  private static func cells(_ character: Character) -> Int {
    character == "\t" ? 1 : TextWidth.cells(shown(character))
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
    return String(self[..<end])
  }
}
