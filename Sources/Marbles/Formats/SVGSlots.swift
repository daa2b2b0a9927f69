/// How close to each other the marks of one instant are.
enum SVGDensity: CaseIterable {
  case roomy
  /// For pictures that would not have the usual width otherwise.
  case tight
  /// Tight, with second lines of labels that are no longer than the names.
  case tightest

  /// Between two marks in one row.
  var gap: Double { self == .roomy ? 10 : 6 }
  /// Between the stems of two slots.
  var stems: Double { self == .roomy ? 28 : 18 }
  /// Half the width that a stem takes.
  var stem: Double { self == .roomy ? 9 : 7 }
  /// Before the first and behind the last column.
  var padding: Double { self == .roomy ? 26 : 20 }
  /// Between the labels and the rows.
  var space: Double { self == .roomy ? 14 : 12 }
}

/// The places of the slots in their columns: as close to each other as the marks of each row and
/// the stems that cross it allow.
struct SVGSlots {
  /// The width of a slot on a line, to the left and to the right of its stem.
  private struct Extent {
    var before: Double
    var after: Double
  }

  /// For each column, where its slots start in ``offsets``.
  private(set) var firstSlot: [Int] = []
  /// The stems, from the left ends of their columns.
  private(set) var offsets: [Double] = []
  /// For each column, the distance from its left end to its first stem, and its width.
  private(set) var lead: [Double] = []
  private(set) var width: [Double] = []
  /// The least distance of the first stems of each two columns.
  private(set) var least: [Double] = []
  private let density: SVGDensity
  private var taken: [[Diagram.Site: Extent]]

  init(_ diagram: Diagram, _ density: SVGDensity) {
    self.density = density
    var count = 0
    for column in diagram.columns {
      firstSlot.append(count)
      count += column.slots
    }
    taken = Array(repeating: [:], count: count)
    for glyph in diagram.glyphs {
      let extent = SVGMark.extent(of: glyph, diagram.timeScale, density)
      let least = density.stem
      take(
        glyph.site, glyph.at,
        Extent(before: max(extent.before, least), after: max(extent.after, least)))
    }
    for strip in diagram.strips {
      guard let start = strip.start else { continue }
      take(Diagram.Site(row: strip.row), start, Extent(before: 10, after: 10))
    }
    for arrow in diagram.arrows {
      var x = 0.0
      if arrow.isAtReadPart, case .mark(_, let glyph) = arrow.to {
        x = SVGMark.readPart(of: diagram.glyphs[glyph])
      }
      let extent = Extent(before: density.stem - x, after: density.stem + x)
      for site in Self.sitesCrossed(by: arrow, in: diagram) { take(site, arrow.at, extent) }
    }
    for (index, column) in diagram.columns.enumerated() { place(column, index) }
    least = leastDistances(diagram)
  }

  /// The lines that an arrow crosses, with those inside the boxes at its ends.
  private static func sitesCrossed(
    by arrow: Diagram.Arrow, in diagram: Diagram
  ) -> [Diagram.Site] {
    func sites(of row: Int, _ seats: Range<Int>) -> [Diagram.Site] {
      seats.map { Diagram.Site(row: row, seat: $0) }
    }
    var crossed = diagram.rowsCrossed(by: arrow).flatMap { row in
      sites(of: row, 0..<diagram.rows[row].seats)
    }
    for (end, other) in [(arrow.from, arrow.to), (arrow.to, arrow.from)] {
      guard case .mark(let site, _) = end else { continue }
      let seats = diagram.rows[site.row].seats
      let isBelow = diagram.row(of: other) > site.row
      crossed += sites(of: site.row, isBelow ? min(site.seat + 1, seats)..<seats : 0..<site.seat)
    }
    return crossed
  }

  private mutating func take(_ site: Diagram.Site, _ at: Diagram.Position, _ extent: Extent) {
    let slot = firstSlot[at.column] + at.slot
    let old = taken[slot][site] ?? extent
    taken[slot][site] = Extent(
      before: max(old.before, extent.before), after: max(old.after, extent.after))
  }

  private mutating func place(_ column: Diagram.Column, _ index: Int) {
    let slots = firstSlot[index]..<firstSlot[index] + column.slots
    var stems: [Double] = []
    /// Where each line is free.
    var free: [Diagram.Site: Double] = [:]
    var (left, right) = (-density.stem, density.stem)
    for slot in slots {
      var stem = stems.last.map { $0 + density.stems } ?? 0
      for (site, extent) in taken[slot] {
        if let end = free[site] { stem = max(stem, end + density.gap + extent.before) }
      }
      for (site, extent) in taken[slot] {
        free[site] = max(free[site] ?? stem, stem + extent.after)
        (left, right) = (min(left, stem - extent.before), max(right, stem + extent.after))
      }
      right = max(right, stem + density.stem)
      stems.append(stem)
    }
    // The figure of the ruler is above the stem or the middle of the instant.
    let figure = Double(TextWidth.cells(column.label)) * 6.7 - 2
    if stems.count == 1 { (left, right) = (min(left, -figure / 2), max(right, figure / 2)) }
    offsets += stems.map { $0 - left }
    lead.append(-left)
    width.append(max(right - left, figure))
  }

  /// The distance of two columns, and what a tinted one needs in addition.
  private static let leastGap = (columns: 8.0, tint: 4.0)

  /// Each column as close to the ones before it as the marks of each row allow. Tinted ones share
  /// no room with others.
  private func leastDistances(_ diagram: Diagram) -> [Double] {
    var distances: [Double] = []
    var free: [Diagram.Site: Double] = [:]
    var (last, edge, figureEnd) = (0.0, 0.0, 0.0)
    for (index, column) in diagram.columns.enumerated() {
      let figure = Double(TextWidth.cells(column.label)) * 6.7
      var x = last
      if index > 0 {
        let tinted = diagram.columns[index - 1...index].count { $0.slots > 1 }
        x = max(x + 2 * density.stem + 6, figureEnd + 8 + figure / 2)
        if tinted > 0 {
          x = max(
            x, edge + lead[index] + Self.leastGap.columns + Double(tinted) * Self.leastGap.tint)
        }
        for (site, extent) in taken[firstSlot[index]] {
          if let end = free[site] { x = max(x, end + Self.leastGap.columns + extent.before) }
        }
        distances.append(x - last)
      }
      for slot in firstSlot[index]..<firstSlot[index] + column.slots {
        let stem = x + offsets[slot] - lead[index]
        for (site, extent) in taken[slot] {
          free[site] = max(free[site] ?? stem, stem + extent.after)
        }
      }
      let right = x + width[index] - lead[index]
      edge = max(edge, right)
      figureEnd = column.slots == 1 ? x + figure / 2 : right
      last = x
    }
    return distances
  }
}
