// Recovery from errors: lists, blocks, and brackets that are not closed.

extension Parser {
  /// Parses elements between brackets, separated by commas; the next token opens the bracket.
  ///
  /// A wrong element costs that element only.
  mutating func parseList(_ bracket: Bracket, element: (inout Parser) -> Void) {
    let opening = token.span
    guard enterNesting() else { return }
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    openBrackets.append(bracket)
    defer {
      openBrackets.removeLast()
      allowsTrailingClosure = outer
      nesting -= 1
    }
    advance()
    var tallest = 0
    while !closes(bracket, openedAt: opening) {
      let known = diagnostics.count
      element(&self)
      tallest = max(tallest, height)
      if take(.comma) || token.isClosing(bracket) || endsEarly(bracket, openedAt: opening) {
        continue
      }
      if diagnostics.count == known { reportMissingComma() }
      skipToDelimiter()
      _ = take(.comma)
    }
    height = tallest
  }

  private mutating func reportMissingComma() {
    switch token.kind {
    case .close: break
    case _ where token.isBroken: advance()
    case .operator where text(token) == "=" && lexer.byte(token.span.end) == UInt8(ascii: ">"):
      let instead = "write a closure: { x in … }"
      report(
        .notInTheLanguage("'=>'", instead: instead),
        at: SourceRange(token.span.start, token.span.end + 1))
    default: report(.missingComma(found: found), at: placeOfMissing)
    }
  }

  /// Consumes the closing bracket. Also true if there will be none.
  mutating func closes(_ bracket: Bracket, openedAt opening: SourceRange) -> Bool {
    while true {
      if take(.close(bracket)) { return true }
      if endsEarly(bracket, openedAt: opening) {
        if !isBroken(bracket, openedAt: opening), tooDeepAt < opening.start {
          report(.unclosedBracket(bracket), at: opening)
        }
        return true
      }
      guard case .close(let other) = token.kind else { return false }
      let isClosedLater =
        bracket == .brace ? isClosedLater(openedAt: opening) : peek().isClosing(bracket)
      if !isClosedLater {
        report(.wrongBracket(bracket, found: other), at: token.span)
        advance()
        return true
      }
      reportUnmatched(other)
    }
  }

  /// Whether the next brace closes the one at `opening`: it is on the same line, or its line is not
  /// indented less.
  private mutating func isClosedLater(openedAt opening: SourceRange) -> Bool {
    if let known = braceInDoubt, known.opening == opening.start { return known.isClosedLater }
    let rest = lexer.bytes[token.span.end...]
    let next = rest.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    var isClosedLater = false
    if let next, rest[next] == UInt8(ascii: "}") {
      isClosedLater =
        !rest[..<next].contains(where: Ascii.isBreak)
        || indentation(at: next) >= indentation(at: opening.start)
    }
    braceInDoubt = (opening.start, isClosedLater)
    return isClosedLater
  }

  private func indentation(at offset: Int) -> Int {
    let before = lexer.bytes[..<offset]
    let start = before.lastIndex(where: Ascii.isBreak).map { $0 + 1 } ?? before.startIndex
    return before[start...].prefix(while: Ascii.isBlank).count
  }

  /// Consumes closing brackets that close nothing; those of one kind in a line are one error.
  mutating func reportUnmatched(_ bracket: Bracket) {
    report(.unmatchedBracket(bracket), at: token.span)
    repeat {
      advance()
    } while token.isClosing(bracket) && !token.afterBreak && !openBrackets.contains(bracket)
  }

  /// Whether the bracket's end is missing: the text ends, an outer bracket is closed, or a line
  /// begins that certainly is a statement.
  private func endsEarly(_ bracket: Bracket, openedAt opening: SourceRange) -> Bool {
    switch token.kind {
    case .end: true
    case .close(let other) where other != bracket: openBrackets.contains(other)
    default:
      token.afterBreak
        && (isBroken(bracket, openedAt: opening) || beginsStatementAtMargin(inside: bracket))
    }
  }

  /// Whether an unclosed string contains the end of a bracket of its line.
  private func isBroken(_ bracket: Bracket, openedAt opening: SourceRange) -> Bool {
    guard let brokenString, brokenString > opening.start else { return false }
    let between = lexer.bytes[opening.start..<brokenString]
    guard !between.contains(where: Ascii.isBreak) else { return false }
    guard bracket == .brace else { return true }
    let lost = lexer.bytes[brokenString..<lexer.endOfLine(from: brokenString)]
    return lost.contains(UInt8(ascii: "}"))
  }

  /// Skips to a comma or a closing bracket of the current list.
  private mutating func skipToDelimiter() {
    skip { parser in
      parser.token.kind == .comma
        || parser.token.afterBreak && parser.beginsStatementAtMargin(inside: .brace)
    }
  }

  /// Skips to a comma or the end of the line.
  mutating func skipEntry() {
    skip { $0.token.kind == .comma || $0.token.afterBreak }
  }

  /// Skips to where the next statement begins.
  mutating func skipStatement() {
    skip { parser in
      if parser.token.kind == .semicolon { return true }
      return parser.token.afterBreak && parser.token.kind != .period
    }
  }

  /// Skips `{ … }`; the next token is the brace.
  mutating func skipBraces() { skip { _ in true } }

  /// Skips tokens, a bracket with its content as one, until `isEnd` or a bracket closes that was
  /// not opened here. At least one token is skipped unless it ends the text or closes a bracket.
  private mutating func skip(until isEnd: (Parser) -> Bool) {
    var opened: [Bracket] = []
    var isFirst = true
    while token.kind != .end {
      if let innermost = opened.last {
        if token.afterBreak, beginsStatementAtMargin(inside: innermost) { return }
      } else if !isFirst, isEnd(self) {
        return
      }
      isFirst = false
      switch token.kind {
      case .open(let bracket): opened.append(bracket)
      case .close:
        guard opened.popLast() != nil else { return }
      case .string(closed: false):
        advance()
        return
      default: break
      }
      advance()
    }
  }

}

// MARK: Blocks

extension Parser {
  /// Parses `{ … }`; the next token is the brace. The head of a closure is read by `head`.
  mutating func parseBlock(
    head: (inout Parser) -> Void = { _ in }
  ) -> [CodeStatement] {
    let opening = token.span
    guard enterNesting() else { return [] }
    let outer = allowsTrailingClosure
    allowsTrailingClosure = true
    openBrackets.append(.brace)
    names.open()
    defer {
      names.close()
      openBrackets.removeLast()
      allowsTrailingClosure = outer
      nesting -= 1
    }
    advance()
    head(&self)
    let (statements, tallest) = parseCode { $0.closes(.brace, openedAt: opening) }
    height = tallest
    return statements
  }

  /// Statements until `isEnd`, and the height of the tallest.
  mutating func parseCode(
    until isEnd: (inout Parser) -> Bool
  ) -> (statements: [CodeStatement], height: Int) {
    var statements: [CodeStatement] = []
    var tallest = 0
    while true {
      while take(.semicolon) {}
      if isEnd(&self) { break }
      height = 0
      parseWhole { statements += $0.parseCodeStatement() }
      tallest = max(tallest, height)
    }
    return (statements, tallest)
  }

  /// Parses a statement, and reports text between it and the next one.
  mutating func parseWhole(_ parse: (inout Parser) -> Void) {
    let start = token.span.start
    statementStart = start
    let known = diagnostics.count
    parse(&self)
    if token.span.start > start {
      switch token.kind {
      case .end, .semicolon, .close: return
      default: if token.afterBreak { return }
      }
    }
    if diagnostics.count == known {
      if token.isBroken {
        advance()
      } else {
        report(.trailingText(found: found), at: token.span)
      }
    }
    skipStatement()
  }

  /// Counts one level of nesting; false, with the level skipped, if there are too many.
  mutating func enterNesting() -> Bool {
    nesting += 1
    guard nesting > Self.deepestNesting else { return true }
    nesting -= 1
    tooDeepAt = token.span.start
    report(.nestedTooDeep(limit: Self.deepestNesting), at: token.span)
    if case .open = token.kind { skip { _ in true } }
    height = 0
    return false
  }

  /// Sets the height of a tree above its tallest child; false if it is too high.
  mutating func raise(above child: Int, at start: Int) -> Bool {
    height = child + 1
    guard height > Self.longestChain else { return true }
    height = 0
    if !reportedChain {
      reportedChain = true
      report(.chainTooLong(limit: Self.longestChain), at: span(from: start))
    }
    return false
  }
}
