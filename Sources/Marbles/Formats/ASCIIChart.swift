/// The chart of an ASCII picture: ruler, lanes, bands, in as many panels as it takes.
struct ASCIIChart {
  private static let leastGutter = 12
  /// Names that take more than this part of the width are shortened.
  private static let widestGutterPart = 3

  let diagram: Diagram
  let symbols: ASCIISymbols
  let columns: ASCIIColumns
  let keys: ASCIIKeys
  let controls: [(letter: Character, text: String)]
  /// Names that were shortened, and what they are.
  private(set) var shortenedNames: [(short: String, whole: String)] = []
  /// What subscribers missed or lost, where it does not fit behind their lanes.
  private(set) var lostElsewhere: [String] = []
  private(set) var used: Set<ASCIIExplanation>

  private var lines: [ASCIILine]
  private let gutter: Int
  private let available: Int
  /// The parts of the plot that stand below each other.
  private let stretches: [Range<Int>]
  private var remarks: [Int: String] = [:]

  init(_ diagram: Diagram, symbols: ASCIISymbols, width: Int) {
    self.diagram = diagram
    self.symbols = symbols
    let source = ASCIILines(diagram, symbols: symbols)
    lines = source.lines
    keys = source.keys
    controls = source.controls
    used = source.used
    let limit = max(Self.leastGutter, width / Self.widestGutterPart)
    for index in lines.indices where lines[index].content != .heading {
      let name = lines[index].name
      guard TextWidth.cells(name) > limit else { continue }
      lines[index].name = TextWidth.truncated(name, to: limit)
      let whole = name.trimmedAtStart
      if !shortenedNames.contains(where: { $0.whole == whole }) {
        shortenedNames.append((lines[index].name.trimmedAtStart, whole))
      }
    }
    let names = lines.filter { $0.content != .heading }.map { TextWidth.cells($0.name) }
    gutter = max(Self.leastGutter, names.max() ?? 0) + 2
    available = width - gutter
    columns = ASCIIColumns(diagram, lines: lines, symbols: symbols, available: available)
    stretches = columns.stretches(available: available)
    findRemarks()
  }

  /// What stands behind a lane's end, or in the list below if it does not fit there.
  private mutating func findRemarks() {
    let end = stretches.last
    for (index, line) in lines.enumerated() {
      guard case .lane(let site) = line.content, site.seat == 0 else { continue }
      let counts = diagram.rows[site.row].counts
      let parts = [
        counts.missed > 0 ? "\(counts.missed) missed" : nil,
        counts.dropped > 0 ? "\(counts.dropped) dropped" : nil,
      ].compactMap { $0 }
      guard !parts.isEmpty else { continue }
      let text = parts.joined(separator: ", ")
      if let end, end.count + 2 + text.count <= available {
        remarks[index] = text
      } else {
        lostElsewhere.append("\(line.name.trimmedAtStart) \(text)")
      }
    }
  }

  /// Captions that no token says, such as how late something came.
  var captions: [String] {
    diagram.glyphs.compactMap { glyph in
      guard let caption = glyph.caption, glyph.isAlarming, caption != "stale" else { return nil }
      let label = diagram.columns[glyph.at.column].label
      return TextWidth.visible("\(glyph.name) at \(label): \(glyph.text) \(caption)")
    }
  }

  // MARK: Text

  /// The lines of all panels, with an empty line behind each.
  var text: [String] {
    let canvases = lines.map(canvas)
    let ruler = self.ruler
    var result: [String] = []
    for (number, stretch) in stretches.enumerated() {
      result.append(row("virtual time", ruler.text(stretch, continuing: rulerLabel(at: stretch))))
      for (index, line) in lines.enumerated() {
        if line.content == .heading {
          result += ["", line.name]
          continue
        }
        let remark = number == stretches.count - 1 ? remarks[index].map { "  " + $0 } : nil
        let plot = canvases[index].text(stretch, continuing: nil)
        result.append(row(line.name, remark.map { plot.padded(to: stretch.count) + $0 } ?? plot))
      }
      result.append("")
    }
    return result
  }

  private func row(_ name: String, _ plot: String) -> String {
    (name.padded(to: gutter) + plot).trimmedAtEnd
  }

  private var ruler: ASCIICanvas {
    var canvas = ASCIICanvas(width: columns.end)
    for (column, start) in zip(diagram.columns, columns.starts) {
      canvas.write(column.label, at: start)
    }
    return canvas
  }

  /// The figure of an instant that goes on in this stretch.
  private func rulerLabel(at stretch: Range<Int>) -> String? {
    var low = 0
    var high = columns.starts.count
    while low < high {
      let middle = (low + high) / 2
      if columns.starts[middle] < stretch.lowerBound { low = middle + 1 } else { high = middle }
    }
    let isNamed = low < columns.starts.count && columns.starts[low] == stretch.lowerBound
    return isNamed || low == 0 ? nil : diagram.columns[low - 1].label
  }

  // MARK: Painting

  private func canvas(_ line: ASCIILine) -> ASCIICanvas {
    var canvas = ASCIICanvas(width: columns.end)
    switch line.content {
    case .heading: return canvas
    case .difference:
      if let column = diagram.difference?.column, columns.starts.indices.contains(column) {
        canvas.write(String(symbols.stop), at: columns.starts[column])
      }
      return canvas
    case .lane(let site): paintLane(site, panel: line.panel, on: &canvas)
    case .header(let row): paintTints(row, panel: line.panel, on: &canvas)
    case .strips(let row, let number):
      paintStrips(row, number, panel: line.panel, on: &canvas)
    }
    for (position, token) in line.tokens {
      canvas.write(token, at: columns.x(position, panel: line.panel))
    }
    if !line.isStrips { bracket(line, on: &canvas) }
    if let stop = stop(panel: line.panel) {
      canvas.write(String(symbols.stop), at: columns.x(stop.at, panel: line.panel))
    }
    return canvas
  }

  private func bracket(_ line: ASCIILine, on canvas: inout ASCIICanvas) {
    for column in Set(line.tokens.keys.map(\.column))
    where columns.slots(column, panel: line.panel) > 1 {
      canvas.write("(", at: columns.starts[column])
      canvas.write(")", at: columns.close(column, panel: line.panel))
    }
  }

  /// Where something that is still going on ends in the picture.
  private func limit(panel: Int) -> Int {
    stop(panel: panel).map { columns.x($0.at, panel: panel) } ?? columns.end
  }

  private func stop(panel: Int) -> Diagram.Stop? { diagram.stops.first { $0.panel == panel } }

  private func paintLane(_ site: Diagram.Site, panel: Int, on canvas: inout ASCIICanvas) {
    let limit = limit(panel: panel)
    var isFree = true
    if case .box = diagram.rows[site.row].kind { isFree = false }
    var closed = -1
    for segment in diagram.segments where segment.site == site {
      let start = segment.start.map { columns.x($0, panel: panel) } ?? 0
      if segment.hasGuide, let column = segment.start?.column {
        for earlier in (closed + 1)..<max(column, closed + 1) {
          canvas.write(String(symbols.guide), at: columns.starts[earlier])
        }
      }
      closed = segment.end?.column ?? columns.starts.count
      guard let end = segment.end else {
        let last = isFree && stop(panel: panel) == nil ? limit - 1 : limit
        canvas.fill(start..<max(start, last), with: symbols.lane)
        if last < limit { canvas.write(String(symbols.laneEnd), at: last) }
        continue
      }
      let stop = columns.x(end, panel: panel)
      canvas.fill(start..<max(start, stop), with: symbols.lane)
    }
    for span in diagram.staleSpans where span.site == site {
      let start = columns.x(span.start, panel: panel)
      let end = columns.x(span.end, panel: panel)
      canvas.fill(start..<max(start, end), with: symbols.stale)
    }
  }

  private func paintTints(_ row: Int, panel: Int, on canvas: inout ASCIICanvas) {
    for tint in diagram.tints where tint.row == row {
      let start = tint.start.map { columns.x($0, panel: panel) } ?? 0
      let end = tint.end.map { columns.x($0, panel: panel) + 1 } ?? limit(panel: panel)
      canvas.fill(start..<max(start, end), with: symbols.band)
    }
  }

  private func paintStrips(
    _ row: Int, _ line: Int, panel: Int, on canvas: inout ASCIICanvas
  ) {
    for strip in diagram.strips where strip.row == row && strip.line == line {
      let isRail = strip.kind == .rail
      let start = strip.start.map { columns.x($0, panel: panel) } ?? 0
      let end = strip.end.map { columns.x($0, panel: panel) } ?? limit(panel: panel)
      canvas.fill(start..<max(start, end), with: isRail ? symbols.rail : symbols.strip)
      guard let last = strip.end, last != strip.start else { continue }
      if let sign = isRail ? symbols.leaves : symbols.sign(of: strip.fate) {
        canvas.write(String(sign), at: strip.endsBeforeNext ? end - 1 : end)
      }
    }
  }
}

extension String {
  var trimmedAtStart: String { String(drop { $0 == " " }) }
}
