/// Reads the times of a subscription like RxJS: `!` takes no time, and can come before `^`.
struct SubscriptionReader {
  private var scanner: MarbleScanner
  private let oldMode: Bool
  private var group: (position: Int, time: Int64)?
  private var nested = 0
  private var subscribed: MarbleString.Event?
  private var unsubscribed: MarbleString.Event?

  static func read(_ string: MarbleString) -> MarbleString.Reading<MarbleString.Subscription> {
    var reader = SubscriptionReader(string)
    while let character = reader.scanner.current { reader.read(character) }
    if let group = reader.group {
      reader.scanner.warn(.unclosedGroup("("), at: group.position..<group.position + 1)
    }
    reader.checkOrder()
    return MarbleString.Reading(
      value: .init(subscribed: reader.subscribed, unsubscribed: reader.unsubscribed),
      problems: reader.scanner.sortedProblems)
  }

  private init(_ string: MarbleString) {
    scanner = MarbleScanner(string)
    oldMode = string.dialect == .rxjs6
  }

  private mutating func read(_ character: Character) {
    let range = scanner.position..<scanner.position + 1
    let event = scanner.string.event(.subscribe, at: group?.time ?? scanner.time, range: range)
    switch character {
    case "-": scanner.pass(characters: 1)
    case "(": openGroup(at: range)
    case ")": closeGroup(at: range)
    case "^":
      if subscribed != nil { scanner.report(.secondSubscribe, at: range) }
      subscribed = subscribed ?? event
      scanner.pass(characters: 1)
    case "!":
      if unsubscribed != nil { scanner.report(.secondUnsubscribe, at: range) }
      unsubscribed = unsubscribed ?? event.with(.cancel)
    case " ": if oldMode { scanner.pass(characters: 1) }
    case _ where character.isWhitespace && !oldMode: break
    default: return readOther()
    }
    scanner.position += 1
  }

  private mutating func openGroup(at range: Range<Int>) {
    if group != nil {
      nested += 1
      scanner.warn(.nestedGroup("("), at: range)
    }
    group = (range.lowerBound, scanner.time)
    scanner.pass(characters: 1)
  }

  private mutating func closeGroup(at range: Range<Int>) {
    if group == nil, nested > 0 {
      nested -= 1
    } else if group == nil {
      scanner.warn(.unopenedGroup(")"), at: range)
    }
    group = nil
    scanner.pass(characters: 1)
  }

  /// Reads a duration, or reports adjacent invalid characters as one error.
  private mutating func readOther() {
    let start = scanner.position
    if let shape = scanner.durationShape() {
      scanner.position = shape.range.upperBound
      if shape.isKnown, shape.standsFree, !oldMode { return scanner.pass(shape) }
      if shape.isKnown || shape.standsFree { return reportLookAlike(shape) }
      scanner.position = start
    }
    var end = start + 1
    while end < scanner.characters.count, !isExpected(scanner.characters[end]) { end += 1 }
    scanner.report(.notInSubscription(scanner.text(start..<end)), at: start..<end)
    scanner.pass(characters: end - start)
    scanner.position = end
  }

  private mutating func reportLookAlike(_ shape: DurationShape) {
    let obstacle: MarbleString.Problem.DurationObstacle =
      oldMode ? .dialectHasNone : shape.isKnown ? .touchesNeighbour : .unknownUnit(shape.unit)
    scanner.report(.lookAlikeDuration(scanner.text(shape.range), obstacle), at: shape.range)
    scanner.pass(characters: shape.range.count)
  }

  private func isExpected(_ character: Character) -> Bool {
    switch character {
    case "-", "(", ")", "^", "!": true
    default: character.isWhitespace
    }
  }

  private mutating func checkOrder() {
    guard let unsubscribed, let subscribed, unsubscribed.time < subscribed.time else { return }
    scanner.warn(.unsubscribedFirst, at: unsubscribed.range)
  }
}

extension MarbleString.Event {
  fileprivate func with(_ mark: MarbleString.Mark) -> Self {
    MarbleString.Event(frame: frame, time: time, mark: mark, range: range)
  }
}
