import Marbles

// Numbers, durations and strings.

extension Parser {
  /// The next token is the number. A minus that touches it belongs to it, so that the smallest
  /// integer can be written.
  mutating func parseNumber(negatedAt minus: Int?) -> Expression {
    let text = text(token)
    let start = minus ?? token.span.start
    advance()
    height = 1
    let span = span(from: start)
    switch NumberLiteral.read((minus == nil ? "" : "-") + text) {
    case .success(let kind): return Expression(kind: kind, span: span)
    case .failure(let mistake):
      report(mistake.mistake, at: span)
      return Expression(kind: .invalid, span: span)
    }
  }

  /// The next token is the string.
  mutating func parseString() -> Expression {
    let literal = token
    if literal.span.end - literal.span.start == 2, lexer.byte(literal.span.end) == Ascii.quote {
      return skipStringOfSeveralLines()
    }
    let isClosed = literal.kind == .string(closed: true)
    let content = SourceRange(literal.span.start + 1, literal.span.end - (isClosed ? 1 : 0))
    reportControls(in: content)
    // The interpolations of a string without an end have no known end.
    let pieces = isClosed ? parsePieces(in: content) : []
    let tall = isClosed ? height : 0
    rewind(to: literal, previousEnd: literal.span.start)
    advance()
    guard raise(above: tall, at: literal.span.start) else {
      return invalid(from: literal.span.start)
    }
    return Expression(kind: .string(pieces), span: literal.span)
  }

  private mutating func skipStringOfSeveralLines() -> Expression {
    let start = token.span.start
    report(.severalLineString, at: SourceRange(start, start + 3))
    var end = start + 3
    while end < lexer.limit, !isTripleQuote(at: end) { end += 1 }
    resume(at: min(end + 3, lexer.limit))
    return invalid(from: start)
  }

  private func isTripleQuote(at offset: Int) -> Bool {
    (0..<3).allSatisfy { lexer.byte(offset + $0) == Ascii.quote }
  }

  /// Leaves the tokens wherever they are; sets `height` to that of the interpolations.
  private mutating func parsePieces(in content: SourceRange) -> [StringPiece] {
    var pieces: [StringPiece] = []
    var text: [UInt8] = []
    var tallest = 0
    var offset = content.start
    while offset < content.end {
      let byte = lexer.bytes[offset]
      if byte != Ascii.backslash {
        text.append(byte)
        offset += 1
      } else if offset + 1 < content.end, lexer.bytes[offset + 1] == Ascii.openParenthesis {
        if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
        let (value, end) = parseInterpolation(at: offset, in: content)
        pieces.append(.interpolation(value))
        tallest = max(tallest, height)
        offset = end
      } else {
        let escape = Escape.read(lexer.bytes, at: offset, end: content.end)
        text += escape.bytes
        if let mistake = escape.mistake { report(mistake, at: SourceRange(offset, escape.end)) }
        offset = escape.end
      }
    }
    if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
    height = tallest
    return pieces
  }

  /// `\(value)` at `offset`; returns where it ends.
  private mutating func parseInterpolation(
    at offset: Int, in content: SourceRange
  ) -> (Expression, end: Int) {
    let closing = lexer.endOfText(from: offset + 2, in: .interpolation) ?? content.end + 1
    let isClosed = closing <= content.end
    if !isClosed, lexer.byte(content.end) == Ascii.quote {
      report(.unclosedInterpolation, at: SourceRange(offset, offset + 2))
    }
    let outer = (limit: lexer.limit, brackets: openBrackets, trailing: allowsTrailingClosure)
    defer { (lexer.limit, openBrackets, allowsTrailingClosure) = outer }
    lexer.limit = isClosed ? closing - 1 : content.end
    openBrackets = []
    allowsTrailingClosure = true
    resume(at: offset + 2)
    guard enterNesting() else { return (invalid(from: offset), min(closing, content.end)) }
    defer { nesting -= 1 }
    let known = diagnostics.count
    let value = parseExpression()
    if token.kind != .end, diagnostics.count == known { reportMissing("')'") }
    return (value, min(closing, content.end))
  }
}

/// Reads numbers and durations from their text.
enum NumberLiteral {
  struct Failure: Error {
    var mistake: SyntaxError

    init(_ mistake: SyntaxError) { self.mistake = mistake }
  }

  static func read(_ text: String) -> Result<Expression.Kind, Failure> {
    if text.utf8.allSatisfy(Ascii.isDigit), let value = Int(text) {
      return .success(.integer(value))
    }
    let digits = text.filter { $0 != "_" }
    let unsigned = digits.drop { $0 == "-" }
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where unsigned.hasPrefix(prefix) {
      return readInteger(digits.replacingPrefix(prefix), radix: radix, shown: text)
    }
    let numeral = digits.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    let suffix = digits[numeral.endIndex...]
    if suffix.isEmpty, !numeral.contains(".") {
      return readInteger(String(numeral), radix: 10, shown: text)
    }
    if suffix.isEmpty || isExponent(suffix) { return readDouble(digits, shown: text) }
    return readDuration(numeral, unit: suffix, shown: text)
  }

  private static func isExponent(_ suffix: Substring) -> Bool {
    guard suffix.first == "e" || suffix.first == "E" else { return false }
    let digits = suffix.dropFirst().drop { $0 == "+" || $0 == "-" }
    return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static func readInteger(
    _ digits: String, radix: Int, shown: String
  ) -> Result<Expression.Kind, Failure> {
    if let value = Int(digits, radix: radix) { return .success(.integer(value)) }
    let areDigits = digits.drop { $0 == "-" }.allSatisfy { ($0.hexDigitValue ?? radix) < radix }
    let isEmpty = digits.allSatisfy { $0 == "-" }
    return .failure(Failure(areDigits && !isEmpty ? .integerOverflow(shown) : .badNumber(shown)))
  }

  private static func readDouble(
    _ digits: String, shown: String
  ) -> Result<Expression.Kind, Failure> {
    guard let value = Double(digits) else { return .failure(Failure(.badNumber(shown))) }
    return value.isFinite ? .success(.double(value)) : .failure(Failure(.doubleOverflow(shown)))
  }

  private static func readDuration(
    _ numeral: Substring, unit: Substring, shown: String
  ) -> Result<Expression.Kind, Failure> {
    let unsigned = numeral.drop { $0 == "-" }
    let isNegative = unsigned.startIndex > numeral.startIndex
    do throws(DurationText.Failure) {
      let duration = try DurationText.read(unsigned, unit: unit)
      return .success(.duration(isNegative ? .zero - duration : duration))
    } catch {
      let mistake: SyntaxError =
        switch error {
        case .unknownUnit where unit.allSatisfy(\.isLetter): .unknownUnit(String(unit))
        case .unknownUnit, .malformed: .badNumber(shown)
        case .tooFine: .durationTooFine(shown)
        case .tooLong: .durationOverflow(shown)
        }
      return .failure(Failure(mistake))
    }
  }
}

extension String {
  /// The text without `prefix`, which can follow a minus.
  fileprivate func replacingPrefix(_ prefix: String) -> String {
    hasPrefix("-") ? "-" + dropFirst(1 + prefix.count) : String(dropFirst(prefix.count))
  }
}

/// A backslash in a string and what belongs to it.
struct Escape {
  var bytes: [UInt8] = []
  var end: Int
  var mistake: SyntaxError?

  private static let simple: [Character: UInt8] = [
    "n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, "\"": 34, "'": 39,
  ]

  static func read(_ bytes: [UInt8], at start: Int, end: Int) -> Escape {
    let rest = String(decoding: bytes[(start + 1)..<min(end, start + 24)], as: UTF8.self)
    guard let letter = rest.first else {
      return Escape(end: end, mistake: .unknownEscape("\\"))
    }
    if let byte = simple[letter] { return Escape(bytes: [byte], end: start + 2) }
    guard letter == "u" else {
      let length = letter.utf8.count
      return Escape(end: min(end, start + 1 + length), mistake: .unknownEscape("\\\(letter)"))
    }
    let digits = rest.dropFirst(2).prefix { $0 != "}" }
    let isComplete = rest.dropFirst().first == "{" && rest.dropFirst(2 + digits.count).first == "}"
    guard isComplete else { return Escape(end: start + 2, mistake: .unicodeEscape("\\u")) }
    let after = min(end, start + 4 + digits.utf8.count)
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
      return Escape(end: after, mistake: .unicodeEscape("\\u{\(digits)}"))
    }
    return Escape(bytes: Array(String(Character(scalar)).utf8), end: after)
  }
}
