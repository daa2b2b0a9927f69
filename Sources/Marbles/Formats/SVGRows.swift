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
  /// Whether the number of rows is so large that the distances between them are small.
  let isDense: Bool
  /// Rows that are not drawn take no height.
  private(set) var isDrawn: [Bool]
  private let rows: [Diagram.Row]
  /// The heights of the captions of lanes in a dense picture.
  private var roomAbove: [Int: Double] = [:]
  private var roomBelow: [Int: Double] = [:]

  /// The largest numbers of rows with the usual distances, in one stretch and in all.
  private static let mostUsual = (once: 11, together: 16)

  /// The rows of a picture. Their distances depend on all of it.
  init(_ diagram: Diagram, stretches: Int) {
    let count = diagram.rows.count
    rows = diagram.rows
    isDense = Self.isDense(count, stretches: stretches)
    isDrawn = Array(repeating: true, count: count)
    for glyph in diagram.glyphs where isDense && glyph.caption != nil {
      let row = glyph.site.row
      if glyph.captionIsAbove {
        roomAbove[row] = 7
      } else {
        roomBelow[row] = max(roomBelow[row] ?? 0, SVGMark.half(glyph.kind) > 11 ? 11 : 6)
      }
    }
    place(diagram.panels)
  }

  /// Whether the distances between the given number of rows are small.
  static func isDense(_ count: Int, stretches: Int) -> Bool {
    count > mostUsual.once || (stretches > 1 && count * stretches > mostUsual.together)
  }

  /// The number of lines below the name for which the label of a row has room.
  func detailLines(of row: Int) -> Int {
    let around = isDense ? 10.0 : 30
    let height = rows[row].isBand ? bottom[row] - top[row] + around : isDense ? 34 : 54
    return max(1, min(3, Int((height - 20) / 13)))
  }

  /// The rows of one stretch, with the distances of the whole picture.
  func drawing(_ isDrawn: [Bool], in panels: [Diagram.Panel]) -> SVGRows {
    var rows = self
    rows.isDrawn = isDrawn
    rows.place(panels)
    return rows
  }

  private mutating func place(_ panels: [Diagram.Panel]) {
    center = []
    top = []
    bottom = []
    headings = []
    var y = Self.head
    var isFirst = true
    for panel in panels {
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
        add(row, at: &y, isFirst: isFirstRow)
        isFirstRow = false
      }
      isFirst = false
    }
    if isDrawn.contains(false) { y += 18 }
    height = y + 4
  }

  private mutating func add(_ index: Int, at y: inout Double, isFirst: Bool) {
    let row = rows[index]
    let (above, below) = isDense ? (4.0, 6.0) : (14, 16)
    switch row.kind {
    case .lane:
      let half = isDense ? 17.0 : 27
      let middle = y + (roomAbove[index] ?? 0) + (row.isIndented && !isDense ? half - 2 : half)
      append(middle, middle, middle)
      y = middle + half + (roomBelow[index] ?? 0)
    case .band(_, let hasHeader, let lines):
      let start = y + (isFirst ? 2 : above)
      let end = start + bandHeight(hasHeader: hasHeader, lines: lines)
      append((start + end) / 2, start, end)
      y = end + below
    case .box(let seats):
      let start = y + above
      let queue = row.queueRows == 0 ? 0 : 5 + 19 * Double(row.queueRows)
      let end = start + queue + 5 + 44 * Double(seats) + 3
      append((start + end) / 2, start, end)
      y = end + below
    }
  }

  private func bandHeight(hasHeader: Bool, lines: Int) -> Double {
    isDense
      ? max(26, (hasHeader ? 26 : 8) + 18 * Double(lines))
      : max(30, (hasHeader ? 30 : 11) + 19 * Double(lines))
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
    let first = (rows[row].hasHeader ? 35.0 : 15) - (isDense ? 2 : 0)
    return top[row] + first + (isDense ? 18 : 19) * Double(line)
  }
}
