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

/// The distances between columns: proportional to time where time is the message and there is
/// room, otherwise as narrow as the marks allow.
struct SVGScale {
  private static let gap = 22.0
  private static let largestGap = 110.0
  private static let medianGap = 48.0

  var isLinear = true
  var gaps: [Double] = []
  var isCut: [Bool]

  /// `needs` is the width that a column takes to the right of its first stem, `leads` to the left
  /// of it; `least` is the least distance of two columns; `usual` and `room` are the widths of a usual plot and of the largest one.
  init(
    _ diagram: Diagram, needs: [Double], leads: [Double], least: [Double], usual: Double,
    room: Double
  ) {
    let count = max(0, diagram.columns.count - 1)
    isCut = Array(repeating: false, count: count)
    guard count > 0 else { return }
    let required = (0..<count).map { needs[$0] + Self.gap + leads[$0 + 1] }
    let frame = Double(max(1, diagram.timeScale.frame.nanoseconds))
    let times = diagram.columns.map { Double($0.time.nanoseconds) / frame }
    let spans = (0..<count).map { max(times[$0 + 1] - times[$0], 1e-6) }
    let total = spans.reduce(0, +)
    let compact = required.reduce(0) { $0 + max($1, Self.medianGap) }
    let ends = leads[0] + needs[count]
    let wanted = max((diagram.measuresTime ? 1.5 : 1) * compact, usual - ends)
    var perFrame = zip(required, spans).map { $0 / $1 }.max() ?? 0
    if perFrame * total <= min(wanted, room - ends) {
      let roomy = 56 / (spans.min() ?? 1)
      if roomy * total < min(wanted, room - ends) { perFrame = max(perFrame, roomy) }
      gaps = spans.map { $0 * perFrame }
      return
    }
    isLinear = false
    perFrame = Self.medianGap / spans.sorted()[count / 2]
    isCut = spans.map { $0 * perFrame > 225 }
    gaps = (0..<count).map { index in
      guard isCut[index] else {
        return max(required[index], min(spans[index] * perFrame, Self.largestGap))
      }
      return max(required[index] + cutLabel(index, diagram), Self.largestGap)
    }
    squeeze(least, diagram, to: usual - ends)
  }

  /// The width of the label of a gap in which time was cut out.
  private func cutLabel(_ index: Int, _ diagram: Diagram) -> Double {
    let span = diagram.columns[index + 1].time - diagram.columns[index].time
    return SVGText.small("+" + diagram.timeScale.label(of: span)) + 24
  }

  /// Makes the gaps narrower until the picture has its usual width, or as narrow as they can be.
  private mutating func squeeze(
    _ least: [Double], _ diagram: Diagram, to usual: Double
  ) {
    let least = least.indices.map { index in
      least[index] + (isCut[index] ? cutLabel(index, diagram) : 0)
    }
    let (natural, smallest) = (gaps.reduce(0, +), least.reduce(0, +))
    guard natural > usual else { return }
    let share = max(0, (usual - smallest) / (natural - smallest))
    gaps = zip(least, gaps).map { $0 + ($1 - $0) * share }
  }
}

extension Diagram {
  /// Whether a stage holds elements over time (delay, debounce): then the length of time is part
  /// of the message.
  fileprivate var measuresTime: Bool {
    strips.contains { strip in
      guard case .band(.memory, _, _) = rows[strip.row].kind, strip.kind == .held else {
        return false
      }
      return strip.start?.column != strip.end?.column
    }
  }
}
