/// The chart of an ASCII picture: ruler, lanes, bands, in as many panels as it takes.
struct ASCIIChart {
  private static let leastGutter = 12
  /// Names that take more than this part of the width are shortened.
  private static let widestGutterPart = 3
  private static let mostFullLines = 100

  let diagram: Diagram
  let symbols: ASCIISymbols
  let columns: ASCIIColumns
  let keys: ASCIIKeys
  let controls: [(letter: Character, text: String)]
  /// Names that were shortened, and what they are.
  private(set) var shortenedNames: [(short: String, whole: String)] = []
  /// The elements that subscribers missed or lost, if they do not fit behind their lanes.
  private(set) var lostElsewhere: [String] = []
  private(set) var used: Set<ASCIIExplanation>

  private var lines: [ASCIILine]
  private let gutter: Int
  private let available: Int
  /// The parts of the plot, which are drawn below each other.
  private let stretches: [Range<Int>]
  private var remarks: [Int: String] = [:]
  private let parts: ASCIIParts
  /// Whether a line is drawn only in the panels in which something happens on it: with very
  /// many lines, all of them in each panel would be unreadable.
  private let isSparse: Bool

  /// The chart with whole labels if that fits into one panel, otherwise with keys for long ones.
  static func fitting(_ diagram: Diagram, symbols: ASCIISymbols, width: Int) -> ASCIIChart {
    let usual = ASCIIChart(
      diagram, symbols: symbols, width: width, longest: ASCIIKeys.usualLength)
    guard usual.stretches.count <= 1, !usual.keys.explained.isEmpty else { return usual }
    let whole = ASCIIChart(
      diagram, symbols: symbols, width: width, longest: ASCIIKeys.greatestLength)
    return whole.stretches.count <= 1 && whole.columns.isLinear == usual.columns.isLinear
      ? whole : usual
  }

  private init(_ diagram: Diagram, symbols: ASCIISymbols, width: Int, longest: Int) {
    self.diagram = diagram
    self.symbols = symbols
    let source = ASCIILines(diagram, symbols: symbols, longest: longest)
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
    parts = ASCIIParts(diagram)
    isSparse = lines.count > Self.mostFullLines && stretches.count > 1
    findRemarks()
  }

  /// Finds the remarks behind the ends of lanes, or for the list below if they do not fit there.
  private mutating func findRemarks() {
    let end = stretches.last
    for (index, line) in lines.enumerated() {
      guard case .lane(let site) = line.content, site.seat == 0 else { continue }
      let counts = diagram.rows[site.row].totals
      let parts = [
        counts.missed > 0 ? "\(counts.missed) missed" : nil,
        counts.dropped > 0 ? "\(counts.dropped) dropped" : nil,
      ].compactMap { $0 }
      guard !parts.isEmpty else { continue }
      let text = parts.joined(separator: ", ")
      if let end, !isSparse, end.count + 2 + text.count <= available {
        remarks[index] = text
      } else {
        lostElsewhere.append("\(line.name.trimmedAtStart) \(text)")
      }
    }
  }

  /// Captions that no token shows, such as by how much an event was late.
  var captions: [String] {
    diagram.glyphs.compactMap { glyph in
      guard let caption = glyph.caption, caption.isAlarming, caption != .stale else { return nil }
      let text = diagram.timeScale.text(of: caption)
      let label = diagram.columns[glyph.at.column].label
      return TextWidth.visible("\(glyph.name) at \(label): \(glyph.text) \(text)")
    }
  }

  // MARK: Text

  /// The lines of all panels, with an empty line behind each.
  var text: [String] {
    var panels = stretches.map { [row("virtual time", rulerText($0))] }
    var quiet = stretches.map { _ in 0 }
    for (index, line) in lines.enumerated() {
      if line.content == .heading {
        for number in panels.indices { panels[number] += ["", line.name] }
        continue
      }
      let busy = isSparse ? busyStretches(line) : Set(stretches.indices)
      let canvas = canvas(line, in: range(of: busy))
      for (number, stretch) in stretches.enumerated() {
        guard busy.contains(number) else {
          quiet[number] += 1
          continue
        }
        let remark = number == stretches.count - 1 ? remarks[index].map { "  " + $0 } : nil
        let plot = canvas.text(stretch, continuing: nil)
        panels[number].append(
          row(line.name, remark.map { plot.padded(to: stretch.count) + $0 } ?? plot))
      }
    }
    for (number, count) in quiet.enumerated() where count > 0 {
      panels[number].append("(\(count) more lines, on which nothing happens here)")
    }
    return panels.flatMap { $0 + [""] }
  }

  /// The panels in which something happens on a line.
  private func busyStretches(_ line: ASCIILine) -> Set<Int> {
    var busy: Set<Int> = []
    for position in Array(line.tokens.keys) + parts.positions(of: line.content) {
      busy.insert(stretch(at: columns.x(position, panel: line.panel)))
    }
    if line.content == .difference, let column = diagram.difference?.column {
      busy.insert(stretch(at: columns.x(.init(column: column, slot: 0), panel: line.panel)))
    }
    return busy
  }

  /// The number of the panel that contains a cell.
  private func stretch(at x: Int) -> Int {
    max(0, stretches.partitioningIndex { $0.lowerBound > x } - 1)
  }

  private func range(of numbers: Set<Int>) -> Range<Int> {
    guard let first = numbers.min(), let last = numbers.max() else { return 0..<0 }
    return stretches[first].lowerBound..<stretches[last].upperBound
  }

  private func row(_ name: String, _ plot: String) -> String {
    (name.padded(to: gutter) + plot).trimmedAtEnd
  }

  private func rulerText(_ stretch: Range<Int>) -> String {
    var canvas = ASCIICanvas(stretch)
    // A figure may begin before the panel and reach into it.
    var column = firstColumn(atOrBehind: stretch.lowerBound)
    if column > 0 { column -= 1 }
    while column < columns.starts.count, columns.starts[column] < stretch.upperBound {
      canvas.write(diagram.columns[column].label, at: columns.starts[column])
      column += 1
    }
    return canvas.text(stretch, continuing: rulerLabel(at: stretch))
  }

  private func firstColumn(atOrBehind x: Int) -> Int {
    columns.starts.partitioningIndex { $0 >= x }
  }

  /// The figure of an instant that continues in this stretch.
  private func rulerLabel(at stretch: Range<Int>) -> String? {
    let column = firstColumn(atOrBehind: stretch.lowerBound)
    let isNamed = column < columns.starts.count && columns.starts[column] == stretch.lowerBound
    return isNamed || column == 0 ? nil : diagram.columns[column - 1].label
  }

  // MARK: Painting

  private func canvas(_ line: ASCIILine, in range: Range<Int>) -> ASCIICanvas {
    var canvas = ASCIICanvas(range)
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
    for segment in parts.segments[site] ?? [] {
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
    for span in parts.staleSpans[site] ?? [] {
      let start = columns.x(span.start, panel: panel)
      let end = columns.x(span.end, panel: panel)
      canvas.fill(start..<max(start, end), with: symbols.stale)
    }
  }

  private func paintTints(_ row: Int, panel: Int, on canvas: inout ASCIICanvas) {
    for tint in parts.tints[row] ?? [] {
      let start = tint.start.map { columns.x($0, panel: panel) } ?? 0
      let end = tint.end.map { columns.x($0, panel: panel) + 1 } ?? limit(panel: panel)
      canvas.fill(start..<max(start, end), with: symbols.band)
    }
  }

  private func paintStrips(
    _ row: Int, _ line: Int, panel: Int, on canvas: inout ASCIICanvas
  ) {
    for strip in parts.strips[.strips(row: row, line: line)] ?? [] {
      let isRail = strip.kind == .rail
      let start = strip.start.map { columns.x($0, panel: panel) } ?? 0
      let end = strip.end.map { columns.x($0, panel: panel) } ?? limit(panel: panel)
      canvas.fill(start..<max(start, end), with: isRail ? symbols.rail : symbols.strip)
      if strip.kind == .held {
        repeatLabel(keys.text(strip.text), from: start, to: end, on: &canvas)
      }
      guard let last = strip.end, last != strip.start else { continue }
      if let sign = isRail ? symbols.leaves : symbols.sign(of: strip.fate) {
        canvas.write(String(sign), at: strip.endsBeforeNext ? end - 1 : end)
      }
    }
  }
}

extension ASCIIChart {
  /// Writes the label of an element that is held again at the beginning of each further panel.
  private func repeatLabel(
    _ label: String, from start: Int, to end: Int, on canvas: inout ASCIICanvas
  ) {
    let width = TextWidth.cells(label)
    let panels = stretch(at: start) + 1...max(stretch(at: start) + 1, stretch(at: end))
    for number in panels where stretches.indices.contains(number) {
      let x = stretches[number].lowerBound
      guard x > start + width + 1, x + width + 2 <= end else { continue }
      canvas.write(label, at: x + 1)
    }
  }
}

extension String {
  var trimmedAtStart: String { String(drop { $0 == " " }) }
}
