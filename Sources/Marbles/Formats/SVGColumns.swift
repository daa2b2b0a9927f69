/// The positions of columns and slots from left to right, and the breaks into stretches.
struct SVGColumns {
  /// A part of the time: columns side by side, before the picture continues below.
  struct Stretch {
    var columns: Range<Int>
    /// The right edge of its rows.
    var right: Double
    /// By panel, where its program stopped, if it did here.
    var stops: [Int: Double] = [:]
  }

  let gutter: Double
  /// The left edge of the rows.
  let left: Double
  let isLinear: Bool
  private(set) var stretches: [Stretch] = []
  private(set) var stretchOfColumn: [Int] = []
  /// The stem of the first slot, the distance from the left end to it, and the width.
  private var x: [Double]
  private let lead: [Double]
  private let width: [Double]
  private let isCut: [Bool]
  /// For each column, where its slots start in `offsets`; offsets are from the column's left end.
  private let firstSlot: [Int]
  private let offsets: [Double]

  static let margin = 24.0
  private static let gap = 22.0
  /// Before the first and behind the last column.
  private static let padding = 26.0
  /// Between the labels and the rows.
  private static let space = 14.0

  /// - Parameter labels: the width of the labels of the rows.
  init(_ diagram: Diagram, labels: Double, limit: Double) {
    let slots = SVGSlots(diagram)
    (firstSlot, offsets) = (slots.firstSlot, slots.offsets)
    (lead, width) = (slots.lead, slots.width)
    let around =
      max(labels, SVGGutter.least) + 2 * Self.margin + 2 * Self.padding
    let scale = SVGScale(
      diagram, needs: zip(slots.width, slots.lead).map { $0 - $1 }, leads: slots.lead,
      gap: Self.gap, usual: SVGScale.usualWidth - around, room: limit - around)
    isLinear = scale.isLinear
    gutter = max(labels, SVGGutter.least)
    left = Self.margin + gutter + Self.space
    isCut = scale.isCut
    x = Array(repeating: 0, count: diagram.columns.count)
    arrange(scale.gaps, limit: limit)
    for stop in diagram.stops {
      stretches[stretchOfColumn[stop.at.column]].stops[stop.panel] = stem(stop.at)
    }
  }

  /// Breaks the columns into as few stretches as the limit allows, all as wide as the narrowest
  /// limit that needs no more of them.
  private mutating func arrange(_ gaps: [Double], limit: Double) {
    let first = Self.margin + gutter + Self.padding
    guard !x.isEmpty else {
      stretches = [Stretch(columns: 0..<0, right: first + 200)]
      return
    }
    var starts = starts(gaps, first: first, limit: limit)
    var (low, high) = (first, limit)
    while starts.count > 1, high - low > 8 {
      let middle = (low + high) / 2
      let narrower = self.starts(gaps, first: first, limit: middle)
      if narrower.count > starts.count { low = middle } else { (high, starts) = (middle, narrower) }
    }
    // The first columns of all stretches are below each other.
    let lead = starts.map { self.lead[$0] }.max() ?? 0
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : x.count
      x[start] = first + lead
      for column in start..<end where column > start {
        x[column] = x[column - 1] + gaps[column - 1]
      }
      close(start..<end)
    }
  }

  /// The first columns of the stretches if none may be wider than `limit`.
  private func starts(_ gaps: [Double], first: Double, limit: Double) -> [Int] {
    var starts = [0]
    var x = first + lead[0]
    for column in self.x.indices.dropFirst() {
      x += gaps[column - 1]
      if x - lead[column] + width[column] + Self.padding + Self.margin > limit {
        starts.append(column)
        x = first + lead[column]
      }
    }
    return starts
  }

  private mutating func close(_ columns: Range<Int>) {
    stretches.append(
      Stretch(columns: columns, right: right(of: columns.upperBound - 1) + Self.padding))
    stretchOfColumn += Array(repeating: stretches.count - 1, count: columns.count)
  }

  /// Makes all stretches at least this wide.
  mutating func widen(_ stretch: Int, to right: Double) {
    stretches[stretch].right = max(stretches[stretch].right, right)
  }

  /// The vertical line of a slot.
  func stem(_ at: Diagram.Position) -> Double {
    x[at.column] - lead[at.column] + offsets[firstSlot[at.column] + at.slot]
  }

  /// The x of an arrow: the stem, or the left part of a split mark.
  func x(of arrow: Diagram.Arrow, in diagram: Diagram) -> Double {
    guard arrow.isAtReadPart, case .mark(_, let glyph) = arrow.to else { return stem(arrow.at) }
    return stem(arrow.at) + SVGMark.readPart(of: diagram.glyphs[glyph])
  }

  /// The arrow as it can be drawn: beside a strip that has only just begun, it starts at the band.
  func reaching(_ arrow: Diagram.Arrow, in diagram: Diagram) -> Diagram.Arrow {
    guard arrow.isAtReadPart, case .strip(let strip) = arrow.from,
      let start = diagram.strips[strip].start,
      stretchOfColumn[start.column] == stretchOfColumn[arrow.at.column],
      x(of: arrow, in: diagram) < stem(start) - 5
    else { return arrow }
    var arrow = arrow
    arrow.from = .band(row: diagram.strips[strip].row)
    return arrow
  }

  /// The right end of a slot: halfway to the next one, or to the end of its instant.
  func end(of at: Diagram.Position) -> Double {
    let next = Diagram.Position(column: at.column, slot: at.slot + 1)
    let last = firstSlot[at.column] + at.slot + 1
    let isLast =
      last >= (at.column + 1 < firstSlot.count ? firstSlot[at.column + 1] : offsets.count)
    return isLast ? right(of: at.column) + 5 : (stem(at) + stem(next)) / 2
  }

  func left(of column: Int) -> Double { x[column] - lead[column] }
  func right(of column: Int) -> Double { x[column] - lead[column] + width[column] }
  func middle(of column: Int) -> Double { (left(of: column) + right(of: column)) / 2 }

  var hasCuts: Bool { stretches.contains { !cuts(in: $0).isEmpty } }

  /// The middles of the gaps of a stretch in which time was cut out, with the columns before them.
  func cuts(in stretch: Stretch) -> [(column: Int, x: Double)] {
    stretch.columns.dropLast().filter { isCut[$0] }.map {
      ($0, (right(of: $0) + left(of: $0 + 1)) / 2)
    }
  }

  /// The stretches over which something extends.
  func stretches(from start: Diagram.Position?, to end: Diagram.Position?) -> ClosedRange<Int> {
    let first = start.map { stretchOfColumn[$0.column] } ?? 0
    let last = end.map { stretchOfColumn[$0.column] } ?? stretches.count - 1
    return first...max(first, last)
  }
}

/// The width that each slot needs to the left and to the right of its stem.
private struct SVGSlots {
  var firstSlot: [Int] = []
  var offsets: [Double] = []
  var lead: [Double] = []
  var width: [Double] = []
  private var before: [Double]
  private var after: [Double]

  init(_ diagram: Diagram) {
    var count = 0
    for column in diagram.columns {
      firstSlot.append(count)
      count += column.slots
    }
    before = Array(repeating: 9, count: count)
    after = before
    for glyph in diagram.glyphs {
      let extent = SVGMark.extent(of: glyph, diagram.timeScale)
      widen(glyph.at, extent.before, extent.after)
    }
    for strip in diagram.strips {
      if let start = strip.start { widen(start, 10, 10) }
    }
    for (index, column) in diagram.columns.enumerated() { place(column, index) }
  }

  private mutating func widen(_ at: Diagram.Position, _ left: Double, _ right: Double) {
    let slot = firstSlot[at.column] + at.slot
    before[slot] = max(before[slot], left)
    after[slot] = max(after[slot], right)
  }

  private mutating func place(_ column: Diagram.Column, _ index: Int) {
    let slots = firstSlot[index]..<firstSlot[index] + column.slots
    // Figures of the ruler may use the gap between columns.
    let figure = Double(TextWidth.cells(column.label)) * 6.7 - 8
    if column.slots == 1 {
      before[slots.lowerBound] = max(before[slots.lowerBound], figure / 2)
      after[slots.lowerBound] = max(after[slots.lowerBound], figure / 2)
    }
    var x = 0.0
    for slot in slots {
      offsets.append(x + before[slot])
      x += before[slot] + after[slot] + 10
    }
    lead.append(before[slots.lowerBound])
    width.append(max(x - 10, figure))
  }
}

/// The distances between columns: proportional to time where time is the message and there is
/// room, otherwise as narrow as the marks allow.
private struct SVGScale {
  /// The width of a picture up to which time is drawn to scale wherever the marks have room.
  static let usualWidth = 830.0
  private static let largestGap = 110.0
  private static let medianGap = 48.0

  var isLinear = true
  var gaps: [Double] = []
  var isCut: [Bool]

  /// `needs` is the width that a column takes to the right of its first stem, `leads` to the left
  /// of it; `usual` and `room` are the widths of a usual plot and of the largest one.
  init(
    _ diagram: Diagram, needs: [Double], leads: [Double], gap: Double, usual: Double, room: Double
  ) {
    let count = max(0, diagram.columns.count - 1)
    isCut = Array(repeating: false, count: count)
    guard count > 0 else { return }
    let required = (0..<count).map { needs[$0] + gap + leads[$0 + 1] }
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
      let span = diagram.columns[index + 1].time - diagram.columns[index].time
      let label = SVGText.small("+" + diagram.timeScale.label(of: span)) + 24
      return max(required[index] + label, Self.largestGap)
    }
    squeeze(required, diagram, to: usual - ends, room: room - ends)
  }

  /// The reduced distances of columns and of tinted instants.
  private static let mostSqueezed = (columns: 10.0, instants: 5.0)

  /// Makes the gaps narrower until the picture has its usual width, if it can be drawn in one
  /// stretch then.
  private mutating func squeeze(
    _ required: [Double], _ diagram: Diagram, to usual: Double, room: Double
  ) {
    let least = zip(required, gaps).enumerated().map { index, gap in
      if isCut[index] { return gap.1 }
      let isTinted = diagram.columns[index...index + 1].contains { $0.slots > 1 }
      return gap.0 - (isTinted ? Self.mostSqueezed.instants : Self.mostSqueezed.columns)
    }
    let (natural, smallest) = (gaps.reduce(0, +), least.reduce(0, +))
    guard natural > usual, smallest <= room else { return }
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
