/// Reads the validation diagrams of swift-async-algorithms: each mark, and each `[…]` group, takes
/// one tick, and `'…'` is a value of several characters.
struct AsyncAlgorithmsReader {
  private var scanner: MarbleScanner
  /// The start of the open group.
  private var group: Int?
  private var nested = 0

  static func read(_ string: MarbleString) -> MarbleString.Reading<[MarbleString.Event]> {
    var reader = AsyncAlgorithmsReader(string)
    while let character = reader.scanner.current { reader.read(character) }
    if let start = reader.group {
      reader.scanner.report(.unclosedGroup("["), at: start..<start + 1)
    }
    return reader.scanner.result()
  }

  private init(_ string: MarbleString) { scanner = MarbleScanner(string) }

  private mutating func read(_ character: Character) {
    switch character {
    case "-": readStep()
    case "|": emit(.finished)
    case "^": emit(.failed)
    case ";": emit(.cancel)
    case ",": emit(.delayNext)
    case "'": readQuoted()
    case "[": openGroup()
    case "]": closeGroup()
    case _ where character.isWhitespace: scanner.position += 1
    default:
      if character.isASCIIDigit, let shape = scanner.durationShape() {
        scanner.warnOfLookAlike(shape, dialectHasDurations: false)
      }
      emit(.value(String(character)))
    }
  }

  private mutating func emit(_ mark: MarbleString.Mark, width: Int = 1) {
    scanner.emit(mark, at: scanner.time, range: scanner.position..<scanner.position + width)
    if group == nil { scanner.pass(characters: 1) }
    scanner.position += width
  }

  private mutating func readStep() {
    if group == nil {
      scanner.pass(characters: 1)
    } else {
      scanner.report(.timeInGroup("-"), at: scanner.position..<scanner.position + 1)
    }
    scanner.position += 1
  }

  private mutating func readQuoted() {
    let start = scanner.position
    let rest = scanner.characters[(start + 1)...]
    guard let close = rest.firstIndex(of: "'") else {
      scanner.report(.unclosedQuote, at: start..<scanner.characters.count)
      emit(.value(String(rest)), width: rest.count + 1)
      return
    }
    emit(.value(String(rest[..<close])), width: close + 1 - start)
  }

  private mutating func openGroup() {
    let position = scanner.position
    if group == nil {
      group = position
    } else {
      nested += 1
      scanner.report(.nestedGroup("["), at: position..<position + 1)
    }
    scanner.position += 1
  }

  private mutating func closeGroup() {
    let position = scanner.position
    if nested > 0 {
      nested -= 1
    } else if group != nil {
      group = nil
      scanner.pass(characters: 1)
    } else {
      scanner.report(.unopenedGroup("]"), at: position..<position + 1)
    }
    scanner.position += 1
  }
}
