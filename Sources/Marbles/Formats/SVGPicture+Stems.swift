extension SVGPicture {
  private struct StemKey: Equatable {
    var x: Double
    var ink: Diagram.Arrow.Ink
    var isDotted: Bool
  }

  /// Stems of one color on one vertical, which are drawn as one line.
  private struct StemGroup {
    let key: StemKey
    var spans: [(y: ClosedRange<Double>, rows: ClosedRange<Int>)] = []
    /// The numbers of the arrows.
    var arrows: [Int] = []

    /// The spans, with those that touch as one.
    var merged: [(y: ClosedRange<Double>, rows: ClosedRange<Int>)] {
      var merged: [(y: ClosedRange<Double>, rows: ClosedRange<Int>)] = []
      for span in spans.sorted(by: { $0.y.lowerBound < $1.y.lowerBound }) {
        guard let last = merged.last, span.y.lowerBound <= last.y.upperBound else {
          merged.append(span)
          continue
        }
        merged[merged.count - 1] = (
          last.y.lowerBound...max(last.y.upperBound, span.y.upperBound),
          min(
            last.rows.lowerBound, span.rows.lowerBound)...max(
              last.rows.upperBound, span.rows.upperBound)
        )
      }
      return merged
    }
  }

  mutating func drawStems() {
    var crossed = CrossedRows(self)
    let arrows = index.arrows[number]
    var start = 0
    while start < arrows.count {
      var end = start
      let at = diagram.arrows[arrows[start]].at
      while end < arrows.count, diagram.arrows[arrows[end]].at == at { end += 1 }
      let marks = index.marks[columns.slot(at)]
      for mark in marks { crossed.mark[diagram.glyphs[mark].site.row] = mark }
      for group in stemGroups(arrows[start..<end]) { draw(group, &crossed) }
      for mark in marks { crossed.mark[diagram.glyphs[mark].site.row] = nil }
      start = end
    }
    out += "\n"
  }

  private func stemGroups(_ arrows: ArraySlice<Int>) -> [StemGroup] {
    var groups: [StemGroup] = []
    for number in arrows {
      let arrow = diagram.arrows[number]
      let stem = stem(of: arrow)
      let key = StemKey(x: stem.x, ink: arrow.ink, isDotted: arrow.isDotted)
      let place = groups.firstIndex { $0.key == key } ?? groups.count
      if place == groups.count { groups.append(StemGroup(key: key)) }
      groups[place].spans.append(
        (min(stem.from, stem.to)...max(stem.from, stem.to), rows(of: arrow)))
      groups[place].arrows.append(number)
    }
    return groups
  }

  /// From the row of one end of an arrow to that of the other.
  private func rows(of arrow: Diagram.Arrow) -> ClosedRange<Int> {
    let (from, to) = (diagram.row(of: arrow.from), diagram.row(of: arrow.to))
    return min(from, to)...max(from, to)
  }

  private mutating func draw(_ group: StemGroup, _ crossed: inout CrossedRows) {
    for arrow in group.arrows { note(arrow, &crossed) }
    for span in group.merged {
      let gaps = gaps(in: span.rows, of: group, crossed)
      drawStem(group.key, span.y, gaps)
    }
    crossed.forgetStem()
  }

  /// Notes the rows at the ends of an arrow and on its way.
  private func note(_ number: Int, _ crossed: inout CrossedRows) {
    let arrow = diagram.arrows[number]
    let (from, to) = (diagram.row(of: arrow.from), diagram.row(of: arrow.to))
    for row in [from, to] {
      crossed.note(diagram.rows[row].isBand ? [.end, .band] : .end, in: row)
    }
    for band in arrow.bandsPassed { crossed.note(.band, in: band) }
    if case .band(let row) = arrow.from, to < row { crossed.note(.asking, in: row) }
  }

  /// Draws a stem with gaps, as one path.
  private mutating func drawStem(
    _ key: StemKey, _ span: ClosedRange<Double>, _ gaps: [ClosedRange<Double>]
  ) {
    let style: SVGClass = key.ink == .control ? "" : key.isDotted ? " stem re" : " stem"
    let width: SVGFragment = key.ink == .lane ? " style=\"stroke-width:1.5\"" : ""
    out += "<path class=\"\(line(of: key.ink))\(style)\"\(width) d=\""
    var y = span.lowerBound
    for gap in gaps + [span.upperBound...span.upperBound] {
      let end = min(gap.lowerBound, span.upperBound)
      if end - y > (gaps.isEmpty ? -1 : 2) { out += "M\(key.x) \(y)V\(end)" }
      y = max(y, gap.upperBound)
    }
    out += "\"/>"
  }

  // MARK: Gaps

  /// Where a stem passes behind something that it has nothing to do with, from top to bottom.
  ///
  /// It is hidden by foreign bands and interrupted at foreign lanes and marks. At the rows of its
  /// own stage it is in front, but no element that was lost looks as if it went on.
  private func gaps(
    in span: ClosedRange<Int>, of group: StemGroup, _ crossed: CrossedRows
  ) -> [ClosedRange<Double>] {
    var gaps: [ClosedRange<Double>] = []
    /// The lower end of the last foreign mark, until a band of the stem follows.
    var foreignMark: Double?
    for row in span.dropFirst().dropLast() where rows.isDrawn[row] {
      let isOwn = isOwn(row, crossed)
      let isEnd = crossed.roles[row].contains(.end)
      if diagram.rows[row].isBand {
        if isOwn {
          if let mark = foreignMark { gaps.append(mark...y(rows.bottom[row])) }
          foreignMark = nil
        } else if !isEnd {
          gaps.append(y(rows.top[row])...y(rows.bottom[row]))
        }
        continue
      }
      let middle = y(rows.center[row])
      if let mark = crossed.mark[row] {
        let kind = diagram.glyphs[mark].kind
        let half = max(4, SVGMark.half(kind)) + 4
        if kind.isLoss {
          // The element was lost here, so the stem does not continue below the mark.
          gaps.append((isEnd ? middle : middle - half)...middle + half)
        } else if !isOwn, !isEnd {
          gaps.append(middle - half...middle + half)
          foreignMark = middle + half
        } else if isEnd, passesBehind(row, group) {
          gaps.append(middle...middle + half)
        }
      } else if !isOwn, !isEnd, crossed.hasLine(in: row, at: group.key.x) {
        gaps.append(middle - 6...middle + 6)
      }
    }
    return gaps
  }

  /// With more arrows in one place the search would not be linear.
  private static let mostArrows = 64

  /// Whether all arrows with elements that cross a mark come from another stage than the mark.
  private func passesBehind(_ row: Int, _ group: StemGroup) -> Bool {
    guard group.key.ink != .control, group.arrows.count <= Self.mostArrows,
      let source = diagram.rows[row].source
    else { return false }
    var isCrossed = false
    for number in group.arrows {
      guard case .mark = diagram.arrows[number].to else { continue }
      let rows = rows(of: diagram.arrows[number])
      guard rows.lowerBound < row, row < rows.upperBound else { continue }
      if diagram.arrows[number].bandsPassed.contains(source) { return false }
      isCrossed = true
    }
    return isCrossed
  }

  /// Whether a row belongs to the stage of a stem.
  private func isOwn(_ row: Int, _ crossed: CrossedRows) -> Bool {
    if crossed.roles[row].contains(.band) { return true }
    guard !diagram.rows[row].isBand else { return false }
    return diagram.rows[row].source.map { crossed.roles[$0].contains(.band) } ?? false
      || diagram.rows[row].target.map { crossed.roles[$0].contains(.asking) } ?? false
  }
}

/// The lines, marks and bands of a stretch that stems can cross, by row.
private struct CrossedRows {
  /// The relation of a row to a stem.
  struct Roles: OptionSet {
    var rawValue: UInt8
    /// An arrow of the stem starts or ends in it.
    static let end = Roles(rawValue: 1)
    /// A band out of which or through which an arrow comes: it and its subscribers are crossed in
    /// front.
    static let band = Roles(rawValue: 2)
    /// A band that subscribes to or requests from its source, from which an arrow leads upwards.
    static let asking = Roles(rawValue: 4)
  }

  /// For each row, the mark in the slot of the stems that are drawn.
  var mark: [Int?]
  /// For each row, its roles for the stem that is drawn.
  private(set) var roles: [Roles]
  private var rowsWithRoles: [Int] = []
  private var lines: [[(left: Double, right: Double)]]

  init(_ picture: SVGPicture) {
    let diagram = picture.diagram
    mark = Array(repeating: nil, count: diagram.rows.count)
    roles = Array(repeating: [], count: diagram.rows.count)
    lines = Array(repeating: [], count: diagram.rows.count)
    for index in picture.index.segments[picture.number] {
      let segment = diagram.segments[index]
      let (start, end) = picture.extent(from: segment.start, to: segment.end)
      let row = segment.site.row
      lines[row].append((start ?? 0, end ?? picture.edge(of: row)))
    }
    for guide in picture.index.guides[picture.number] {
      let segment = diagram.segments[guide.segment]
      let (after, start) = picture.extent(from: guide.after, to: segment.start)
      let row = segment.site.row
      lines[row].append((after ?? 0, start ?? picture.edge(of: row)))
    }
    for row in lines.indices where lines[row].count > 1 {
      lines[row].sort { $0.left < $1.left }
    }
  }

  mutating func note(_ new: Roles, in row: Int) {
    if roles[row].isEmpty { rowsWithRoles.append(row) }
    roles[row].formUnion(new)
  }

  /// Begins the next stem, for which no row has a role yet.
  mutating func forgetStem() {
    for row in rowsWithRoles { roles[row] = [] }
    rowsWithRoles.removeAll(keepingCapacity: true)
  }

  /// Whether a line or its guide is drawn at a vertical.
  func hasLine(in row: Int, at x: Double) -> Bool {
    let next = lines[row].partitioningIndex { $0.left > x }
    return next > 0 && lines[row][next - 1].right >= x
  }
}

extension Diagram.Glyph.Kind {
  /// Whether the element was lost here.
  var isLoss: Bool {
    switch self {
    case .missed, .swallowed, .dropped, .refused: true
    default: false
    }
  }
}
