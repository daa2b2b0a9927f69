/// Cuts bytes into tokens, one at a time and from any offset, so that the parser can look ahead
/// and come back. The lexer reports nothing: a token that is wrong has a kind of its own.
struct Lexer {
  let bytes: [UInt8]
  /// The offset of the next token or of the space before it.
  var offset: Int
  /// The end of the text that is read: inside an interpolation, its closing parenthesis.
  var limit: Int

  init(_ source: SourceText) {
    bytes = source.bytes
    offset = source.textStart
    limit = source.bytes.count
  }

  /// The byte at an offset, 0 after the end.
  func byte(_ offset: Int) -> UInt8 { offset < limit ? bytes[offset] : 0 }

  /// Complexity: O(length of the token and of the space before it).
  mutating func next() -> Token {
    let beginning = offset
    let trivia = skipTrivia()
    let start = offset
    var kind = trivia.unclosedComment ? Token.Kind.unclosedComment : scan()
    if kind == .end { offset = limit }
    if kind == .unclosedComment {
      offset = limit
      kind = .unclosedComment
    }
    return Token(
      kind: kind,
      span: kind == .unclosedComment ? SourceRange(start, start + 2) : SourceRange(start, offset),
      afterBreak: trivia.sawBreak,
      afterBlank: start > beginning)
  }

  private mutating func skipTrivia() -> (sawBreak: Bool, unclosedComment: Bool) {
    var sawBreak = false
    while offset < limit {
      let byte = bytes[offset]
      if Ascii.isBreak(byte) {
        sawBreak = true
        offset += 1
      } else if Ascii.isBlank(byte) {
        offset += 1
      } else if byte == UInt8(ascii: "#"), let end = endOfDirective(from: offset) {
        offset = end
      } else if byte == Ascii.slash, self.byte(offset + 1) == Ascii.slash {
        offset = endOfLine(from: offset)
      } else if byte == Ascii.slash, self.byte(offset + 1) == UInt8(ascii: "*") {
        guard let end = endOfBlockComment(from: offset) else { return (sawBreak, true) }
        offset = end
      } else {
        break
      }
    }
    return (sawBreak, false)
  }

  /// The end of `#if …`, `#else … #endif` or `#endif`: the code is that of the first branch.
  private func endOfDirective(from start: Int) -> Int? {
    let directives = ["#if ", "#else", "#endif"].map { Array($0.utf8) }
    guard let found = directives.first(where: { bytes[start..<limit].starts(with: $0) }) else {
      return nil
    }
    var end = endOfLine(from: start)
    guard found == directives[1] else { return end }
    while end < limit {
      let line = bytes[end..<limit].drop { Ascii.isBlank($0) || Ascii.isBreak($0) }
      end = endOfLine(from: line.startIndex)
      if line.starts(with: directives[2]) { break }
    }
    return end
  }

  func endOfLine(from start: Int) -> Int {
    var end = start
    while end < limit, !Ascii.isBreak(bytes[end]) { end += 1 }
    return end
  }

  /// Block comments nest, as Swift's do.
  private func endOfBlockComment(from start: Int) -> Int? {
    var depth = 0
    var position = start
    while position + 1 < limit {
      if bytes[position] == Ascii.slash, bytes[position + 1] == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == Ascii.slash {
        depth -= 1
        position += 2
        if depth == 0 { return position }
      } else {
        position += 1
      }
    }
    return nil
  }

  private mutating func scan() -> Token.Kind {
    guard offset < limit else { return .end }
    let byte = bytes[offset]
    if Ascii.beginsName(byte) { return scanName() }
    if Ascii.isDigit(byte) { return scanNumber() }
    if let bracket = Bracket(opening: byte) { return take(1, as: .open(bracket)) }
    if let bracket = Bracket(closing: byte) { return take(1, as: .close(bracket)) }
    switch byte {
    case Ascii.quote: return scanString()
    case Ascii.comma: return take(1, as: .comma)
    case Ascii.colon: return take(1, as: .colon)
    case UInt8(ascii: ";"): return take(1, as: .semicolon)
    case UInt8(ascii: "@"): return take(1, as: .at)
    case Ascii.backslash: return take(1, as: .backslash)
    case Ascii.dollar: return scanShorthand()
    case Ascii.backtick: return scanQuotedName()
    case Ascii.period: return scanPeriod()
    default: return Ascii.isOperator(byte) ? scanOperator(byte) : take(1, as: .unknown)
    }
  }

  private mutating func take(_ count: Int, as kind: Token.Kind) -> Token.Kind {
    offset += count
    return kind
  }

  private mutating func scanName() -> Token.Kind {
    let start = offset
    offset = endOfName(from: start)
    return offset > start ? .name : take(lengthOfForeignMark(at: start), as: .unknown)
  }

  func endOfName(from start: Int) -> Int {
    var end = start
    while Ascii.continuesName(byte(end)) {
      if byte(end) >= 0x80, lengthOfForeignMark(at: end) > 0 { break }
      end += 1
    }
    return end
  }

  /// Typographic quotes and spaces, which are beyond ASCII and yet no part of a name: 0 for others.
  private func lengthOfForeignMark(at offset: Int) -> Int {
    let third = byte(offset + 2)
    switch (byte(offset), byte(offset + 1)) {
    case (0xC2, 0xA0), (0xC2, 0xAB), (0xC2, 0xBB): return 2
    case (0xE2, 0x80):
      let isJoiner = third == 0x8C || third == 0x8D
      return isJoiner ? 0 : third <= 0x8F || (0x98...0xAF).contains(third) ? 3 : 0
    case (0xE3, 0x80): return third == 0x80 ? 3 : 0
    case (0xEF, 0xBB): return third == 0xBF ? 3 : 0
    default: return 0
    }
  }

  private mutating func scanShorthand() -> Token.Kind {
    offset += 1
    let digits = offset
    while Ascii.isDigit(byte(offset)) { offset += 1 }
    if offset > digits { return .shorthand }
    offset = endOfName(from: offset)
    return offset > digits ? .projection : .unknown
  }

  private mutating func scanQuotedName() -> Token.Kind {
    offset += 1
    let name = offset
    offset = endOfName(from: offset)
    guard byte(offset) == Ascii.backtick, offset > name else { return .unknown }
    offset += 1
    return .quotedName
  }

  private mutating func scanPeriod() -> Token.Kind {
    guard byte(offset + 1) == Ascii.period else { return take(1, as: .period) }
    let third = byte(offset + 2)
    guard third == Ascii.period || third == UInt8(ascii: "<") else { return take(1, as: .period) }
    return take(3, as: .operator)
  }

  /// Whether a byte is white space, or one of the characters.
  private func isEdge(_ byte: UInt8, _ characters: StaticString) -> Bool {
    if Ascii.isBlank(byte) || Ascii.isBreak(byte) { return true }
    return characters.withUTF8Buffer { $0.contains(byte) }
  }

  private mutating func scanOperator(_ first: UInt8) -> Token.Kind {
    let second = byte(offset + 1)
    let isPair =
      switch (first, second) {
      case (UInt8(ascii: "-"), UInt8(ascii: ">")), (UInt8(ascii: "&"), UInt8(ascii: "&")),
        (UInt8(ascii: "|"), UInt8(ascii: "|")), (UInt8(ascii: "?"), UInt8(ascii: "?")):
        true
      // Between brackets of types there is no white space.
      case (UInt8(ascii: "<"), UInt8(ascii: "<")), (UInt8(ascii: ">"), UInt8(ascii: ">")):
        isEdge(byte(offset + 2), ")],") && offset > 0 && isEdge(bytes[offset - 1], "([,")
      case (UInt8(ascii: "&"), _), (UInt8(ascii: "?"), _), (UInt8(ascii: "|"), _): false
      default: second == UInt8(ascii: "=")
      }
    return take(isPair ? 2 : 1, as: .operator)
  }
}

extension Lexer {
  private mutating func scanNumber() -> Token.Kind {
    let isRadix = bytes[offset] == UInt8(ascii: "0") && Ascii.isLetter(byte(offset + 1))
    while Ascii.continuesName(byte(offset)), !isExponent(isRadix) { offset += 1 }
    if byte(offset) == Ascii.period, Ascii.isDigit(byte(offset + 1)), !isRadix {
      offset += 1
      while Ascii.continuesName(byte(offset)), !isExponent(isRadix) { offset += 1 }
    }
    if isExponent(isRadix) {
      offset += 2
      while Ascii.continuesName(byte(offset)) { offset += 1 }
    }
    return .number
  }

  /// Whether `e+` or `e-` is here; `e` alone is a letter until the number is read.
  private func isExponent(_ isRadix: Bool) -> Bool {
    guard !isRadix, byte(offset) | 0x20 == UInt8(ascii: "e"), Ascii.isDigit(byte(offset + 2))
    else { return false }
    return byte(offset + 1) == UInt8(ascii: "+") || byte(offset + 1) == UInt8(ascii: "-")
  }

}

/// The smallest part of the text for the parser. Line breaks are flags, not tokens.
struct Token: Equatable {
  enum Kind: Equatable {
    /// A name or a keyword: which words are keywords depends on the place.
    case name
    /// `` `in` ``
    case quotedName
    /// With the letters that follow it directly: `1_000`, `0xFF`, `10ms`, `12abc`.
    case number
    /// From quote to quote, or to the end of the line.
    case string(closed: Bool)
    /// `$0`
    case shorthand
    /// `$query`
    case projection
    case `operator`
    case period
    case comma
    case colon
    case semicolon
    case backslash
    case at
    case open(Bracket)
    case close(Bracket)
    case unclosedComment
    case unknown
    case end
  }

  var kind: Kind
  var span: SourceRange
  /// Whether a line break is before it.
  var afterBreak: Bool
  /// Whether white space, a comment or a line break is before it.
  var afterBlank: Bool

  /// Whether it is an error at any place.
  var isBroken: Bool { kind == .unknown || kind == .unclosedComment }

  func isClosing(_ bracket: Bracket) -> Bool { kind == .close(bracket) }
}

enum Bracket: UInt8, CaseIterable {
  case parenthesis
  case square
  case brace

  var opening: String { ["(", "[", "{"][Int(rawValue)] }
  var closing: String { [")", "]", "}"][Int(rawValue)] }

  init?(opening byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("): self = .parenthesis
    case UInt8(ascii: "["): self = .square
    case UInt8(ascii: "{"): self = .brace
    default: return nil
    }
  }

  init?(closing byte: UInt8) {
    switch byte {
    case UInt8(ascii: ")"): self = .parenthesis
    case UInt8(ascii: "]"): self = .square
    case UInt8(ascii: "}"): self = .brace
    default: return nil
    }
  }
}
