/// The distances between columns: proportional to time where time is the message and there is
/// room, otherwise as narrow as the marks allow.
struct SVGScale {
  /// The least distance of two columns, without their own widths, where there is room.
  static let gap = 22.0
  private static let largestGap = 110.0
  private static let medianGap = 48.0

  var isLinear = true
  var gaps: [Double] = []
  var isCut: [Bool]

  /// - Parameters:
  ///   - needs: the width of each column to the right of its first stem.
  ///   - leads: the width of each column to the left of its first stem.
  ///   - least: the least distance of the first stems of each two columns.
  ///   - usual: the width of a usual plot.
  ///   - room: the width of the largest plot.
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
