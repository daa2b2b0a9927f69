/// The positions of the columns and slots of a chart, in cells from the left edge of the plot.
struct ASCIIColumns {
  /// Whether gaps are in proportion to time.
  private(set) var isLinear = true
  /// Where each column begins.
  private(set) var starts: [Int] = []
  /// The number of cells that each column needs.
  private(set) var needs: [Int] = []
  /// Just behind the last cell.
  private(set) var end = 0

  private var panels: [Panel] = []

  /// One panel's slots; panels share columns, but count their slots separately.
  private struct Panel {
    /// The widths of the slots of each column.
    var widths: [[Int]]
    /// Where the slots of each column begin, from the column's left edge.
    var offsets: [[Int]] = []

    /// - Parameter gaps: cells between a slot and the next one.
    init(widths: [[Int]], gaps: [[Int]]) {
      self.widths = widths
      offsets = zip(widths, gaps).map { widths, gaps in
        var x = widths.count > 1 ? 1 : 0
        return zip(widths, gaps).map { width, gap in
          defer { x += width + gap }
          return x
        }
      }
    }

    func need(_ column: Int) -> Int {
      let last = widths[column].count - 1
      return offsets[column][last] + widths[column][last] + (last > 0 ? 1 : 0)
    }
  }

  init(_ diagram: Diagram, lines: [ASCIILine], symbols: ASCIISymbols, available: Int) {
    guard !diagram.columns.isEmpty else { return }
    panels = diagram.panels.indices.map { panel in
      Self.panel(panel, of: diagram, lines: lines.filter { $0.panel == panel }, symbols: symbols)
    }
    needs = diagram.columns.enumerated().map { number, column in
      max(TextWidth.cells(column.label), panels.map { $0.need(number) }.max() ?? 1)
    }
    needs[needs.count - 1] += 2
    space(diagram.columns.map(\.time.nanoseconds), available: available)
    end = starts[starts.count - 1] + needs[needs.count - 1]
  }

  func x(_ position: Diagram.Position, panel: Int) -> Int {
    guard starts.indices.contains(position.column) else { return 0 }
    let start = starts[position.column]
    guard panels.indices.contains(panel) else { return start }
    let offsets = panels[panel].offsets[position.column]
    return start + offsets[min(position.slot, offsets.count - 1)]
  }

  func slots(_ column: Int, panel: Int) -> Int {
    panels.indices.contains(panel) ? panels[panel].widths[column].count : 1
  }

  /// Just behind the last slot of a column, where the bracket closes.
  func close(_ column: Int, panel: Int) -> Int {
    let last = slots(column, panel: panel) - 1
    return x(.init(column: column, slot: last), panel: panel) + panels[panel].widths[column][last]
  }

  // MARK: Slots

  private static func panel(
    _ number: Int, of diagram: Diagram, lines: [ASCIILine], symbols: ASCIISymbols
  ) -> Panel {
    var widths: [[Int]] = diagram.columns.map { _ in [1] }
    func widen(_ position: Diagram.Position?, to width: Int) {
      guard let position, widths.indices.contains(position.column) else { return }
      while widths[position.column].count <= position.slot { widths[position.column].append(1) }
      widths[position.column][position.slot] = max(
        widths[position.column][position.slot], width)
    }
    var tokens: [ASCIILine.Content: [Diagram.Position: String]] = [:]
    for line in lines {
      tokens[line.content] = line.tokens
      for (position, token) in line.tokens { widen(position, to: TextWidth.cells(token)) }
    }
    for strip in diagram.strips where diagram.rows[strip.row].panel == number {
      widen(strip.end, to: 1)
      let content = ASCIILine.Content.strips(row: strip.row, line: strip.line)
      let token = tokens[content]?[strip.start ?? .first] ?? ""
      let hasSign = strip.endsBeforeNext && symbols.sign(of: strip.fate) != nil
      widen(strip.start ?? .first, to: TextWidth.cells(token) + (hasSign ? 1 : 0))
    }
    for segment in diagram.segments where diagram.rows[segment.site.row].panel == number {
      widen(segment.start, to: 1)
      widen(segment.end, to: 1)
    }
    for stop in diagram.stops where stop.panel == number { widen(stop.at, to: 1) }
    return Panel(widths: widths, gaps: gaps(widths, lines: lines))
  }

  /// A cell between two tokens whose letters or figures would touch.
  private static func gaps(_ widths: [[Int]], lines: [ASCIILine]) -> [[Int]] {
    var gaps = widths.map { slots in slots.indices.map { _ in 0 } }
    for line in lines where !line.isStrips {
      for (position, token) in line.tokens {
        let next = Diagram.Position(column: position.column, slot: position.slot + 1)
        guard let after = line.tokens[next] else { continue }
        let isFull = TextWidth.cells(token) == widths[position.column][position.slot]
        if isFull, token.last?.isWordLike ?? false, after.first?.isWordLike ?? false {
          gaps[position.column][position.slot] = 1
        }
      }
    }
    return gaps
  }

  // MARK: Spacing

  private static let widestUnit = 6
  private static let widestExtra = 3

  private mutating func space(_ times: [Int64], available: Int) {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    if let gaps = linearGaps(steps, available: available) {
      place(gaps)
      return
    }
    isLinear = false
    let least = needs.reduce(0) { $0 + $1 + 2 }
    let extra = min(Self.widestExtra, max(0, available - least) / max(1, needs.count))
    place(needs.dropLast().map { $0 + 2 + extra })
  }

  /// Gaps in proportion to time, if they fit.
  private func linearGaps(_ steps: [Int64], available: Int) -> [Int]? {
    guard let shortest = steps.min(), shortest > 0 else { return [] }
    let unit = steps.reduce(0, Self.greatestCommonDivisor)
    let counts = steps.map { $0 / unit }
    guard counts.allSatisfy({ $0 <= Int64(available) }) else { return nil }
    let total = counts.reduce(0, +)
    let least =
      zip(needs, counts).map { need, count in
        (Int64(need + 2) + count - 1) / count
      }.max() ?? 1
    let most = max(least, unit == shortest ? Int64(Self.widestUnit) : 1)
    let last = Int64(needs.last ?? 0)
    for cells in stride(from: most, through: least, by: -1)
    where cells * total + last <= Int64(available) {
      return counts.map { Int($0 * cells) }
    }
    return nil
  }

  private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  private mutating func place(_ gaps: [Int]) {
    var x = 0
    starts = [0]
    for gap in gaps {
      x += gap
      starts.append(x)
    }
  }

  // MARK: Panels

  /// The stretches of the plot, which are drawn below each other. A column that is wider than the
  /// width continues in the next stretch.
  func stretches(available: Int) -> [Range<Int>] {
    var cuts = [0]
    for (column, start) in starts.enumerated() {
      let close = start + needs[column]
      if close - (cuts.last ?? 0) > available, start > (cuts.last ?? 0) { cuts.append(start) }
      guard close - (cuts.last ?? 0) > available else { continue }
      let edges = panels.flatMap { panel in panel.offsets[column].map { start + $0 } }.sorted()
      var next = 0
      while close - (cuts.last ?? 0) > available {
        let last = cuts.last ?? 0
        while next < edges.count, edges[next] <= last + available { next += 1 }
        let edge = next > 0 ? edges[next - 1] : 0
        cuts.append(edge > last ? edge : last + available)
      }
    }
    // Behind the last column that fits there is nothing but the gap to the next one.
    return zip(cuts, cuts.dropFirst() + [end]).map { $0..<max($0, min($1, $0 + available)) }
  }
}

extension Character {
  var isWordLike: Bool { isLetter || isNumber }
}

/// The parts of a diagram's lines, line by line.
struct ASCIIParts {
  let segments: [Diagram.Site: [Diagram.Segment]]
  let staleSpans: [Diagram.Site: [Diagram.StaleSpan]]
  let tints: [Int: [Diagram.Tint]]
  let strips: [ASCIILine.Content: [Diagram.Strip]]

  init(_ diagram: Diagram) {
    segments = Dictionary(grouping: diagram.segments, by: \.site)
    staleSpans = Dictionary(grouping: diagram.staleSpans, by: \.site)
    tints = Dictionary(grouping: diagram.tints, by: \.row)
    strips = Dictionary(grouping: diagram.strips) { .strips(row: $0.row, line: $0.line) }
  }

  /// Where something begins or ends on a line.
  func positions(of content: ASCIILine.Content) -> [Diagram.Position] {
    switch content {
    case .heading, .difference: []
    case .lane(let site):
      (segments[site] ?? []).flatMap { [$0.start, $0.end].compactMap { $0 } }
        + (staleSpans[site] ?? []).flatMap { [$0.start, $0.end] }
    case .header(let row): (tints[row] ?? []).flatMap { [$0.start, $0.end].compactMap { $0 } }
    case .strips:
      (strips[content] ?? []).flatMap { [$0.start, $0.end].compactMap { $0 } }
    }
  }
}

/// A part of one line of cells. A wide character takes two: itself and an empty one.
struct ASCIICanvas {
  /// The cells that are kept; what is written elsewhere is lost.
  let range: Range<Int>
  private var cells: [Character?]

  init(_ range: Range<Int>) {
    self.init(range, cells: Array(repeating: " ", count: range.count))
  }

  private init(_ range: Range<Int>, cells: [Character?]) {
    self.range = range
    self.cells = cells
  }

  private subscript(part: Range<Int>) -> ASCIICanvas {
    let start = part.lowerBound - range.lowerBound
    return ASCIICanvas(part, cells: Array(cells[start..<start + part.count]))
  }

  /// Writes `text` from `start` on, up to the end of the line.
  mutating func write(_ text: String, at start: Int) {
    var x = start
    for character in text {
      let width = TextWidth.cells(character)
      guard width > 0 else { continue }
      guard x < range.upperBound else { return }
      set(x, character)
      if width == 2 { set(x + 1, nil) }
      x += width
    }
  }

  private mutating func set(_ x: Int, _ character: Character?) {
    if range.contains(x) { cells[x - range.lowerBound] = character }
  }

  mutating func fill(_ part: Range<Int>, with character: Character) {
    for x in part.clamped(to: range) { cells[x - range.lowerBound] = character }
  }

  /// The cells of `part`, without white space at the end.
  ///
  /// - Parameter label: written over the beginning, if there is nothing yet.
  func text(_ part: Range<Int>, continuing label: String?) -> String {
    var shown = self[part.clamped(to: range)]
    if let label {
      let start = shown.range.lowerBound
      let place = (start..<start + TextWidth.cells(label)).clamped(to: shown.range)
      if self[place].cells.allSatisfy({ $0 == " " }) { shown.write(label, at: start) }
    }
    let blanks = shown.cells.reversed().prefix { $0 == " " }.count
    return String(shown.cells.dropLast(blanks).compactMap { $0 })
  }
}
