extension SVGPicture {
  private struct StemKey: Equatable {
    var x: Double
    var ink: Diagram.Arrow.Ink
    var isDotted: Bool
  }

  /// Stems of one color on one vertical, which are drawn as one line.
  private struct StemGroup {
    var spans: [(y: ClosedRange<Double>, rows: ClosedRange<Int>)] = []
    /// The rows in which an arrow starts or ends.
    var ends: Set<Int> = []
    /// The arrows that bring elements, by number, with their rows.
    var arrows: [(rows: ClosedRange<Int>, number: Int)] = []
    /// The bands out of which or through which the arrows come: they and their subscribers are
    /// crossed in front.
    var bands: Set<Int> = []
    /// The bands that subscribe to or request from their sources, from which an arrow leads
    /// upwards.
    var asking: Set<Int> = []

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
    let lines = SVGLines(self)
    let arrows = index.arrows[number]
    var start = 0
    while start < arrows.count {
      var end = start
      let at = diagram.arrows[arrows[start]].at
      while end < arrows.count, diagram.arrows[arrows[end]].at == at { end += 1 }
      drawStems(of: arrows[start..<end], at: at, lines)
      start = end
    }
    out += "\n"
  }

  private mutating func drawStems(
    of arrows: ArraySlice<Int>, at: Diagram.Position, _ lines: SVGLines
  ) {
    var groups: [(key: StemKey, group: StemGroup)] = []
    for index in arrows {
      let arrow = diagram.arrows[index]
      let stem = stem(of: arrow)
      let key = StemKey(x: stem.x, ink: arrow.ink, isDotted: arrow.isDotted)
      let place = groups.firstIndex { $0.key == key } ?? groups.count
      if place == groups.count { groups.append((key, StemGroup())) }
      add(arrow, index, from: stem.from, to: stem.to, to: &groups[place].group)
    }
    for (key, group) in groups {
      for span in group.merged {
        let gaps = gaps(in: span.rows, of: group, x: key.x, at, lines)
        drawStem(key, span.y, gaps)
      }
    }
  }

  private func add(
    _ arrow: Diagram.Arrow, _ number: Int, from start: Double, to end: Double,
    to group: inout StemGroup
  ) {
    let (from, to) = (diagram.row(of: arrow.from), diagram.row(of: arrow.to))
    let rows = min(from, to)...max(from, to)
    group.spans.append((min(start, end)...max(start, end), rows))
    for row in [from, to] {
      group.ends.insert(row)
      if diagram.rows[row].isBand { group.bands.insert(row) }
    }
    if case .mark = arrow.to, arrow.ink != .control { group.arrows.append((rows, number)) }
    for band in arrow.bandsPassed { group.bands.insert(band) }
    if case .band(let row) = arrow.from, to < row { group.asking.insert(row) }
  }

  /// Draws a stem with gaps, as one path.
  private mutating func drawStem(
    _ key: StemKey, _ span: ClosedRange<Double>, _ gaps: [ClosedRange<Double>]
  ) {
    let ink = line(of: key.ink)
    let style = key.ink == .control ? ink : key.isDotted ? "\(ink) stem re" : "\(ink) stem"
    let width: SVGFragment = key.ink == .lane ? " style=\"stroke-width:1.5\"" : ""
    var path: SVGFragment = ""
    var y = span.lowerBound
    for gap in gaps + [span.upperBound...span.upperBound] {
      let end = min(gap.lowerBound, span.upperBound)
      if end - y > (gaps.isEmpty ? -1 : 2) { path = "\(path)M\(key.x) \(y)V\(end)" }
      y = max(y, gap.upperBound)
    }
    out += "<path class=\"\(raw: style)\"\(width) d=\"\(path)\"/>"
  }

  // MARK: Gaps

  /// Where a stem passes behind something that it has nothing to do with, from top to bottom.
  ///
  /// It is hidden by foreign bands and interrupted at foreign lanes and marks. At the rows of its
  /// own stage it is in front, but no element that was lost looks as if it went on.
  private func gaps(
    in span: ClosedRange<Int>, of group: StemGroup, x: Double, _ at: Diagram.Position,
    _ lines: SVGLines
  ) -> [ClosedRange<Double>] {
    var gaps: [ClosedRange<Double>] = []
    /// The lower end of the last foreign mark, until a band of the stem follows.
    var foreignMark: Double?
    for row in span.dropFirst().dropLast() where rows.isDrawn[row] {
      let isOwn = isOwn(row, group)
      let isEnd = group.ends.contains(row)
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
      if let kind = lines.mark(in: row, at) {
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
      } else if !isOwn, !isEnd, lines.hasLine(in: row, at: x) {
        gaps.append(middle - 6...middle + 6)
      }
    }
    return gaps
  }

  /// With more arrows in one place the search would not be linear.
  private static let mostArrows = 64

  /// Whether all arrows that cross a mark come from another stage than the mark.
  private func passesBehind(_ row: Int, _ group: StemGroup) -> Bool {
    guard group.arrows.count <= Self.mostArrows, let source = diagram.rows[row].source else {
      return false
    }
    let crossing = group.arrows.filter { $0.rows.lowerBound < row && row < $0.rows.upperBound }
    return !crossing.isEmpty
      && !crossing.contains { diagram.arrows[$0.number].bandsPassed.contains(source) }
  }

  /// Whether a row belongs to the stage of a stem.
  private func isOwn(_ row: Int, _ group: StemGroup) -> Bool {
    if group.bands.contains(row) { return true }
    let drawn = diagram.rows[row]
    guard !drawn.isBand else { return false }
    return drawn.source.map(group.bands.contains) ?? false
      || drawn.target.map(group.asking.contains) ?? false
  }
}

/// The lines and marks of a stretch that stems can cross.
private struct SVGLines {
  private var lines: [Int: [(left: Double, right: Double)]] = [:]
  private var marks: [Spot: Diagram.Glyph.Kind] = [:]

  private struct Spot: Hashable {
    var row: Int
    var at: Diagram.Position
  }

  init(_ picture: SVGPicture) {
    let diagram = picture.diagram
    for index in picture.index.segments[picture.number] {
      let segment = diagram.segments[index]
      let (start, end) = picture.extent(from: segment.start, to: segment.end)
      let row = segment.site.row
      lines[row, default: []].append((start ?? 0, end ?? picture.edge(of: row)))
    }
    for guide in picture.index.guides[picture.number] {
      let segment = diagram.segments[guide.segment]
      let (after, start) = picture.extent(from: guide.after, to: segment.start)
      let row = segment.site.row
      lines[row, default: []].append((after ?? 0, start ?? picture.edge(of: row)))
    }
    for row in lines.keys { lines[row]?.sort { $0.left < $1.left } }
    for index in picture.index.glyphs[picture.number] {
      let glyph = diagram.glyphs[index]
      marks[Spot(row: glyph.site.row, at: glyph.at)] = glyph.kind
    }
  }

  /// Whether a line or its guide is drawn at a vertical.
  func hasLine(in row: Int, at x: Double) -> Bool {
    let lines = lines[row] ?? []
    let next = lines.partitioningIndex { $0.left > x }
    return next > 0 && lines[next - 1].right >= x
  }

  func mark(in row: Int, _ at: Diagram.Position) -> Diagram.Glyph.Kind? {
    marks[Spot(row: row, at: at)]
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
