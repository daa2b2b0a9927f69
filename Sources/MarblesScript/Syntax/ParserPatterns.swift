// What `case`, `for` and `if case` take values apart with.

extension Parser {
  /// `binds`: a name stands for a new one, not for its value.
  mutating func parsePattern(binds: Bool) -> Pattern? {
    let start = token.span.start
    if takeWord("let") || takeWord("var") { return parsePattern(binds: true) }
    if takeWord("_") { return Pattern(kind: .wildcard, span: span(from: start)) }
    if token.kind == .open(.parenthesis) {
      let patterns = parsePatterns(binds: binds)
      if patterns.count == 1, let only = patterns.first { return only }
      return Pattern(kind: .tuple(patterns), span: span(from: start))
    }
    skipQualifiers()
    if token.kind == .period {
      advance()
      guard let name = parseMemberName() else { return nil }
      let payload = token.kind == .open(.parenthesis) ? parsePatterns(binds: binds) : nil
      return Pattern(kind: .member(name, payload), span: span(from: start))
    }
    if binds {
      guard let name = parseDeclaredName() else { return nil }
      let pattern = Pattern(kind: .binding(name), span: span(from: start))
      guard isOperator("?"), !token.afterBlank else { return pattern }
      advance()
      // `let x?` is `.some(let x)`.
      let some = Name(text: "some", span: name.span)
      return Pattern(kind: .member(some, [pattern]), span: span(from: start))
    }
    let value = parseHead()
    return Pattern(kind: .expression(value), span: span(from: start))
  }

  /// The type before the period in `case CartAction.add(let item)` says nothing.
  private mutating func skipQualifiers() {
    while token.kind == .name, lexer.byte(lexer.offset) == Ascii.period,
      let first = text(token).first, first.isUppercase
    {
      advance()
    }
  }

  private mutating func parsePatterns(binds: Bool) -> [Pattern] {
    var patterns: [Pattern] = []
    parseList(.parenthesis) { parser in
      if parser.token.kind == .name, parser.peek().kind == .colon {
        parser.advance()
        parser.advance()
      }
      if let pattern = parser.parsePattern(binds: binds) { patterns.append(pattern) }
    }
    return patterns
  }
}
