/// The contents of each stretch of the picture, so that painting takes linear time.
struct SVGIndex {
  var glyphs: [[Int]]
  /// The marks of each slot of the picture.
  let marks: GroupedElements<Int>
  var arrows: [[Int]]
  var strips: [[Int]]
  var tints: [[Int]]
  /// Segments that run in a stretch.
  var segments: [[Int]]
  /// Segments whose guide shows in a stretch, with the end of the line before, if there is one.
  var guides: [[Guide]]
  var staleSpans: [[Int]]
  /// For each stretch and strip, the x of its first dot from which something is read;
  /// and whether there is one at the strip's start.
  var firstDot: [[Int: Double]]
  var hasStartDot: [Bool]
  /// For each strip, the stretch in which its end is drawn.
  var lastStretch: [Int]

  struct Guide {
    var segment: Int
    var after: Diagram.Position?
  }

  init(_ diagram: Diagram, _ columns: SVGColumns) {
    let count = columns.stretches.count
    let none = Array(repeating: [Int](), count: count)
    (glyphs, arrows, strips, tints, segments, staleSpans) = (none, none, none, none, none, none)
    guides = Array(repeating: [], count: count)
    firstDot = Array(repeating: [:], count: count)
    marks = GroupedElements(Array(diagram.glyphs.indices), groups: columns.slotCount) {
      columns.slot(diagram.glyphs[$0].at)
    }
    hasStartDot = diagram.strips.map(\.hasStartDot)
    lastStretch = diagram.strips.map { Self.lastStretch(of: $0, columns) }
    for (index, glyph) in diagram.glyphs.enumerated() {
      glyphs[columns.stretchOfColumn[glyph.at.column]].append(index)
    }
    for (index, arrow) in diagram.arrows.enumerated() {
      arrows[columns.stretchOfColumn[arrow.at.column]].append(index)
      for case .strip(let strip) in [columns.reaching(arrow, in: diagram).from, arrow.to] {
        addDot(arrow, of: strip, diagram, columns)
      }
    }
    func add(_ list: inout [[Int]], _ index: Int, _ range: ClosedRange<Int>) {
      for stretch in range { list[stretch].append(index) }
    }
    for (index, strip) in diagram.strips.enumerated() {
      let first = columns.stretches(from: strip.start, to: strip.end).lowerBound
      add(&strips, index, first...max(first, lastStretch[index]))
    }
    for (index, tint) in diagram.tints.enumerated() {
      add(&tints, index, columns.stretches(from: tint.start, to: tint.end))
    }
    for (index, span) in diagram.staleSpans.enumerated() {
      add(&staleSpans, index, columns.stretches(from: span.start, to: span.end))
    }
    addSegments(diagram, columns)
  }

  /// The rest of a strip that ends with the first mark of a stretch is not drawn there.
  private static func lastStretch(of strip: Diagram.Strip, _ columns: SVGColumns) -> Int {
    let range = columns.stretches(from: strip.start, to: strip.end)
    guard let end = strip.end, strip.fate != .left, range.count > 1,
      columns.stem(end) - columns.left < 45
    else { return range.upperBound }
    return range.upperBound - 1
  }

  private mutating func addDot(
    _ arrow: Diagram.Arrow, of strip: Int, _ diagram: Diagram, _ columns: SVGColumns
  ) {
    let x = columns.x(of: arrow, in: diagram)
    if let start = diagram.strips[strip].start, start.column == arrow.at.column,
      x < columns.stem(start) + 6
    {
      hasStartDot[strip] = true
    } else {
      let stretch = columns.stretchOfColumn[arrow.at.column]
      firstDot[stretch][strip] = min(firstDot[stretch][strip] ?? x, x)
    }
  }

  private mutating func addSegments(_ diagram: Diagram, _ columns: SVGColumns) {
    var lastEnd: [Diagram.Site: Diagram.Position] = [:]
    for (index, segment) in diagram.segments.enumerated() {
      for stretch in columns.stretches(from: segment.start, to: segment.end) {
        segments[stretch].append(index)
      }
      if segment.hasGuide, segment.start != nil {
        let guide = Guide(segment: index, after: lastEnd[segment.site])
        for stretch in columns.stretches(from: guide.after, to: segment.start) {
          guides[stretch].append(guide)
        }
      }
      lastEnd[segment.site] = segment.end
    }
  }

  /// The rows that each stretch draws: those in which something happens. A row in which nothing
  /// happens at all is drawn in the first stretch.
  func drawnRows(_ diagram: Diagram, _ columns: SVGColumns) -> [[Bool]] {
    let all = Array(repeating: true, count: diagram.rows.count)
    guard diagram.panels.count == 1, columns.stretches.count > 1 else {
      return columns.stretches.map { _ in all }
    }
    var drawn = columns.stretches.indices.map { busyRows(diagram, columns, in: $0) }
    for row in diagram.rows.indices where drawn.allSatisfy({ !$0[row] }) { drawn[0][row] = true }
    return drawn
  }

  private func busyRows(_ diagram: Diagram, _ columns: SVGColumns, in number: Int) -> [Bool] {
    var isBusy = Array(repeating: false, count: diagram.rows.count)
    func note(_ row: Int, _ at: Diagram.Position?) {
      if let at, columns.stretchOfColumn[at.column] == number { isBusy[row] = true }
    }
    for glyph in glyphs[number] { isBusy[diagram.glyphs[glyph].site.row] = true }
    for arrow in arrows[number].map({ diagram.arrows[$0] }) {
      isBusy[diagram.row(of: arrow.from)] = true
      isBusy[diagram.row(of: arrow.to)] = true
    }
    for strip in strips[number].map({ diagram.strips[$0] }) {
      note(strip.row, strip.start)
      note(strip.row, strip.end)
    }
    for tint in tints[number].map({ diagram.tints[$0] }) {
      note(tint.row, tint.start)
      note(tint.row, tint.end)
    }
    for span in staleSpans[number] { isBusy[diagram.staleSpans[span].site.row] = true }
    // An indented row hangs under its source.
    for (row, drawn) in diagram.rows.enumerated() where isBusy[row] && drawn.isIndented {
      if let source = drawn.source { isBusy[source] = true }
    }
    return isBusy
  }
}
