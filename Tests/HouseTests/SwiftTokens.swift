/// The words, signs, comments and string literals of a Swift file.
///
/// Not a parser: sufficient to find the names that a file uses, and its English.
struct SwiftTokens {
  /// A comment or the contents of a string literal.
  struct Prose {
    let text: String
    /// The line of its first character, from 1.
    let line: Int
  }

  struct Token {
    let text: String
    /// From 1.
    let line: Int
    /// Whether white space or a comment precedes it.
    let isSpaced: Bool
    /// The number of open braces around it.
    let depth: Int
  }

  private(set) var tokens: [Token] = []
  private(set) var prose: [Prose] = []
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private var depth = 0
  private var isSpaced = true

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while at < bytes.count { readNext() }
  }

  private func byte(_ offset: Int) -> UInt8 {
    at + offset < bytes.count ? bytes[at + offset] : 0
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where at < bytes.count {
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }

  private mutating func append(_ text: String, line: Int) {
    tokens.append(Token(text: text, line: line, isSpaced: isSpaced, depth: depth))
    isSpaced = false
  }

  private mutating func readNext() {
    switch byte(0) {
    case 0x20, 0x09, 0x0A, 0x0D:
      isSpaced = true
      advance()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\""),
      UInt8(ascii: "#") where beginsText():
      readText()
    case let first where isWord(first): readWord()
    default: readSign()
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private mutating func readWord() {
    let start = at
    while at < bytes.count, isWord(bytes[at]) { at += 1 }
    append(String(decoding: bytes[start..<at], as: UTF8.self), line: line)
  }

  private mutating func readSign() {
    let sign = byte(0)
    if sign == UInt8(ascii: "}") { depth -= 1 }
    append(String(UnicodeScalar(sign)), line: line)
    if sign == UInt8(ascii: "{") { depth += 1 }
    advance()
  }

  private mutating func appendProse(from start: Int, line: Int) {
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if text.contains(where: { $0.isLetter }) { prose.append(Prose(text: text, line: line)) }
  }

  private mutating func skipLine() {
    let start = at
    defer { appendProse(from: start, line: line) }
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    isSpaced = true
  }

  private mutating func skipComment() {
    var nesting = 0
    let (start, startLine) = (at, line)
    defer { appendProse(from: start, line: startLine) }
    repeat {
      if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        nesting += 1
        advance(2)
      } else if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        nesting -= 1
        advance(2)
      } else {
        advance()
      }
    } while nesting > 0 && at < bytes.count
    isSpaced = true
  }

  // MARK: String literals

  /// Whether number signs are followed by a quotation mark.
  private func beginsText() -> Bool {
    var offset = 0
    while byte(offset) == UInt8(ascii: "#") { offset += 1 }
    return byte(offset) == UInt8(ascii: "\"")
  }

  /// Reads a string literal as prose, and its interpolations as tokens.
  private mutating func readText() {
    let start = line
    var hashes = 0
    while byte(0) == UInt8(ascii: "#") {
      hashes += 1
      advance()
    }
    let isLong = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    advance(quotes)
    append("\"", line: start)
    var part = (start: at, line: line)
    while at < bytes.count {
      if isRepeated("\"", quotes, 0), isRepeated("#", hashes, quotes) {
        appendProse(from: part.start, line: part.line)
        advance(quotes + hashes)
        return
      }
      if byte(0) == UInt8(ascii: "\\"), isRepeated("#", hashes, 1) {
        advance(1 + hashes)
        guard byte(0) == UInt8(ascii: "(") else {
          advance()
          continue
        }
        appendProse(from: part.start, line: part.line)
        readInterpolation()
        part = (at, line)
      } else {
        advance()
      }
    }
  }

  private func isRepeated(_ scalar: UnicodeScalar, _ count: Int, _ offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: scalar) }
  }

  private mutating func readInterpolation() {
    var open = 0
    repeat {
      if byte(0) == UInt8(ascii: "(") { open += 1 }
      if byte(0) == UInt8(ascii: ")") { open -= 1 }
      readNext()
    } while open > 0 && at < bytes.count
  }
}
