/// The positions of the rows from top to bottom, within one stretch of the picture.
struct SVGRows {
  /// From the top of a stretch (its ruler's tint) to the first row.
  static let head = 28.0

  private(set) var center: [Double] = []
  private(set) var top: [Double] = []
  private(set) var bottom: [Double] = []
  /// The baselines of the headings of panels that have one.
  private(set) var headings: [Double?] = []
  private(set) var height = 0.0
  let isDense: Bool
  /// Rows that are not drawn take no height.
  let isDrawn: [Bool]
  private let rows: [Diagram.Row]

  init(_ diagram: Diagram) {
    // Texts above a line need space between the rows.
    let isAnnotated =
      !diagram.staleSpans.isEmpty
      || diagram.glyphs.contains { $0.isAlarming || $0.captionIsAbove }
    self.init(
      diagram, isDense: diagram.rows.filter { !$0.isBand }.count > 10 && !isAnnotated,
      isDrawn: Array(repeating: true, count: diagram.rows.count))
  }

  /// The rows of one stretch. Whether they are dense depends on the whole picture and is determined
  /// only once.
  init(_ diagram: Diagram, isDense: Bool, isDrawn: [Bool]) {
    rows = diagram.rows
    self.isDense = isDense
    self.isDrawn = isDrawn
    var y = Self.head
    var isFirst = true
    for panel in diagram.panels {
      if !panel.heading.isEmpty {
        y += isFirst ? 18 : 32
        headings.append(y)
        y += 10
      } else {
        headings.append(nil)
      }
      var isFirstRow = true
      for row in panel.rows {
        guard isDrawn[row] else {
          append(y, y, y)
          continue
        }
        add(rows[row], at: &y, isFirst: isFirstRow)
        isFirstRow = false
      }
      isFirst = false
    }
    if isDrawn.contains(false) { y += 18 }
    height = y + 4
  }

  private mutating func add(_ row: Diagram.Row, at y: inout Double, isFirst: Bool) {
    switch row.kind {
    case .lane:
      let half = isDense ? 20.0 : 27
      let middle = y + (row.isIndented ? half - 2 : half)
      append(middle, middle, middle)
      y = middle + half
    case .band(_, let hasHeader, let lines):
      let start = y + (isFirst ? 2 : 14)
      let end = start + max(30, (hasHeader ? 30 : 11) + 19 * Double(lines))
      append((start + end) / 2, start, end)
      y = end + 16
    case .box(let seats):
      let start = y + 14
      let queue = row.queueRows == 0 ? 0 : 5 + 19 * Double(row.queueRows)
      let end = start + queue + 5 + 44 * Double(seats) + 3
      append((start + end) / 2, start, end)
      y = end + 16
    }
  }

  private mutating func append(_ center: Double, _ top: Double, _ bottom: Double) {
    self.center.append(center)
    self.top.append(top)
    self.bottom.append(bottom)
  }

  /// The y of the marks of a site.
  func line(_ site: Diagram.Site) -> Double {
    if case .box = rows[site.row].kind {
      let queue = rows[site.row].queueRows
      let first = top[site.row] + 27 + (queue == 0 ? 0 : 5 + 19 * Double(queue))
      return first + 44 * Double(site.seat)
    }
    return center[site.row]
  }

  /// The middle of a strip.
  func strip(row: Int, line: Int) -> Double {
    top[row] + (rows[row].hasHeader ? 35 : 15) + 19 * Double(line)
  }
}
