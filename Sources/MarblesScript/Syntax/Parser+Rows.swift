// Rows and `where`: text that does not consist of tokens.

/// `name, name:` at the beginning of a line.
struct RowShape {
  var names: [SourceRange] = []
  /// Behind the colon.
  var end: Int

  init?(_ lexer: Lexer, at start: Int) {
    var name = SourceRange(start, start)
    while true {
      name.end = lexer.endOfName(from: name.start)
      guard name.end > name.start, !Ascii.isDigit(lexer.byte(name.start)) else { return nil }
      let next = Self.skipBlanks(lexer, from: name.end)
      switch lexer.byte(next) {
      case Ascii.comma:
        names.append(name)
        name.start = Self.skipBlanks(lexer, from: next + 1)
      case Ascii.colon:
        names.append(name)
        end = next + 1
        return
      default: return nil
      }
    }
  }

  /// The end of names that are followed by marbles, but by no colon; nil if there is none such.
  static func endOfMarbleName(_ lexer: Lexer, at start: Int) -> Int? {
    let end = lexer.endOfName(from: start)
    let marbles = skipBlanks(lexer, from: end)
    guard marbles > end else { return nil }
    let next = lexer.byte(marbles + 1)
    switch lexer.byte(marbles) {
    case UInt8(ascii: "^"): return end
    case UInt8(ascii: "-"):
      return next == UInt8(ascii: "-") || Ascii.beginsName(next) || next == UInt8(ascii: "(")
        ? end : nil
    default: return nil
    }
  }

  static func skipBlanks(_ lexer: Lexer, from start: Int) -> Int {
    var offset = start
    while Ascii.isBlank(lexer.byte(offset)) { offset += 1 }
    return offset
  }

  /// Whether the text after the colon certainly is no expression: a label can look like a row.
  func looksLikeMarbles(_ lexer: Lexer) -> Bool {
    let first = Self.skipBlanks(lexer, from: end)
    let second = lexer.byte(first + 1)
    switch lexer.byte(first) {
    case UInt8(ascii: "^"), UInt8(ascii: "|"): return true
    case UInt8(ascii: "-"): return !Ascii.isDigit(second) && !Ascii.isBlank(second)
    default: return false
    }
  }
}

extension Parser {
  /// The names of the row that begins at the next token, if one does.
  func namesOfRow() -> RowShape? {
    guard token.kind == .name else { return nil }
    return RowShape(lexer, at: token.span.start)
  }

  /// `first ---a`, which would be read as arithmetic.
  mutating func reportRowWithoutColon() -> Bool {
    guard token.kind == .name,
      let end = RowShape.endOfMarbleName(lexer, at: token.span.start),
      !ReservedWord.isReserved(text(token))
    else { return false }
    report(
      .rowWithoutColon(source.text(of: SourceRange(token.span.start, end))),
      at: SourceRange(end, end))
    resume(at: lexer.endOfLine(from: end))
    return true
  }

  /// `api.search: --a|`
  mutating func reportRowNameWithPeriod() -> Bool {
    guard token.kind == .name, openBrackets.isEmpty, lexer.byte(lexer.offset) == Ascii.period
    else { return false }
    var ahead = lexer
    var next = ahead.next()
    var end = token.span.end
    while next.kind == .period, !next.afterBlank {
      let name = ahead.next()
      guard name.kind == .name else { return false }
      end = name.span.end
      next = ahead.next()
    }
    guard next.kind == .colon, end > token.span.end else { return false }
    let span = SourceRange(token.span.start, end)
    report(.rowNameWithPeriod(source.text(of: span)), at: span)
    resume(at: lexer.endOfLine(from: end))
    return true
  }

  mutating func parseRow(_ shape: RowShape) -> Row {
    let names = shape.names.map { Name(text: source.text(of: $0), span: $0) }
    let line = SourceRange(shape.end, lexer.endOfLine(from: shape.end))
    let marbles = marbleSpan(in: line)
    reportControls(in: marbles)
    resume(at: line.end)
    previousEnd = max(marbles.end, shape.end)
    return Row(names: names, marbles: Marbling(text: source.text(of: marbles), span: marbles))
  }

  /// Without a comment, which begins the text or follows white space, and without blanks
  /// around.
  private func marbleSpan(in line: SourceRange) -> SourceRange {
    let bytes = lexer.bytes
    let start = RowShape.skipBlanks(lexer, from: line.start)
    var end = line.end
    for offset in start..<max(start, line.end - 1)
    where bytes[offset] == Ascii.slash && bytes[offset + 1] == Ascii.slash {
      if offset == start || Ascii.isBlank(bytes[offset - 1]) {
        end = offset
        break
      }
    }
    while end > start, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    return SourceRange(start, max(start, end))
  }

  mutating func reportControls(in span: SourceRange, allowsBreaks: Bool = false) {
    for offset in span.start..<span.end
    where Ascii.isControl(lexer.bytes[offset])
      && !(allowsBreaks && Ascii.isBreak(lexer.bytes[offset]))
    {
      report(.controlCharacter(lexer.bytes[offset]), at: SourceRange(offset, offset + 1))
    }
  }

  /// `a = 1, # = "boom"`; the word has been consumed.
  mutating func parseValues() -> [ValueEntry] {
    var entries: [ValueEntry] = []
    repeat {
      guard let key = parseKey() else { break }
      if takeOperator("=") {
        entries.append(ValueEntry(key: key, value: parseExpression()))
      } else {
        report(.missingValue(key.text), at: key.span)
        if !token.afterBreak, token.kind != .comma { skipEntry() }
      }
    } while take(.comma)
    return entries
  }

  /// The text before `=`, which can be a quote or a bracket: a key is a character of a row.
  private mutating func parseKey() -> Name? {
    guard token.kind != .end, !token.afterBreak || lexer.byte(previousEnd - 1) == Ascii.comma
    else {
      reportMissing("a character and its value")
      return nil
    }
    let start = token.span.start
    var end = start + 1
    while end < lexer.limit, !Ascii.isBlank(lexer.byte(end)), !Ascii.isBreak(lexer.byte(end)),
      lexer.byte(end) != UInt8(ascii: "="), lexer.byte(end) != Ascii.colon,
      lexer.byte(end) != Ascii.comma
    {
      end += 1
    }
    let key = Name(text: source.text(of: SourceRange(start, end)), span: SourceRange(start, end))
    if key.text.count > 1 { report(.longKey(key.text), at: key.span) }
    resume(at: end)
    return key
  }
}
