extension MarbleString {
  /// The reason for which no RxJS string has the given meaning.
  public enum PrintError: Error, Hashable, Sendable {
    /// The group at `frame` lasts until `free`, and the next mark is earlier.
    case hiddenByGroup(frame: Int, next: Int, free: Int)
    /// A value of more or less than one character.
    case notOneCharacter(String)
    /// A mark of a subscription among notifications.
    case notANotification(Mark)
    /// An event before the previous one.
    case notInOrder(frame: Int)
    /// An event so late that the string would be too long.
    case tooLong(frame: Int)
    /// The string has another meaning when it is read: `1s` alone is a duration.
    case readsDifferently(String)
  }

  /// Creates the RxJS string with the given meaning: a hot one, with a `^`, if a frame is negative.
  ///
  ///     try MarbleString(printing: [(0, .value("a")), (3, .finished)]).text   // a--|
  ///
  /// The marks are values, completions and failures in order.
  ///
  /// - Complexity: O(n) in the number of marks.
  public init(
    printing marks: [(frame: Int, mark: Mark)], frameLength: VirtualDuration = .frame
  ) throws(PrintError) {
    var printer = MarblePrinter(frameLength: frameLength)
    try printer.print(marks)
    self.init(printer.text, frameLength: frameLength)
    let isHot = marks.contains { $0.frame < 0 }
    let read = notifications(hot: isHot).value
    guard read.elementsEqual(marks, by: { $0.frame == $1.frame && $0.mark == $1.mark }) else {
      throw .readsDifferently(text)
    }
  }

  /// Creates the string of a subscription: `--^--!`; `nil` if it ends before it begins.
  public init?(
    printing subscribed: Int, unsubscribed: Int?, frameLength: VirtualDuration = .frame
  ) {
    guard subscribed >= 0, unsubscribed.map({ $0 >= subscribed }) ?? true else { return nil }
    var printer = MarblePrinter(frameLength: frameLength)
    guard (try? printer.pass(until: subscribed)) != nil else { return nil }
    if unsubscribed == subscribed {
      printer.write("(^!)", frames: 4)
    } else {
      printer.write("^", frames: 1)
      if let unsubscribed {
        guard (try? printer.pass(until: unsubscribed)) != nil else { return nil }
        printer.write("!", frames: 0)
      }
    }
    self.init(printer.text, frameLength: frameLength)
  }
}

extension MarbleString.PrintError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .hiddenByGroup(let frame, let next, let free):
      "no row can say it: the group at \(frame) is written as far as \(free), and hides \(next)"
    case .notOneCharacter(let value):
      "no row can say it: '\(value)' is no single character that may stand for a value"
    case .notANotification: "no row can say it: only values and ends are notifications"
    case .notInOrder(let frame): "the marks are not in order of time at frame \(frame)"
    case .tooLong(let frame): "no row is long enough to reach frame \(frame)"
    case .readsDifferently(let text): "no row can say it: '\(text)' means something else"
    }
  }
}

/// Writes an RxJS string from left to right.
private struct MarblePrinter {
  /// The longest gap, in frames, that is not written as a duration.
  private static let longestDashes = 20
  private static let syntax: Set<Character> = ["-", "|", "#", "(", ")", "^", "!"]

  let frameLength: VirtualDuration
  private(set) var text = ""
  /// The frame of the next character, relative to frame 0.
  private var frame = 0

  init(frameLength: VirtualDuration) { self.frameLength = max(frameLength, .nanoseconds(1)) }

  mutating func print(
    _ marks: [(frame: Int, mark: MarbleString.Mark)]
  ) throws(MarbleString.PrintError) {
    let first = marks.first?.frame ?? 0
    frame = min(first, 0)
    var zeroIsMissing = first < 0
    var index = marks.startIndex
    while index < marks.endIndex {
      let here = marks[index].frame
      if zeroIsMissing, here > 0 {
        try write([], at: 0, zero: true)
        zeroIsMissing = false
      }
      let end = marks[index...].firstIndex { $0.frame != here } ?? marks.endIndex
      try write(marks[index..<end].map(\.mark), at: here, zero: zeroIsMissing && here == 0)
      if here == 0 { zeroIsMissing = false }
      if end < marks.endIndex, marks[end].frame < here { throw .notInOrder(frame: here) }
      index = end
    }
    if zeroIsMissing { try write([], at: 0, zero: true) }
  }

  private mutating func write(
    _ marks: [MarbleString.Mark], at start: Int, zero: Bool
  ) throws(MarbleString.PrintError) {
    guard start >= frame else {
      throw .hiddenByGroup(frame: groupStart, next: start, free: frame)
    }
    var characters: [Character] = zero ? ["^"] : []
    for mark in marks { characters.append(try Self.character(for: mark)) }
    try pass(until: start, before: characters.count == 1 ? characters.first : nil)
    groupStart = start
    if characters.count == 1 {
      write(String(characters), frames: 1)
    } else {
      write("(\(String(characters)))", frames: characters.count + 2)
    }
  }

  private var groupStart = 0

  private static func character(
    for mark: MarbleString.Mark
  ) throws(MarbleString.PrintError) -> Character {
    switch mark {
    case .finished: return "|"
    case .failed: return "#"
    case .value(let value):
      guard value.count == 1, let character = value.first, !syntax.contains(character),
        !character.isWhitespace
      else { throw .notOneCharacter(value) }
      return character
    case .subscribe, .cancel, .request, .delayNext: throw .notANotification(mark)
    }
  }

  mutating func write(_ characters: String, frames: Int) {
    text += characters
    frame = frame.addingReportingOverflow(frames).partialValue
  }

  /// Fills the frames up to `end`. A value that can be read as part of a duration gets no space beside it.
  mutating func pass(
    until end: Int, before next: Character? = nil
  ) throws(MarbleString.PrintError) {
    let (count, overflow) = end.subtractingReportingOverflow(frame)
    guard !overflow, end < .max - 4 else { throw .tooLong(frame: end) }
    guard count > Self.longestDashes else {
      write(String(repeating: "-", count: max(0, count)), frames: max(0, count))
      return
    }
    let before = text.last.map { "msh".contains($0) } ?? false
    let after = next?.isASCIIDigit ?? false
    let frames = count - (before ? 1 : 0) - (after ? 1 : 0)
    let (length, tooLong) = frameLength.nanoseconds.multipliedReportingOverflow(by: Int64(frames))
    if tooLong { throw .tooLong(frame: end) }
    let duration = VirtualDuration.nanoseconds(length).marbleText
    let space = text.isEmpty && !before ? "" : " "
    write((before ? "-" : "") + space + duration + " " + (after ? "-" : ""), frames: count)
  }
}

extension VirtualDuration {
  /// The duration in RxJS notation: in the largest of `m`, `s` and `ms` in which it is a whole number,
  /// otherwise in milliseconds with a fraction.
  package var marbleText: String {
    for (unit, length) in [("m", 60_000_000_000 as Int64), ("s", 1_000_000_000)]
    where nanoseconds != 0 && nanoseconds % length == 0 {
      return "\(nanoseconds / length)\(unit)"
    }
    return decimalText(nanoseconds, over: 1_000_000) + "ms"
  }
}

/// A fraction as a decimal number with up to six digits after the point.
func decimalText(_ numerator: Int64, over denominator: Int64) -> String {
  let (whole, remainder) = numerator.magnitude.quotientAndRemainder(
    dividingBy: denominator.magnitude)
  var digits = ""
  var rest = remainder
  while rest != 0, digits.count < 6 {
    let (high, low) = rest.multipliedFullWidth(by: 10)
    let (digit, next) = denominator.magnitude.dividingFullWidth((high, low))
    digits += "\(digit)"
    rest = next
  }
  while digits.last == "0" { digits.removeLast() }
  let sign = (numerator < 0) != (denominator < 0) && (whole != 0 || !digits.isEmpty) ? "-" : ""
  return sign + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
}
