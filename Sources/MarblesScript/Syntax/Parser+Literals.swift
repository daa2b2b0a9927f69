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
    let isClosed = literal.kind == .string(closed: true)
    var content = SourceRange(literal.span.start + 1, literal.span.end - (isClosed ? 1 : 0))
    var indentation: Int?
    if isClosed, lexer.isTripleQuote(at: literal.span.start) {
      guard let lines = lines(of: literal.span) else {
        report(.severalLineString, at: SourceRange(literal.span.start, literal.span.start + 3))
        advance()
        return invalid(from: literal.span.start)
      }
      (content, indentation) = lines
    }
    reportControls(in: content, allowsBreaks: indentation != nil)
    // The interpolations of a string without an end have no known end.
    let pieces = isClosed ? parsePieces(in: content, indentation: indentation) : []
    let tall = isClosed ? height : 0
    rewind(to: literal, previousEnd: literal.span.start)
    advance()
    guard raise(above: tall, at: literal.span.start) else {
      return invalid(from: literal.span.start)
    }
    return Expression(kind: .string(pieces), span: literal.span)
  }

  /// The lines between the quotes of a string of several lines, and their indentation, which is that
  /// of the closing quotes; `nil` if there is text beside the quotes or a line is indented less.
  private func lines(of span: SourceRange) -> (content: SourceRange, indentation: Int?)? {
    let bytes = lexer.bytes
    let first = lexer.endOfLine(from: span.start + 3)
    guard first < span.end, bytes[span.start + 3..<first].allSatisfy(Ascii.isBlank) else {
      return nil
    }
    let closing = span.end - 3
    var margin = closing
    while Ascii.isBlank(bytes[margin - 1]) { margin -= 1 }
    guard Ascii.isBreak(bytes[margin - 1]) else { return nil }
    let start = endOfBreak(at: first)
    // Without a line, the break before the closing quotes is that after the opening ones.
    guard start < margin else { return (SourceRange(closing, closing), 0) }
    let content = SourceRange(start, startOfBreak(endingAt: margin))
    var line = start
    while line < content.end {
      let end = lexer.endOfLine(from: line)
      let text = bytes[line..<min(end, content.end)]
      guard text.starts(with: bytes[margin..<closing]) || text.allSatisfy(Ascii.isBlank) else {
        return nil
      }
      line = endOfBreak(at: end)
    }
    return (content, closing - margin)
  }

  /// The offset after a line break, which can be two characters.
  private func endOfBreak(at offset: Int) -> Int {
    let isPair =
      lexer.byte(offset) == UInt8(ascii: "\r") && lexer.byte(offset + 1) == UInt8(ascii: "\n")
    return offset + (isPair ? 2 : 1)
  }

  private func startOfBreak(endingAt offset: Int) -> Int {
    offset > 1 && endOfBreak(at: offset - 2) == offset ? offset - 2 : offset - 1
  }

  /// Leaves the tokens wherever they are; sets `height` to that of the interpolations.
  ///
  /// - Parameter indentation: The number of blanks that no line contains; `nil` in a single line.
  private mutating func parsePieces(in content: SourceRange, indentation: Int?) -> [StringPiece] {
    var pieces: [StringPiece] = []
    var text: [UInt8] = []
    var tallest = 0
    var offset = margin(at: content.start, in: content, indentation ?? 0)
    while offset < content.end {
      let byte = lexer.bytes[offset]
      if let indentation, Ascii.isBreak(byte) {
        text.append(UInt8(ascii: "\n"))
        offset = margin(at: endOfBreak(at: offset), in: content, indentation)
      } else if let indentation, byte == Ascii.backslash, Ascii.isBreak(lexer.byte(offset + 1)) {
        offset = margin(at: endOfBreak(at: offset + 1), in: content, indentation)
      } else if byte != Ascii.backslash {
        text.append(byte)
        offset += 1
      } else if offset + 1 < content.end, lexer.bytes[offset + 1] == Ascii.openParenthesis {
        if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
        let (value, end) = parseInterpolation(
          at: offset, in: content, acrossLines: indentation != nil)
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

  /// The offset after the indentation of a line.
  private func margin(at start: Int, in content: SourceRange, _ indentation: Int) -> Int {
    var offset = start
    while offset < content.end, offset < start + indentation, Ascii.isBlank(lexer.bytes[offset]) {
      offset += 1
    }
    return offset
  }

  /// `\(value)` at `offset`; returns where it ends.
  private mutating func parseInterpolation(
    at offset: Int, in content: SourceRange, acrossLines: Bool
  ) -> (Expression, end: Int) {
    let closing =
      lexer.endOfText(from: offset + 2, in: .interpolation, acrossLines: acrossLines)
      ?? content.end + 1
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
