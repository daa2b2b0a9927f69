import Marbles
import MarblesScript

/// Two rows of events, one above the other, with a caret under the first difference.
///
/// Each instant is a column as wide as its widest mark. Several marks of an instant are in
/// parentheses, in order.
struct RowComparison {
  struct Entry: Hashable {
    let time: VirtualTime
    let text: String
    /// Whether it is the last event of its row.
    var isEnd = false
  }

  private let expected: [Entry]
  private let recorded: [Entry]
  private let frame: VirtualDuration

  init(expected: [Entry], recorded: [Entry], frame: VirtualDuration) {
    self.expected = expected
    self.recorded = recorded
    self.frame = frame
  }

  /// Three lines: both rows after their headings, and the caret.
  func lines(headings: (String, String)) -> [String] {
    let width = max(TextWidth.cells(headings.0), TextWidth.cells(headings.1)) + 2
    let columns = columns
    let rows = [expected, recorded].map { row in columns.map { cell(row, at: $0) } }
    let widths = columns.indices.map { index in
      max(1, rows.map { TextWidth.cells($0[index]) }.max() ?? 1)
    }
    var lines = zip([headings.0, headings.1], zip(rows, [expected, recorded])).map {
      heading, row in
      (heading + ":").padded(to: width) + line(row.0, row.1, columns, widths)
    }
    // Compares marks, not their texts: the value `|` has the same text as a completion.
    let first = columns.indices.first { index in
      marks(expected, at: columns[index]) != marks(recorded, at: columns[index])
    }
    if let first {
      let before = widths[..<first].reduce(width, +) + separators(columns, upTo: first)
      let length = max(1, widths[first])
      lines.append(
        String(repeating: " ", count: before) + "^" + String(repeating: "~", count: length - 1))
    }
    return lines
  }

  // MARK: Columns

  private static let mostFrames = 80

  /// The instants of the columns: all frames if they are few, else those with events.
  private var columns: [VirtualTime] {
    let times = Set((expected + recorded).map(\.time))
    let last = times.max() ?? .zero
    let length = frame.nanoseconds
    let onFrames = length > 0 && times.allSatisfy { $0.nanoseconds % length == 0 }
    guard onFrames, last.nanoseconds / length <= Self.mostFrames, last >= .zero else {
      return times.sorted()
    }
    return (0...(last.nanoseconds / length)).map { VirtualTime(nanoseconds: $0 * length) }
  }

  /// The number of dashes between columns that are not neighbors in time.
  private func separators(_ columns: [VirtualTime], upTo index: Int) -> Int {
    guard index > 0 else { return 0 }
    return (1...index).count { hasGap(columns, before: $0) }
  }

  private func hasGap(_ columns: [VirtualTime], before index: Int) -> Bool {
    index > 0 && columns[index] - columns[index - 1] != frame
  }

  private func marks(_ row: [Entry], at time: VirtualTime) -> [Entry] {
    row.filter { $0.time == time }
  }

  private func cell(_ row: [Entry], at time: VirtualTime) -> String {
    let texts = marks(row, at: time).map(\.text)
    return texts.count > 1 ? "(\(texts.joined(separator: "-")))" : texts.first ?? ""
  }

  private func line(
    _ cells: [String], _ row: [Entry], _ columns: [VirtualTime], _ widths: [Int]
  ) -> String {
    let end = row.last(where: \.isEnd)?.time ?? .distantFuture
    var line = ""
    for index in columns.indices {
      let filler = columns[index] > end ? " " : "-"
      if hasGap(columns, before: index) { line += filler }
      let rest = widths[index] - TextWidth.cells(cells[index])
      let after = columns[index] == end ? " " : filler
      line += cells[index] + String(repeating: cells[index].isEmpty ? filler : after, count: rest)
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}

extension RowComparison.Entry {
  init(_ notification: TimedNotification) {
    switch notification.kind {
    case .value(let text):
      self.init(time: notification.time, text: text.isEmpty ? "\"\"" : shown(text))
    case .finished: self.init(time: notification.time, text: "|", isEnd: true)
    case .failed(let text): self.init(time: notification.time, text: "#\(shown(text))", isEnd: true)
    }
  }
}
