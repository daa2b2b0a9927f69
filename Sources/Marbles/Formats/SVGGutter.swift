/// The label of a row: its name, and its second line, which can continue below.
struct SVGLabel {
  var name: String
  var details: [String] = []
}

/// The labels to the left of the rows.
enum SVGGutter {
  static let indent = 14.0
  private static let nameSize = 14.3
  private static let detailSize = 11.0

  /// The greatest width that labels can require, and those that they can use where there is room.
  private static let most = 216.0
  private static let mostWithRoom = (names: 320.0, details: 240.0)
  /// The least widths: that of the ruler's label.
  private static let least = 96.0
  private static let leastOfTightest = 76.0
  /// The part of the space before the rows that a label can use.
  static let overhang = 6.0

  /// The width of the longest label as it is drawn, within bounds. In the tightest pictures the
  /// second lines are shortened to the names.
  static func width(_ diagram: Diagram, _ density: SVGDensity) -> Double {
    if density == .tightest { return widestName(diagram) }
    let width = diagram.rows.reduce(least) { width, row in
      let indent = row.isIndented ? indent : 0
      return max(width, self.width(of: label(row, into: most - indent, lines: 1)) + indent)
    }
    return min(most, width)
  }

  /// The width that all labels need to be complete if their second lines take up to `lines` lines,
  /// within bounds.
  static func complete(_ diagram: Diagram, lines: Int) -> Double {
    diagram.rows.reduce(0) { width, row in
      let indent = row.isIndented ? indent : 0
      let short = self.name(TextWidth.visible(row.name), into: mostWithRoom.names - indent)
      let name = SVGText.sans(short, size: nameSize)
      let detail = least(tokens(parts(of: detail(of: row))), lines: lines)
      return max(width, name + indent, min(mostWithRoom.details, detail + indent))
    }
  }

  /// The least width in which words take one line, or at most two if there is room for more.
  private static func least(_ tokens: [Token], lines: Int) -> Double {
    let whole = SVGText.sans(line(tokens[...]), size: detailSize)
    guard lines > 1 else { return whole }
    return tokens.indices.dropFirst().reduce(whole) { width, index in
      let parts = [line(tokens[..<index]), line(tokens[index...])]
      return min(width, parts.map { SVGText.sans($0, size: detailSize) }.max() ?? width)
    }
  }

  private static func widestName(_ diagram: Diagram) -> Double {
    diagram.rows.reduce(leastOfTightest) { most, row in
      let indent = row.isIndented ? indent : 0
      let short = name(TextWidth.visible(row.name), into: Self.most - indent)
      return max(most, SVGText.sans(short, size: nameSize) + indent)
    }
  }

  private static func width(of label: SVGLabel) -> Double {
    let details = label.details.map { SVGText.sans($0, size: detailSize) }
    return max(SVGText.sans(label.name, size: nameSize), details.max() ?? 0)
  }

  /// The label of a row as it fits into a width; the tooltip has all of it.
  static func label(_ row: Diagram.Row, into room: Double, lines: Int) -> SVGLabel {
    SVGLabel(
      name: name(TextWidth.visible(row.name), into: room),
      details: row.detail.isEmpty ? [] : details(row, into: room, lines: lines))
  }

  // MARK: Names

  /// A name that is too long loses arguments and operators in the middle, then the end of its first
  /// part: the last operator is what the row shows.
  private static func name(_ text: String, into room: Double) -> String {
    if SVGText.sans(text, size: nameSize) <= room { return text }
    let base = PlaceKey.baseName(text)
    let number = String(text.dropFirst(base.count))
    let room = room - SVGText.sans(number, size: nameSize)
    return shortened(base, into: room) + number
  }

  private static func shortened(_ name: String, into room: Double) -> String {
    // The width of a name with a number is that of its parts, except for rounding.
    func fits(_ text: String) -> Bool { SVGText.sans(text, size: nameSize) <= room + 0.01 }
    if fits(name) { return name }
    let parts = OperatorChain.parts(of: name).map(OperatorChain.withoutArguments)
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return SVGText.fitted(name, size: nameSize, into: room)
    }
    let short = [
      OperatorChain.joined(parts, like: name),
      OperatorChain.joined([first, "…", last], like: name),
    ]
    if let found = short.first(where: fits) { return found }
    let end = OperatorChain.joined(["…", last], like: name)
    let rest = SVGText.fitted(
      first, size: nameSize, into: room - SVGText.sans(end, size: nameSize) + em)
    let beginning = rest.dropLast() + end
    if rest.count > leastOfName, fits(String(beginning)) { return String(beginning) }
    return fits(end) ? end : SVGText.fitted(name, size: nameSize, into: room)
  }

  /// The width of an ellipsis in a name.
  private static let em = SVGText.sans("…", size: nameSize)
  /// The least number of characters of the first part of a name that are worth a place.
  private static let leastOfName = 8

  // MARK: Second lines

  /// A part of a second line that is not broken.
  private struct Token {
    var text: String
    /// The separator from the token before it in the same line.
    var space: String
  }

  /// The detail of a row. Of a text that no label has room for, the beginning and the end.
  private static func detail(of row: Diagram.Row) -> String {
    let text = TextWidth.visible(row.detail)
    guard text.utf8.count > 2 * longestHalf else { return text }
    return String(text.prefix(longestHalf)) + "…" + text.suffix(longestHalf)
  }

  private static let longestHalf = 300

  /// The second line of a row in up to `lines` lines. The kind of a lane is left out before its last
  /// counts, and the properties of a stage before its operator.
  private static func details(_ row: Diagram.Row, into room: Double, lines: Int) -> [String] {
    var parts = parts(of: detail(of: row))
    var isCut = false
    while true {
      let broken = broken(parts + (isCut ? ["…"] : []), into: room)
      let fits = broken.allSatisfy { SVGText.sans($0, size: detailSize) <= room }
      if fits, broken.count <= lines { return broken }
      guard parts.count > 1 else {
        return [beginning(of: parts.first ?? "", into: room)]
      }
      let isCount = parts[0].first?.isNumber == true || parts[0] == "no values"
      if row.isBand {
        parts.remove(at: 1)
      } else if !isCount {
        parts.removeFirst()
      } else {
        parts.removeLast()
        isCut = true
      }
    }
  }

  /// The first operators or words of a part, as many as fit.
  private static func beginning(of text: String, into room: Double) -> String {
    if SVGText.sans(text, size: detailSize) <= room { return text }
    var pieces = pieces(of: text)
    let end = pieces.last?.space == "" ? ".…" : " …"
    while pieces.count > 1 {
      pieces.removeLast()
      let short = line(pieces[...]) + end
      if SVGText.sans(short, size: detailSize) <= room { return short }
    }
    return SVGText.fitted(text, size: detailSize, into: room)
  }

  private static func broken(_ parts: [String], into room: Double) -> [String] {
    let tokens = tokens(parts, into: room)
    var lines: [String] = []
    var start = 0
    for end in tokens.indices where end > start {
      let text = line(tokens[start...end])
      guard SVGText.sans(text, size: detailSize) > room else { continue }
      lines.append(line(tokens[start..<end]))
      start = end
    }
    return lines + [line(tokens[start...])]
  }

  private static func line(_ tokens: ArraySlice<Token>) -> String {
    tokens.enumerated().map { $0 == 0 ? $1.text : $1.space + $1.text }.joined()
  }

  /// The parts, with a comma after each but the last. Only a part that is longer than a line is broken:
  /// before operators, or between words.
  private static func tokens(_ parts: [String], into room: Double = .infinity) -> [Token] {
    var tokens: [Token] = []
    for (index, part) in parts.enumerated() {
      let comma = index < parts.count - 1 ? "," : ""
      let isLong = SVGText.sans(part + comma, size: detailSize) > room
      let pieces = isLong ? pieces(of: part) : [Token(text: part, space: " ")]
      tokens += pieces
      tokens[tokens.count - 1].text += comma
    }
    return tokens
  }

  private static func pieces(of part: String) -> [Token] {
    let operators = OperatorChain.parts(of: part)
    if operators.count > 1, operators.allSatisfy({ $0.first?.isLetter == true }) {
      return operators.enumerated().map { index, text in
        index == 0 ? Token(text: text, space: " ") : Token(text: "." + text, space: "")
      }
    }
    let isQuoted = part.contains { "([{\"".contains($0) }
    let words = isQuoted ? [] : part.split(separator: " ").map(String.init)
    return (words.isEmpty ? [part] : words).map { Token(text: $0, space: " ") }
  }

  /// The parts between commas that are outside of brackets.
  private static func parts(of detail: String) -> [String] {
    var parts: [String] = []
    var depth = 0
    for part in detail.split(separator: ", ", omittingEmptySubsequences: false) {
      if depth > 0, let last = parts.popLast() {
        parts.append("\(last), \(part)")
      } else {
        parts.append(String(part))
      }
      depth += part.count { "([{".contains($0) } - part.count { ")]}".contains($0) }
    }
    return parts
  }
}

extension SVGPicture {
  mutating func drawGutter() {
    if isPage {
      // The page keeps the labels visible where the picture is scrolled.
      out += """
        <g class="gutter"><rect class="bg" x="0" y="\(top - 8)" width="\(columns.left - 6)" \
        height="\(rows.height + 12)"/>

        """
      drawScale()
    }
    defer { if isPage { out += "</g>\n" } }
    for (index, row) in diagram.rows.enumerated() where rows.isDrawn[index] {
      let x = Self.margin + (row.isIndented ? SVGGutter.indent : 0)
      let y = y(rows.center[index])
      if row.isIndented, let source = row.source {
        let top = self.y(rows.center[source]) + (rows.isDense ? 16 : 22)
        out += "<path class=\"tree\" d=\"M\(Self.margin + 3) \(top)V\(y - 4)h7\"/>"
      }
      let label = labels[index]
      // The lines are around the middle of the row.
      let count = label.details.count
      let shift = count == 0 ? 4.0 : 6 - 7 * Double(count)
      let title = row.detail.isEmpty ? row.name : "\(row.name): \(row.detail)"
      out += """
        <g><title>\(title)</title>\
        <text class="l ink" x="\(x)" y="\(y + shift)">\(label.name)</text>
        """
      for (number, detail) in label.details.enumerated() {
        let line = y + shift + 15 + 13 * Double(number)
        out += "<text class=\"sm mut\" x=\"\(x)\" y=\"\(line)\">\(detail)</text>"
      }
      out += "</g>\n"
    }
    let omitted = rows.isDrawn.count { !$0 }
    if omitted > 0 {
      let text = "not shown: \(counted(omitted, "row")) without events"
      out += """
        <text class="sm mut" x="\(Self.margin)" y="\(bottom - 6)">\(text)</text>

        """
    }
  }

  /// The label of the ruler.
  mutating func drawScale() {
    let lines = columns.isLinear ? ["virtual time"] : ["virtual time,", "not to scale"]
    for (line, text) in lines.enumerated() {
      let y = top + 16 + 13 * Double(line + 1 - lines.count)
      out += "<text class=\"sm mut\" x=\"\(Self.margin)\" y=\"\(y)\">\(text)</text>\n"
    }
  }
}
