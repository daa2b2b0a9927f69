import Marbles

extension ExpectationFailure.Comparison {
  /// The first difference in words; nil if there is none.
  func firstDifference(frame: VirtualDuration) -> String? {
    for index in 0..<max(expected.count, recorded.count) {
      let wanted = index < expected.count ? expected[index] : nil
      let found = index < recorded.count ? recorded[index] : nil
      if wanted == found { continue }
      return Self.words(wanted, found, frame)
    }
    return nil
  }

  private static func words(
    _ wanted: TimedNotification?, _ found: TimedNotification?, _ frame: VirtualDuration
  ) -> String {
    switch (wanted, found) {
    case (let wanted?, let found?) where wanted.time == found.time:
      "at \(place(wanted.time, frame)) expected \(wanted.words), recorded \(found.words)"
    case (let wanted?, let found?) where wanted.kind == found.kind:
      "expected \(wanted.words) at \(place(wanted.time, frame)), "
        + "recorded it at \(place(found.time, frame))"
    case (let wanted?, let found?) where found.time < wanted.time:
      "at \(place(found.time, frame)) expected nothing, recorded \(found.words)"
    case (let wanted?, _):
      "at \(place(wanted.time, frame)) expected \(wanted.words), recorded nothing"
    case (nil, let found?):
      "at \(place(found.time, frame)) expected nothing, recorded \(found.words)"
    case (nil, nil): ""
    }
  }

  private static func place(_ time: VirtualTime, _ frame: VirtualDuration) -> String {
    let (number, rest) = time.nanoseconds.quotientAndRemainder(
      dividingBy: max(frame.nanoseconds, 1))
    return rest == 0 ? String(number) : (time - .zero).text
  }

  /// Both rows, one over the other, with a caret under the first difference.
  ///
  /// Every time at which something happens is a column, as wide as what happens in it.
  func rows(frame: VirtualDuration) -> [String] {
    let times = Set((expected + recorded).map(\.time)).sorted()
    let labels = ["frame", "expected", "recorded", ""]
    let indent = (labels.map(\.count).max() ?? 0) + 2
    var rows = labels.map { $0 + String(repeating: " ", count: indent - $0.count) }
    var isMarked = false
    var previous = VirtualTime.zero + .nanoseconds(-1)
    for time in times {
      let cells = [
        Self.place(time, frame), Self.cell(expected, time), Self.cell(recorded, time),
      ]
      let gap = (time - previous).nanoseconds > frame.nanoseconds ? "-" : ""
      let width = (cells.map { TextWidth.cells($0) }.max() ?? 0) + 1
      for (index, cell) in cells.enumerated() {
        let filler = index == 0 ? " " : "-"
        let lead = index == 0 ? String(repeating: " ", count: gap.count) : gap
        let rest = String(repeating: filler, count: width - TextWidth.cells(cell))
        rows[index] += lead + cell + rest
      }
      let differs = !isMarked && cells[1] != cells[2]
      rows[3] += String(repeating: " ", count: gap.count) + (differs ? "^" : " ")
      rows[3] += String(repeating: " ", count: width - 1)
      isMarked = isMarked || differs
      previous = time
    }
    return rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
  }

  private static func cell(_ all: [TimedNotification], _ time: VirtualTime) -> String {
    let marks = all.filter { $0.time == time }.map(\.mark)
    return marks.count > 1 ? "(" + marks.joined(separator: " ") + ")" : marks.first ?? "-"
  }
}

extension TimedNotification {
  fileprivate var words: String {
    switch kind {
    case .value(let text): "'\(TextWidth.visible(text))'"
    case .finished: "the end"
    case .failed(let text): "the failure '\(TextWidth.visible(text))'"
    }
  }

  fileprivate var mark: String {
    switch kind {
    case .value(let text): TextWidth.visible(text)
    case .finished: "|"
    case .failed: "#"
    }
  }
}
