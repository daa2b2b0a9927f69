/// Reads marble strings of RxPY: a run of characters is one value and takes one frame per
/// character, `(a,b)` is simultaneous, and U+0020 is removed first.
struct RxPYReader {
  private static let syntax: Set<Character> = ["-", "|", "#", "(", ")", ",", " "]

  private var scanner: MarbleScanner
  private let lastClose: Int

  static func read(_ string: MarbleString) -> MarbleString.Reading<[MarbleString.Event]> {
    var reader = RxPYReader(string)
    while let character = reader.scanner.current { reader.read(character) }
    return reader.scanner.result()
  }

  private init(_ string: MarbleString) {
    scanner = MarbleScanner(string)
    lastClose = scanner.characters.lastIndex(of: ")") ?? -1
  }

  private mutating func read(_ character: Character) {
    let range = scanner.position..<scanner.position + 1
    switch character {
    case " ": scanner.position += 1
    case "-": take(1)
    case "|", "#":
      scanner.emit(Self.mark(for: String(character)), at: scanner.time, range: range)
      take(1)
    case "(" where scanner.position < lastClose: readGroup()
    case "(":
      scanner.warn(.unclosedGroup("("), at: range)
      scanner.position += 1
    case ")":
      scanner.warn(.unopenedGroup(")"), at: range)
      scanner.position += 1
    case ",":
      scanner.report(.commaOutsideGroup, at: range)
      take(1)
    default: readValue()
    }
  }

  private mutating func take(_ count: Int) {
    scanner.pass(characters: count)
    scanner.position += count
  }

  private static func mark(for text: String) -> MarbleString.Mark {
    switch text {
    case "|": .finished
    case "#": .failed
    default: .value(text)
    }
  }

  private mutating func readValue() {
    let start = scanner.position
    var end = start
    var position = start
    while position < scanner.characters.count {
      let character = scanner.characters[position]
      guard character == " " || !Self.syntax.contains(character) else { break }
      position += 1
      if character != " " { end = position }
    }
    let range = start..<end
    let value = scanner.characters[range].filter { $0 != " " }
    if value.count < range.count {
      scanner.warn(.valueAcrossSpaces(String(value)), at: range)
    }
    scanner.emit(.value(String(value)), at: scanner.time, range: range)
    scanner.pass(characters: value.count)
    scanner.position = position
  }

  private mutating func readGroup() {
    let characters = scanner.characters
    let close = characters[scanner.position...].firstIndex(of: ")") ?? lastClose
    let content = scanner.position + 1..<close
    if let inner = characters[content].firstIndex(of: "(") {
      scanner.warn(.nestedGroup("("), at: inner..<inner + 1)
    }
    var count = 0
    for member in characters[content].split(separator: ",") {
      let text = member.filter { $0 != " " }
      guard !text.isEmpty, let first = member.firstIndex(where: { $0 != " " }) else { continue }
      let last = member.lastIndex { $0 != " " } ?? first
      scanner.emit(Self.mark(for: String(text)), at: scanner.time, range: first..<last + 1)
      count += 1
    }
    if count == 0 { scanner.warn(.emptyGroup, at: scanner.position..<close + 1) }
    scanner.pass(characters: characters[scanner.position...close].count { $0 != " " })
    scanner.position = close + 1
  }
}

/// The number that a value of a marble string denotes.
package enum MarbleNumber: Hashable, Sendable {
  case integer(Int)
  case double(Double)
}

extension MarbleString.Dialect {
  /// The number that a value of this dialect denotes; `nil` if it denotes none.
  ///
  /// RxPY tries `int` of Python (`007` is 7, `1_000` is 1000), then `float` (`1e3`, `inf`, `nan`).
  /// In the other dialects a single digit is an integer, like in the rows of a script.
  package func number(_ value: String) -> MarbleNumber? {
    guard self == .rxpy else {
      guard value.count == 1, value.first?.isASCIIDigit == true else { return nil }
      return Int(value).map(MarbleNumber.integer)
    }
    guard value.utf8.first != 0x5F, value.utf8.last != 0x5F, !value.contains("__") else {
      return nil
    }
    let plain = value.filter { $0 != "_" }
    if let integer = Int(plain) { return .integer(integer) }
    return Self.float(plain, spelt: value)
  }

  private static func float(_ plain: String, spelt value: String) -> MarbleNumber? {
    let unsigned = plain.drop { $0 == "+" }.lowercased()
    if ["inf", "infinity", "nan"].contains(unsigned) {
      return Double(unsigned).map { .double($0) }
    }
    let allowed = unsigned.allSatisfy { $0.isASCIIDigit || $0 == "." || $0 == "e" || $0 == "+" }
    guard allowed, unsigned.first?.isASCIIDigit == true || unsigned.first == "." else { return nil }
    let padded = unsigned.first == "." ? "0" + unsigned : unsigned
    return Double(padded.last == "." ? padded + "0" : padded).map { .double($0) }
  }
}
