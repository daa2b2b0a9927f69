/// Paints a diagram, stretch by stretch: tints, bands, lines, stems, strips, dots, heads, marks,
/// messages, text.
struct SVGPicture {
  let diagram: Diagram
  let theme: SVGTheme
  /// The rows of the stretch that is painted.
  private(set) var rows: SVGRows
  var columns: SVGColumns
  let index: SVGIndex
  var out = SVGWriter()
  /// The stretch that is painted, and the top of its ruler.
  var stretch: SVGColumns.Stretch
  var number = 0
  var top = 0.0
  private(set) var width = 0.0
  /// The use of the picture.
  enum Purpose {
    case file
    /// Played in time, at a speed.
    case animation(speed: Double)
    /// A page that steps through it: marks, strips and instants carry their numbers.
    case page
  }

  var purpose = Purpose.file
  /// The condition under which a picture that follows its reader is dark.
  var dark = SVGTheme.prefersDark
  /// The width of the texts around the plot.
  let textWidth: Double
  /// The labels of the rows.
  let labels: [SVGLabel]
  private let titleLines: [String]
  private let summaryLines: [String]

  static let margin = SVGColumns.margin

  init(_ diagram: Diagram, theme: SVGTheme, limit: Double) {
    self.diagram = diagram
    self.theme = theme
    let columns = SVGColumns(diagram, limit: limit)
    let rows = SVGRows(diagram, stretches: columns.stretches.count)
    let index = SVGIndex(diagram, columns)
    self.rows = rows
    self.columns = columns
    self.index = index
    stretch = columns.stretches[0]
    labels = diagram.rows.enumerated().map { index, row in
      let room = columns.gutter + SVGGutter.overhang - (row.isIndented ? SVGGutter.indent : 0)
      return SVGGutter.label(row, into: room, lines: rows.detailLines(of: index))
    }
    // Texts do not make a picture wider than its plot.
    let right = columns.stretches.map { $0.right }.max() ?? 0
    textWidth = max(620, right - Self.margin)
    titleLines = SVGText.lines(
      TextWidth.visible(diagram.title), size: 18.2, width: textWidth, most: 3, isBalanced: true)
    summaryLines = SVGText.lines(
      TextWidth.visible(diagram.summary), size: 12.2, width: textWidth, most: 4, isBalanced: true)
    width = chooseWidth()
    for number in columns.stretches.indices where columns.stretches.count == 1 {
      self.columns.widen(number, to: width - Self.margin)
    }
  }

  private func chooseWidth() -> Double {
    var right = columns.stretches.map { $0.right + Self.margin }.max() ?? 0
    let usual = max(right, SVGColumns.usualWidth)
    right = max(right, min(rightOfOpenStrips + Self.margin, usual))
    let texts =
      titleLines.map { SVGText.sans($0, size: 18.2) }
      + summaryLines.map { SVGText.sans($0, size: 12.2) }
      + [messageWidth]
    return max(560, right, (texts.max() ?? 0) + 2 * Self.margin)
  }

  /// The labels of what is still held at the end need room.
  private var rightOfOpenStrips: Double {
    guard diagram.stops.isEmpty else { return 0 }
    return diagram.strips.reduce(0) { right, strip in
      guard strip.end == nil, let start = strip.start,
        columns.stretchOfColumn[start.column] == columns.stretches.count - 1
      else { return right }
      return max(right, columns.stem(start) + SVGText.small(SVGText.label(strip.text)) + 34)
    }
  }

  // MARK: The whole

  mutating func draw() -> String {
    out.reserve(usualSize)
    var head = SVGWriter()
    var y = 36.0
    for line in titleLines {
      head += "<text class=\"h ink\" x=\"\(Self.margin)\" y=\"\(y)\">\(line)</text>\n"
      y += 22
    }
    y -= titleLines.isEmpty ? 0 : 2
    for line in summaryLines {
      head += "<text class=\"mut\" x=\"\(Self.margin)\" y=\"\(y)\">\(line)</text>\n"
      y += 17
    }
    // The second line of the ruler's label needs room.
    top = (summaryLines.isEmpty ? y - 2 : y - 1) + (columns.isLinear ? 0 : 6)
    for (number, isDrawn) in index.drawnRows(diagram, columns).enumerated() {
      self.number = number
      stretch = columns.stretches[number]
      rows = rows.drawing(isDrawn, in: diagram.panels)
      drawStretch()
      top += rows.height + (number == columns.stretches.count - 1 ? 0 : 28)
    }
    drawMessage()
    drawLegend()
    return wrap(head)
  }

  /// About the number of bytes that the picture takes.
  private var usualSize: Int {
    200 * diagram.glyphs.count + 120 * diagram.arrows.count + 160 * diagram.columns.count + 20_000
  }

  private mutating func drawStretch() {
    drawInstants()
    drawHeadings()
    drawBands()
    drawLines()
    drawStems()
    drawStrips()
    drawHeads()
    drawMarks()
    drawCuts()
    drawStop()
    drawVeil()
    drawGutter()
  }

  private mutating func wrap(_ head: SVGWriter) -> String {
    let id = "m" + String(out.hash(after: head.hash()), radix: 36)
    let height = top
    var beginning = SVGWriter()
    beginning += """
      <svg xmlns="http://www.w3.org/2000/svg" \
      class="\(raw: theme.scope)\(raw: animationClass(id))" width="\(width)" \
      height="\(height)" viewBox="0 0 \(width) \(height)" role="img" \
      aria-labelledby="\(raw: id)-t \(raw: id)-d">
      <title id="\(raw: id)-t">\(diagram.title.isEmpty ? "marble diagram" : diagram.title)</title>
      <desc id="\(raw: id)-d">\(description)</desc>
      <style>\(raw: theme.css(dark: dark))\(raw: animationStyle(id))</style>
      <rect class="bg" width="\(width)" height="\(height)"/>

      """
    beginning += head
    out.prepend(beginning)
    out += "</svg>\n"
    return out.text
  }

  /// Keyframes are global in a page: those of each picture have a name of their own.
  private func animationStyle(_ id: String) -> String {
    guard case .animation(let speed) = purpose else { return "" }
    return SVGAnimation(diagram, columns, speed: speed).css(scope: "marbles-" + id)
  }

  private func animationClass(_ id: String) -> String {
    if case .animation = purpose { " marbles-" + id } else { "" }
  }

  private var description: String {
    let summary = diagram.summary.isEmpty ? [] : [diagram.summary + "."]
    return (summary + diagram.story + diagram.notes.map { $0 + "." }).joined(separator: " ")
  }

  /// Where the program of a row's panel stopped, if it did in this stretch.
  func stop(of row: Int) -> Double? { stretch.stops[diagram.rows[row].panel] }

  /// The x at which the open lines of a row end.
  func edge(of row: Int) -> Double { stop(of: row) ?? stretch.right }

  var isLastStretch: Bool { number == columns.stretches.count - 1 }

  /// The attribute by which a page finds a mark or strip again.
  func number(of index: Int, _ kind: String) -> SVGFragment {
    isPage ? " data-\(raw: kind)=\"\(index)\"" : ""
  }

  var isPage: Bool { if case .page = purpose { true } else { false } }

  // MARK: Where things stand

  func y(_ inRow: Double) -> Double { top + inRow }
  func line(_ site: Diagram.Site) -> Double { y(rows.line(site)) }
  /// The line of a mark. An element that a stage dropped stops at its upper border.
  func line(of glyph: Diagram.Glyph) -> Double {
    guard case .band = diagram.rows[glyph.site.row].kind, glyph.kind.isLoss else {
      return line(glyph.site)
    }
    return y(rows.top[glyph.site.row])
  }
  var bottom: Double { y(rows.height) }

  /// The part of something that extends over time which this stretch shows.
  func extent(from start: Diagram.Position?, to end: Diagram.Position?) -> (Double?, Double?) {
    let first = start.flatMap {
      columns.stretchOfColumn[$0.column] == number ? columns.stem($0) : nil
    }
    let last = end.flatMap {
      columns.stretchOfColumn[$0.column] == number ? columns.stem($0) : nil
    }
    return (first, last)
  }
}
