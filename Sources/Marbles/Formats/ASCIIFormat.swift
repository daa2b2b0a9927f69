/// The picture as text, for terminals, comments and mail.
///
/// A column is an instant and begins in the column of its figure in the ruler. What happened in one
/// instant is in `( )`, in order, and widens its column for every line, so the order can be
/// read across the lines. A picture that exceeds the width continues in a panel below.
public struct ASCIIFormat: Sendable {
  /// The maximum width, unless another one is given.
  public static let defaultWidth = 100
  /// Below this nothing can be drawn; a smaller width counts as this.
  public static let leastWidth = 40

  /// The most cells that a line may take.
  public var width: Int
  /// Draws with box characters. The marks are pure ASCII otherwise; names and values never change.
  public var unicode: Bool

  /// Creates a format with the given options.
  public init(width: Int = Self.defaultWidth, unicode: Bool = false) {
    self.width = width
    self.unicode = unicode
  }

  /// The diagram as text.
  public func render(_ diagram: Diagram) -> String {
    let width = max(width, Self.leastWidth)
    let chart = ASCIIChart.fitting(
      diagram, symbols: unicode ? .box : .ascii, width: width)
    var page = ASCIIPage(width: width)
    page.addHeading(diagram, isLinear: chart.columns.isLinear)
    page.lines += chart.text
    page.addMessages(diagram, symbols: chart.symbols)
    page.addLists(chart)
    for note in diagram.notes { page.add(wrapped: TextWidth.visible(note)) }
    return page.text
  }
}

/// The lines of the output, wrapped at the width.
struct ASCIIPage {
  private static let indent = 12

  let width: Int
  var lines: [String] = []

  var text: String {
    var kept = lines[...]
    while kept.last?.isEmpty ?? false { kept.removeLast() }
    return kept.joined(separator: "\n") + "\n"
  }

  mutating func addHeading(_ diagram: Diagram, isLinear: Bool) {
    if !diagram.title.isEmpty { add(wrapped: TextWidth.visible(diagram.title)) }
    let summary = [TextWidth.visible(diagram.summary), isLinear ? "" : "time not to scale"]
    let line = summary.filter { !$0.isEmpty }.joined(separator: "; ")
    if !line.isEmpty { add(wrapped: line) }
    if !lines.isEmpty { lines.append("") }
  }

  mutating func addMessages(_ diagram: Diagram, symbols: ASCIISymbols) {
    for message in diagram.messages {
      add(wrapped: "\(symbols.stop) " + TextWidth.visible(message))
      lines.append("")
    }
  }

  mutating func addLists(_ chart: ASCIIChart) {
    add("names", chart.shortenedNames.map { "\($0.short) = \"\($0.whole)\"" })
    add("values", chart.keys.explained.map { "\($0.key) = \(Self.delimited($0.label))" })
    add("lost", chart.lostElsewhere)
    add("captions", chart.captions)
    add("legend", chart.legend)
  }

  /// A text in quotes, unless it is a number, a member such as `.clear`, or has quotes or brackets
  /// of its own: `[1, 2]`, `(1, a)`, `""`.
  private static func delimited(_ text: String) -> String {
    let ends: [(Character, Character)] = [("[", "]"), ("(", ")"), ("{", "}"), ("\"", "\"")]
    let isDelimited =
      text.count > 1 && ends.contains { text.first == $0.0 && text.last == $0.1 }
    let isMember = text.first == "." && !text.contains(" ")
    return isDelimited || isMember || Double(text) != nil ? text : "\"\(text)\""
  }

  /// Lists items side by side, with a heading before the first one.
  private mutating func add(_ heading: String, _ items: [String]) {
    guard !items.isEmpty else { return }
    var line = heading.padded(to: Self.indent)
    var isFresh = true
    for item in items {
      let item = TextWidth.truncated(item, to: width - Self.indent)
      if !isFresh, TextWidth.cells(line) + TextWidth.cells(item) > width {
        lines.append(line.trimmedAtEnd)
        line = String(repeating: " ", count: Self.indent)
      }
      line += item + "   "
      isFresh = false
    }
    lines.append(line.trimmedAtEnd)
  }

  /// Breaks at spaces where it can, else anywhere.
  mutating func add(wrapped text: String) {
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let fits = TextWidth.cells(line) + 1 + TextWidth.cells(word) <= width
      if !line.isEmpty, !fits {
        lines.append(line.trimmedAtEnd)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
      if TextWidth.cells(line) > width { line = addPieces(of: line) }
    }
    lines.append(line.trimmedAtEnd)
  }

  /// Adds full lines of a word that is longer than a line; returns the rest.
  private mutating func addPieces(of word: String) -> String {
    var piece = ""
    var used = 0
    for character in word {
      let cells = TextWidth.cells(character)
      if used + cells > width {
        lines.append(piece)
        piece = ""
        used = 0
      }
      piece.append(character)
      used += cells
    }
    return piece
  }
}

extension Diagram {
  /// The messages below a picture: why programs stopped, and the first difference.
  var messages: [String] {
    let stops = stops.map { stop in
      let heading = panels.indices.contains(stop.panel) ? panels[stop.panel].heading : ""
      return heading.isEmpty ? stop.message : "\(heading): \(stop.message)"
    }
    return stops + [difference?.message].compactMap { $0 }
  }
}

extension String {
  var trimmedAtEnd: String {
    var end = self[...]
    while end.last == " " { end.removeLast() }
    return String(end)
  }
}

extension OutputFormat {
  /// The entry of text in the list of formats.
  public static let ascii = OutputFormat(
    name: "ascii", suffix: "txt", noun: "text", help: "write text (the default)",
    options: [.width(.columns), .boxCharacters, .content, .times], lastLine: "-- marbles",
    isOwn: { String(decoding: $0.suffix(64), as: UTF8.self).hasSuffix("\n-- marbles\n") },
    content: .diagram { diagram, options in
      ASCIIFormat(
        width: options.width ?? ASCIIFormat.defaultWidth, unicode: options.usesBoxCharacters
      ).render(diagram)
    })
}
