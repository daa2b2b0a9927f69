/// The times of a ruler, all in one unit: `0.9s 1s 1.2s` instead of `900ms 1s 1200ms`.
struct RulerLabels {
  private static let units: [(suffix: String, nanoseconds: Int64)] = [
    ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]

  /// The labels of the columns, in order.
  static func labels(of columns: [Diagram.Column], scale: Recording.TimeScale) -> [String] {
    let times = columns.map(\.time.nanoseconds)
    let frame = scale.frame.nanoseconds
    let isInFrames = !scale.showsDurations && frame > 0
    if isInFrames, times.allSatisfy({ $0 % frame == 0 }) { return columns.map(\.label) }
    if isInFrames, let labels = labels(times, in: frame, "") { return labels }
    let longest = times.map(\.magnitude).max() ?? 0
    for unit in units where longest >= unit.nanoseconds.magnitude {
      if let labels = labels(times, in: unit.nanoseconds, unit.suffix) { return labels }
    }
    return columns.map(\.label)
  }

  /// The times as multiples of a unit; `nil` if one of them needs too many digits.
  private static func labels(_ times: [Int64], in unit: Int64, _ suffix: String) -> [String]? {
    var labels: [String] = []
    for time in times {
      guard let text = Recording.TimeScale.decimal(time, in: unit) else { return nil }
      labels.append(text + suffix)
    }
    return labels
  }
}
