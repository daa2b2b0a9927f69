/// Text that Mermaid shows as it is: nothing in it is syntax, markup or a directive.
enum MermaidText {
  /// Longer texts are cut in the picture.
  static let longest = 60

  static func encoded(_ text: String, limit: Int = longest) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let shown = TextWidth.visible(lines.joined(separator: "⏎"))
    let cut = TextWidth.truncated(shown, to: limit)
    if cut.allSatisfy({ $0 == " " }) { return "#8203;" }
    var result = ""
    for character in cut {
      for scalar in character.unicodeScalars { append(scalar, to: &result) }
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    if let code = codes[scalar] {
      result += "#\(code);"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }

  private static let codes: [Unicode.Scalar: String] = [
    "#": "35", ";": "59", "<": "lt", ">": "gt", "&": "amp", "\"": "quot", "%": "37", "{": "123",
    "}": "125", "|": "124", "`": "96", "$": "36", "\\": "92",
  ]

  /// One line for `accTitle` and `accDescr`, never empty.
  static func line(_ text: String) -> String { encoded(text, limit: 2_000) }

  /// The columns of a line in a note.
  private static let noteWidth = 40

  /// The text of a note, in lines that a picture of two participants has room for.
  static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0.isNewline }).map(String.init) {
      if let line = lines.last, TextWidth.cells(line) + 1 + TextWidth.cells(word) <= noteWidth {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.isEmpty
      ? encoded(text) : lines.map { encoded($0, limit: 200) }.joined(separator: "<br/>")
  }

  /// The visible title, for the front matter: a quoted YAML string.
  static func title(_ diagram: Diagram) -> [String] {
    let title = TextWidth.visible(
      diagram.title.split(whereSeparator: \.isNewline).joined(separator: " "))
    guard title.contains(where: { $0 != " " }) else { return [] }
    let escaped = title.flatMap { character -> String in
      switch character {
      case "\"", "\\": "\\\(character)"
      // The title is text of the picture: nothing in it is markup.
      case "<": "‹"
      case ">": "›"
      default: String(character)
      }
    }
    return ["title: \"\(String(escaped))\""]
  }

  static func accessibility(_ diagram: Diagram) -> [String] {
    let summary = diagram.summary.isEmpty ? [] : [diagram.summary + "."]
    let description = (summary + diagram.story).joined(separator: " ")
    return [
      "    accTitle: \(line(diagram.title.isEmpty ? "marble diagram" : diagram.title))",
      "    accDescr: \(line(description.isEmpty ? "a recording" : description))",
    ]
  }
}

/// The participants or nodes of a Mermaid picture: short names for rows and inner streams.
struct MermaidNames {
  /// With more participants, inner streams are part of their box.
  private static let mostParticipants = 30

  struct Participant {
    let id: String
    let label: String
    let panel: Int
  }

  private(set) var participants: [Participant] = []
  private var rows: [Int: String] = [:]
  private var inner: [Inner: String] = [:]
  private var numbers: [String: Int] = [:]

  private struct Inner: Hashable {
    let row: Int
    let name: String
  }

  /// - Parameter withInner: whether inner streams are participants of their own.
  init(_ diagram: Diagram, withInner: Bool) {
    var streams: [Int: [String]] = [:]
    var seen: Set<Inner> = []
    if withInner {
      for glyph in diagram.glyphs {
        guard case .box = diagram.rows[glyph.site.row].kind, glyph.kind == .subscribe else {
          continue
        }
        if seen.insert(Inner(row: glyph.site.row, name: glyph.name)).inserted {
          streams[glyph.site.row, default: []].append(glyph.name)
        }
      }
      let count = diagram.rows.count + streams.values.reduce(0) { $0 + $1.count }
      if count > Self.mostParticipants { streams = [:] }
    }
    for (number, row) in diagram.rows.enumerated() {
      rows[number] = add(prefix(row), row.name, detail: row.isBand ? row.detail : "", row.panel)
      for name in streams[number] ?? [] {
        inner[Inner(row: number, name: name)] = add("I", name, detail: "", row.panel)
      }
    }
  }

  func id(row: Int) -> String { rows[row] ?? "S0" }

  /// The participant of a mark: an inner stream if it is one and has its own.
  func id(of glyph: Diagram.Glyph) -> String {
    inner[Inner(row: glyph.site.row, name: glyph.name)] ?? id(row: glyph.site.row)
  }

  func isInner(_ glyph: Diagram.Glyph) -> Bool {
    inner[Inner(row: glyph.site.row, name: glyph.name)] != nil
  }

  private mutating func add(
    _ prefix: String, _ name: String, detail: String, _ panel: Int
  ) -> String {
    numbers[prefix, default: 0] += 1
    let id = "\(prefix)\(numbers[prefix] ?? 1)"
    let lines = [name] + Self.lines(detail)
    participants.append(
      Participant(
        id: id, label: lines.map { MermaidText.encoded($0) }.joined(separator: "<br/>"),
        panel: panel))
    return id
  }

  /// The width of a participant, in cells.
  private static let widestLine = 24

  /// A detail in lines that fit into a participant, broken behind commas.
  private static func lines(_ detail: String) -> [String] {
    var lines: [String] = []
    for part in detail.split(separator: ", ", omittingEmptySubsequences: false) {
      if let last = lines.last,
        TextWidth.cells(last) + 2 + TextWidth.cells(String(part)) <= widestLine
      {
        lines[lines.count - 1] = "\(last), \(part)"
      } else if !part.isEmpty {
        if !lines.isEmpty { lines[lines.count - 1] += "," }
        lines.append(String(part))
      }
    }
    return lines
  }

  /// U above a stage, S a stage, A a subscriber, T a thread.
  private func prefix(_ row: Diagram.Row) -> String {
    if row.isBand { return "S" }
    if case .lane(.thread) = row.kind { return "T" }
    return row.source == nil && row.target != nil ? "U" : "A"
  }
}

extension Diagram {
  /// The element that a lane between two others received, if the lane changed it.
  func incomingText(of glyph: Glyph) -> String? {
    switch glyph.kind {
    case .value, .readThenSent, .swallowed: break
    default: return nil
    }
    guard rows[glyph.site.row].target != nil, let cause = glyph.cause else { return nil }
    let other = glyphs[cause]
    guard other.site.row != glyph.site.row else { return nil }
    switch other.kind {
    case .value, .replayed, .readThenSent: return other.text
    default: return nil
    }
  }
}
