/// Reads marble strings of RxJS: of version 9 in run mode, or of the versions before run mode.
struct RxJSReader {
  enum Purpose: Hashable {
    case cold
    case hot
    case row(requests: Bool)
  }

  private struct Group {
    let position: Int
    let time: Int64
    var hasComma = false
  }

  private let purpose: Purpose
  private let oldMode: Bool
  private var scanner: MarbleScanner
  private var group: Group?
  /// The number of groups that were opened in a group: their `)` are expected.
  private var nested = 0
  private var zero: Int64?

  static func read(
    _ string: MarbleString, as purpose: Purpose
  ) -> MarbleString.Reading<[MarbleString.Event]> {
    var reader = RxJSReader(string, purpose)
    while let character = reader.scanner.current { reader.read(character) }
    if let group = reader.group {
      reader.scanner.warn(.unclosedGroup("("), at: group.position..<group.position + 1)
    }
    return reader.scanner.result(zero: reader.zero ?? 0)
  }

  private init(_ string: MarbleString, _ purpose: Purpose) {
    self.purpose = purpose
    oldMode = string.dialect == .rxjs6
    scanner = MarbleScanner(string)
  }

  private mutating func read(_ character: Character) {
    if isSpace(character) {
      if oldMode { scanner.pass(characters: 1) }
      scanner.position += 1
      return
    }
    switch character.asciiValue {
    case UInt8(ascii: "-"): readDash()
    case UInt8(ascii: "("): openGroup()
    case UInt8(ascii: ")"): closeGroup()
    case UInt8(ascii: "|"): emit(.finished)
    case UInt8(ascii: "#"): emit(.failed)
    case UInt8(ascii: "^"): readCaret()
    case UInt8(ascii: "!"): readExclamation()
    case UInt8(ascii: "+") where purpose == .row(requests: true): readRequest()
    default: readValue(character)
    }
  }

  /// In the old mode only U+0020 is a space; a tab or a line break is a value.
  private func isSpace(_ character: Character) -> Bool {
    oldMode ? character == " " : character.isWhite
  }

  // MARK: Marks

  private mutating func emit(_ mark: MarbleString.Mark, width: Int = 1) {
    let range = scanner.position..<scanner.position + width
    scanner.emit(mark, at: group?.time ?? scanner.time, range: range)
    take(width)
  }

  private mutating func take(_ count: Int) {
    scanner.pass(characters: count)
    scanner.position += count
  }

  private mutating func readDash() {
    if group != nil {
      scanner.warn(.timeInGroup("-"), at: scanner.position..<scanner.position + 1)
    }
    take(1)
  }

  private mutating func readCaret() {
    let range = scanner.position..<scanner.position + 1
    switch purpose {
    case .row: return emit(.subscribe)
    case .cold: scanner.report(.zeroPointInCold, at: range)
    case .hot where zero != nil: scanner.report(.secondZeroPoint, at: range)
    case .hot: zero = group?.time ?? scanner.time
    }
    take(1)
  }

  private mutating func readExclamation() {
    if case .row = purpose { return emit(.cancel) }
    if oldMode { return emit(.value("!")) }
    let range = scanner.position..<scanner.position + 1
    scanner.report(.unsubscribeAmongNotifications, at: range)
    take(1)
  }

  private mutating func readRequest() {
    let start = scanner.position
    let rest = scanner.characters[(start + 1)...]
    if rest.starts(with: "inf") { return emit(.request(nil), width: 4) }
    let digits = rest.prefix { $0.isASCIIDigit }
    let range = start..<digits.endIndex
    if digits.isEmpty {
      scanner.report(.requestWithoutNumber, at: range)
    } else if let count = Int(String(digits)) {
      return emit(.request(count), width: range.count)
    } else {
      scanner.report(.requestTooLarge(scanner.text(range)), at: range)
    }
    take(range.count)
  }

  private mutating func readValue(_ character: Character) {
    if character.isASCIIDigit, let shape = scanner.durationShape(), readDuration(shape) { return }
    if let name = character.nameIfWhitespace {
      scanner.warn(.invisibleValue(name), at: scanner.position..<scanner.position + 1)
    }
    warnOfComma(character)
    emit(.value(String(character)))
  }

  /// Reported once per group: `(a,b,c)` is one error.
  private mutating func warnOfComma(_ character: Character) {
    guard character == ",", group?.hasComma == false else { return }
    group?.hasComma = true
    scanner.warn(.commaInGroup, at: scanner.position..<scanner.position + 1)
  }

  /// `false` if the characters are values.
  private mutating func readDuration(_ shape: DurationShape) -> Bool {
    if shape.isKnown, shape.standsFree, !oldMode {
      if group != nil { scanner.warn(.timeInGroup(scanner.text(shape.range)), at: shape.range) }
      scanner.pass(shape)
      scanner.position = shape.range.upperBound
      return true
    }
    scanner.warnOfLookAlike(shape, dialectHasDurations: !oldMode)
    return false
  }

  // MARK: Groups

  private mutating func openGroup() {
    let position = scanner.position
    if group != nil {
      nested += 1
      scanner.warn(.nestedGroup("("), at: position..<position + 1)
    }
    group = Group(position: position, time: scanner.time)
    take(1)
  }

  private mutating func closeGroup() {
    let position = scanner.position
    if let group {
      let content = scanner.characters[group.position + 1..<position]
      if content.allSatisfy(\.isWhitespace) {
        scanner.warn(.emptyGroup, at: group.position..<position + 1)
      }
      self.group = nil
    } else if nested > 0 {
      nested -= 1
    } else {
      scanner.warn(.unopenedGroup(")"), at: position..<position + 1)
    }
    take(1)
  }
}

extension MarbleScanner {
  /// Other units are reported only between spaces: elsewhere `1h` is probably two values.
  mutating func warnOfLookAlike(_ shape: DurationShape, dialectHasDurations: Bool) {
    guard shape.standsFree || (shape.isKnown && dialectHasDurations) else { return }
    let obstacle: MarbleString.Problem.DurationObstacle =
      if !dialectHasDurations {
        .dialectHasNone
      } else if shape.isKnown {
        .touchesNeighbour
      } else {
        .unknownUnit(shape.unit)
      }
    warn(.lookAlikeDuration(text(shape.range), obstacle), at: shape.range)
  }
}

extension Character {
  var nameIfWhitespace: String? {
    guard isWhitespace else { return nil }
    return self == "\t" ? "a tab" : isNewline ? "a line break" : "white space"
  }
}
