/// The state of reading a marble string: its characters, the time, the events and the problems.
struct MarbleScanner {
  /// The maximum length in bytes of UTF-8, which limits the memory.
  static let longestText = 1_000_000

  let characters: [Character]
  let string: MarbleString
  /// The index of the next character.
  var position = 0
  /// The time since the start of the string, in nanoseconds.
  private(set) var time: Int64 = 0
  private(set) var problems: [MarbleString.Problem] = []
  private(set) var events: [MarbleString.Event] = []

  /// The offset before which no digits begin a duration.
  private var inspected = 0
  private var end: (mark: Character, reported: Int?)?
  private var timeRanOut = false

  init(_ string: MarbleString) {
    self.string = string
    let isTooLong = string.text.utf8.count > Self.longestText
    characters = isTooLong ? [] : Array(string.text)
    if isTooLong { report(.textTooLong(limit: Self.longestText), at: 0..<0) }
  }

  var current: Character? { position < characters.count ? characters[position] : nil }

  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  // MARK: Time

  mutating func pass(characters count: Int) {
    let (frames, overflow) = Int64(count).multipliedReportingOverflow(
      by: Int64(string.framesPerCharacter))
    let (length, tooLong) = string.frameLength.nanoseconds.multipliedReportingOverflow(by: frames)
    pass(overflow || tooLong ? nil : length)
  }

  mutating func pass(_ duration: VirtualDuration) { pass(duration.nanoseconds) }

  private mutating func pass(_ nanoseconds: Int64?) {
    let sum = nanoseconds.map { time.addingReportingOverflow($0) }
    if let sum, !sum.overflow {
      time = sum.partialValue
    } else {
      time = .max
      guard !timeRanOut else { return }
      timeRanOut = true
      report(.timeTooLong, at: position..<min(position + 1, characters.count))
    }
  }

  // MARK: Results

  mutating func report(
    _ kind: MarbleString.Problem.Kind, isError: Bool = true, at range: Range<Int>
  ) {
    problems.append(MarbleString.Problem(kind, isError: isError, range: range))
  }

  mutating func warn(_ kind: MarbleString.Problem.Kind, at range: Range<Int>) {
    report(kind, isError: false, at: range)
  }

  /// Adds an event at `time`, and reports it if it is after the end.
  mutating func emit(_ mark: MarbleString.Mark, at time: Int64, range: Range<Int>) {
    events.append(string.event(mark, at: time, range: range))
    switch mark {
    case .value, .finished, .failed: checkEnd(mark, range: range)
    case .subscribe, .cancel, .request, .delayNext: break
    }
  }

  private mutating func checkEnd(_ mark: MarbleString.Mark, range: Range<Int>) {
    if let (ending, reported) = end {
      if let reported {
        problems[reported].range = problems[reported].range.lowerBound..<range.upperBound
      } else {
        end = (ending, problems.count)
        warn(.eventsAfterEnd(ending), at: range)
      }
    } else if mark == .finished || mark == .failed {
      end = (characters[range.lowerBound], nil)
    }
  }

  /// The events relative to `zero`, and the problems in the order of the text.
  func result(zero: Int64 = 0) -> MarbleString.Reading<[MarbleString.Event]> {
    let shifted =
      zero == 0
      ? events
      : events.map { string.event($0.mark, at: $0.time.nanoseconds - zero, range: $0.range) }
    return MarbleString.Reading(value: shifted, problems: sortedProblems)
  }

  var sortedProblems: [MarbleString.Problem] {
    problems.enumerated().sorted {
      let (a, b) = ($0.element.range.lowerBound, $1.element.range.lowerBound)
      return a != b ? a < b : $0.offset < $1.offset
    }.map(\.element)
  }

  // MARK: Durations

  /// The characters at `position` that look like a duration; `nil` if they were examined before.
  mutating func durationShape() -> DurationShape? {
    guard position >= inspected, let shape = DurationShape(in: characters, at: position) else {
      return nil
    }
    inspected = shape.range.upperBound
    return shape.unit.isEmpty ? nil : shape
  }

  /// Advances the time by a duration.
  mutating func pass(_ shape: DurationShape) {
    let text = text(shape.range)
    guard let (duration, exact) = shape.duration(in: characters) else {
      report(.durationTooLong(text), at: shape.range)
      return
    }
    if !exact || duration.nanoseconds % string.frameLength.nanoseconds != 0 {
      warn(.durationBetweenFrames(text), at: shape.range)
    }
    pass(duration)
  }
}

extension MarbleString {
  func event(_ mark: Mark, at nanoseconds: Int64, range: Range<Int>) -> Event {
    let length = frameLength.nanoseconds
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: length)
    let frame = remainder < 0 ? quotient - 1 : quotient
    return Event(
      frame: Int(clamping: frame), time: VirtualTime(nanoseconds: nanoseconds), mark: mark,
      range: range)
  }
}
