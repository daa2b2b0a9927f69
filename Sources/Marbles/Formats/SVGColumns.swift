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

  let density: SVGDensity
  private(set) var gutter: Double
  /// The left edge of the rows.
  private(set) var left: Double
  let isLinear: Bool
  private(set) var stretches: [Stretch] = []
  private(set) var stretchOfColumn: [Int] = []
  /// The stem of the first slot, the distance from the left end to it, and the width.
  private var x: [Double]
  private let lead: [Double]
  private let widths: [Double]
  private let isCut: [Bool]
  /// For each column, where its slots start in `offsets`; offsets are from the column's left end.
  private let firstSlot: [Int]
  private let offsets: [Double]

  static let margin = 24.0
  /// The width of a page's column. Pictures up to this width need no scaling there.
  static let usualWidth = 830.0
  /// Before the first and behind the last column.
  private let padding: Double

  /// The largest number of columns with which a roomy picture can have the usual width.
  private static let mostRoomy = Int(usualWidth / SVGScale.gap)

  init(_ diagram: Diagram, limit: Double) {
    self = Self.narrowEnough(diagram, limit: limit)
    widenGutter(diagram)
  }

  /// Of the densities, the first with which the picture has its usual width, otherwise the one that
  /// saves the most room.
  private static func narrowEnough(_ diagram: Diagram, limit: Double) -> SVGColumns {
    if diagram.columns.count <= mostRoomy {
      let roomy = SVGColumns(diagram, .roomy, SVGSlots(diagram, .roomy), limit: limit)
      if roomy.isUsual { return roomy }
    }
    // The slots of the tightest pictures are the same: only their labels are narrower.
    let slots = SVGSlots(diagram, .tight)
    let tight = SVGColumns(diagram, .tight, slots, limit: limit)
    if tight.isUsual { return tight }
    let tightest = SVGColumns(diagram, .tightest, slots, limit: limit)
    let count = tight.stretches.count
    let isNarrower = count == 1 && tightest.width < tight.width - 20
    return tightest.stretches.count < count || isNarrower ? tightest : tight
  }

  private init(_ diagram: Diagram, _ density: SVGDensity, _ slots: SVGSlots, limit: Double) {
    (firstSlot, offsets) = (slots.firstSlot, slots.offsets)
    (lead, widths) = (slots.lead, slots.width)
    self.density = density
    padding = density.padding
    gutter = SVGGutter.width(diagram, density)
    left = Self.margin + gutter + density.space
    let around = Self.margin + gutter + 2 * padding + Self.margin
    let scale = SVGScale(
      diagram, needs: zip(slots.width, slots.lead).map { $0 - $1 }, leads: slots.lead,
      least: slots.least, usual: Self.usualWidth - around, room: limit - around)
    isLinear = scale.isLinear
    isCut = scale.isCut
    x = Array(repeating: 0, count: diagram.columns.count)
    arrange(scale.gaps, limit: limit)
    for stop in diagram.stops {
      stretches[stretchOfColumn[stop.at.column]].stops[stop.panel] = stem(stop.at)
    }
  }

  /// Whether it needs no scaling in the column of a page.
  private var isUsual: Bool { stretches.count == 1 && width <= Self.usualWidth }

  /// The width of the picture without its texts.
  private var width: Double { (stretches.map(\.right).max() ?? 0) + Self.margin }

  /// Makes the labels complete as far as the picture stays within its usual width.
  private mutating func widenGutter(_ diagram: Diagram) {
    let isDense = SVGRows.isDense(diagram.rows.count, stretches: stretches.count)
    let missing = SVGGutter.complete(diagram, lines: isDense ? 1 : 2) - gutter
    let more = min(missing, Self.usualWidth - width)
    guard more > 0 else { return }
    gutter += more
    left += more
    for column in x.indices { x[column] += more }
    for index in stretches.indices {
      stretches[index].right += more
      stretches[index].stops = stretches[index].stops.mapValues { $0 + more }
    }
  }

  /// Breaks the columns into as few stretches as the limit allows, all as wide as the narrowest
  /// limit that needs no more of them.
  private mutating func arrange(_ gaps: [Double], limit: Double) {
    let first = Self.margin + gutter + padding
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
    // The first columns of all stretches are below each other, if there is room for that.
    let most = starts.map { self.lead[$0] }.max() ?? 0
    let ends = starts.dropFirst() + [x.count]
    let isAligned = zip(starts, ends).allSatisfy { start, end in
      let length = gaps[start..<end - 1].reduce(0, +) - self.lead[end - 1] + widths[end - 1]
      return first + most + length + padding + Self.margin <= limit
    }
    for (start, end) in zip(starts, ends) {
      x[start] = first + (isAligned ? most : lead[start])
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
      if x - lead[column] + widths[column] + padding + Self.margin > limit {
        starts.append(column)
        x = first + lead[column]
      }
    }
    return starts
  }

  private mutating func close(_ columns: Range<Int>) {
    stretches.append(
      Stretch(columns: columns, right: right(of: columns.upperBound - 1) + padding))
    stretchOfColumn += Array(repeating: stretches.count - 1, count: columns.count)
  }

  /// Makes all stretches at least this wide.
  mutating func widen(_ stretch: Int, to right: Double) {
    stretches[stretch].right = max(stretches[stretch].right, right)
  }

  /// The number of slots in the picture.
  var slotCount: Int { offsets.count }

  /// The number of a slot in the picture.
  func slot(_ at: Diagram.Position) -> Int { firstSlot[at.column] + at.slot }

  /// The vertical line of a slot.
  func stem(_ at: Diagram.Position) -> Double {
    x[at.column] - lead[at.column] + offsets[slot(at)]
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
  func right(of column: Int) -> Double { x[column] - lead[column] + widths[column] }
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
