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
  /// The room of a mark, a strip or a stem on a line, to the left and right of its slot's stem.
  private struct Extent {
    /// The number of the slot in the picture.
    var slot: Int
    /// The number of the line.
    var line: Int
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
  /// For each row, the number of its first line.
  private var firstLine: [Int] = []
  /// The marks, strips and stems of each slot.
  private var taken: GroupedElements<Extent>
  /// Where each line is free.
  private var free: [Double]

  init(_ diagram: Diagram, _ density: SVGDensity) {
    self.density = density
    var count = 0
    for column in diagram.columns {
      firstSlot.append(count)
      count += column.slots
    }
    offsets.reserveCapacity(count)
    var lines = 0
    for row in diagram.rows {
      firstLine.append(lines)
      lines += row.seats
    }
    free = Array(repeating: -.infinity, count: lines)
    taken = GroupedElements([], groups: 0) { $0.slot }
    taken = GroupedElements(extents(diagram), groups: count, by: \.slot)
    for (index, column) in diagram.columns.enumerated() { place(column, index) }
    least = leastDistances(diagram)
  }

  private func extents(_ diagram: Diagram) -> [Extent] {
    var extents: [Extent] = []
    extents.reserveCapacity(diagram.glyphs.count + diagram.strips.count)
    for glyph in diagram.glyphs {
      let extent = SVGMark.extent(of: glyph, diagram.timeScale, density)
      let least = density.stem
      extents.append(
        Extent(
          slot: slot(glyph.at), line: firstLine[glyph.site.row] + glyph.site.seat,
          before: max(extent.before, least), after: max(extent.after, least)))
    }
    for strip in diagram.strips {
      guard let start = strip.start else { continue }
      extents.append(
        Extent(slot: slot(start), line: firstLine[strip.row], before: 10, after: 10))
    }
    for arrow in diagram.arrows { add(arrow, in: diagram, to: &extents) }
    return extents
  }

  /// The number of a slot in the picture.
  private func slot(_ at: Diagram.Position) -> Int { firstSlot[at.column] + at.slot }

  /// Adds the lines that an arrow crosses, with those inside the boxes at its ends.
  private func add(
    _ arrow: Diagram.Arrow, in diagram: Diagram, to extents: inout [Extent]
  ) {
    var x = 0.0
    if arrow.isAtReadPart, case .mark(_, let glyph) = arrow.to {
      x = SVGMark.readPart(of: diagram.glyphs[glyph])
    }
    let slot = slot(arrow.at)
    func take(_ row: Int, _ seats: Range<Int>) {
      for seat in seats {
        extents.append(
          Extent(
            slot: slot, line: firstLine[row] + seat, before: density.stem - x,
            after: density.stem + x))
      }
    }
    for row in diagram.rowsCrossed(by: arrow) { take(row, 0..<diagram.rows[row].seats) }
    for (end, other) in [(arrow.from, arrow.to), (arrow.to, arrow.from)] {
      guard case .mark(let site, _) = end else { continue }
      let seats = diagram.rows[site.row].seats
      let isBelow = diagram.row(of: other) > site.row
      take(site.row, isBelow ? min(site.seat + 1, seats)..<seats : 0..<site.seat)
    }
  }

  private mutating func place(_ column: Diagram.Column, _ index: Int) {
    let slots = firstSlot[index]..<firstSlot[index] + column.slots
    for slot in slots {
      for extent in taken[slot] { free[extent.line] = -.infinity }
    }
    var (left, right) = (-density.stem, density.stem)
    for slot in slots {
      var stem = slot == slots.lowerBound ? 0 : offsets[slot - 1] + density.stems
      for extent in taken[slot] {
        stem = max(stem, free[extent.line] + density.gap + extent.before)
      }
      for extent in taken[slot] {
        take(extent, at: stem)
        (left, right) = (min(left, stem - extent.before), max(right, stem + extent.after))
      }
      right = max(right, stem + density.stem)
      offsets.append(stem)
    }
    // The figure of the ruler is above the stem or the middle of the instant.
    let figure = Double(TextWidth.cells(column.label)) * 6.7 - 2
    if slots.count == 1 { (left, right) = (min(left, -figure / 2), max(right, figure / 2)) }
    for slot in slots { offsets[slot] -= left }
    lead.append(-left)
    width.append(max(right - left, figure))
  }

  /// Makes the line of something in a slot free to the right of it.
  private mutating func take(_ extent: Extent, at stem: Double) {
    let old = free[extent.line]
    free[extent.line] = max(old == -.infinity ? stem : old, stem + extent.after)
  }

  /// The distance of two columns, and what a tinted one needs in addition.
  private static let leastGap = (columns: 8.0, tint: 4.0)

  /// Each column as close to the ones before it as the marks of each row allow. Tinted ones share
  /// no room with others.
  private mutating func leastDistances(_ diagram: Diagram) -> [Double] {
    var distances: [Double] = []
    for line in free.indices { free[line] = -.infinity }
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
        for extent in taken[firstSlot[index]] {
          x = max(x, free[extent.line] + Self.leastGap.columns + extent.before)
        }
        distances.append(x - last)
      }
      for slot in firstSlot[index]..<firstSlot[index] + column.slots {
        let stem = x + offsets[slot] - lead[index]
        for extent in taken[slot] {
          take(extent, at: stem)
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
