// Statements that are allowed in a block: declarations, assignments, control flow.

extension Parser {
  /// Nothing where the statement is left out; `let a = 1, b = 2` are two.
  mutating func parseCodeStatement() -> [CodeStatement] {
    let start = token.span.start
    var isLazy = false
    let isPublished = skipModifiers { if $0 == "lazy" { isLazy = true } }
    if isLazy, scriptClass != nil, isWord("var") {
      lazyStatements += parseBindings(isVariable: true, isPublished: false, from: start) ?? []
      return []
    }
    if isPublished, isWord("var") {
      return parseBindings(isVariable: true, isPublished: true, from: start) ?? []
    }
    if token.kind == .name, let statements = parseKeywordStatement(text(token), from: start) {
      return statements
    }
    if !openBrackets.isEmpty, reportStatementInsideBlock() { return [] }
    let target = parseExpression()
    guard token.kind == .operator, !token.afterBreak || isInfix,
      let assignment = AssignmentOperator(rawValue: text(token))
    else { return [CodeStatement(kind: .expression(target), span: span(from: start))] }
    if !target.isAssignable { report(.notAssignable, at: target.span) }
    advance()
    let tall = height
    let value = parseExpression()
    height = max(tall, height)
    // `self.service = service` in the initializer of the view model.
    if case .name(let property) = target.kind, case .name(let parameter) = value.kind,
      scriptClass != nil,
      parameter == property || parameter == "init.\(property)" && names.fileNames.contains(property)
    {
      return []
    }
    let kind = CodeStatement.Kind.assignment(target: target, operator: assignment, value: value)
    return [CodeStatement(kind: kind, span: span(from: start))]
  }

  /// Skips attributes and access levels, which mean nothing in a script; returns whether
  /// `@Published` was among them.
  ///
  /// - Parameter note: receives each access level and other modifier.
  @discardableResult
  mutating func skipModifiers(_ note: (String) -> Void = { _ in }) -> Bool {
    var isPublished = false
    while true {
      if token.kind == .at, peek().kind == .name {
        advance()
        if isWord("Published") { isPublished = true }
        advance()
        if token.kind == .open(.parenthesis), !token.afterBlank {
          parseList(.parenthesis) { _ = $0.parseExpression() }
        }
        continue
      }
      guard token.kind == .name else { break }
      let word = text(token)
      guard ReservedWord.modifiers.contains(word) else { break }
      let next = peek()
      if next.kind == .open(.parenthesis), !next.afterBlank {
        // `private(set)`
        var ahead = lexer
        _ = ahead.next()
        guard ahead.next().kind == .name, ahead.next().kind == .close(.parenthesis),
          ahead.next().kind == .name
        else { break }
        for _ in 0..<4 { advance() }
        continue
      }
      guard next.kind == .name, !next.afterBreak || isPublished else { break }
      note(word)
      advance()
    }
    return isPublished
  }

  /// Returns `nil` if the word does not begin a statement.
  private mutating func parseKeywordStatement(
    _ word: String, from start: Int
  ) -> [CodeStatement]? {
    switch word {
    case "let", "var":
      return parseBindings(isVariable: word == "var", isPublished: false, from: start)
    case "func": return parseFunction(from: start).map { [$0] } ?? []
    case "enum": return parseTypeDeclaration(.enumeration) ?? []
    case "struct": return parseTypeDeclaration(.structure) ?? []
    case "class", "actor": return parseClass() ?? []
    case "extension": return parseExtension() ?? []
    case "protocol":
      skipProtocol()
      return []
    case "typealias":
      skipStatement()
      return []
    case "init", "deinit":
      let next = peek().kind
      guard next == .open(.parenthesis) || next == .open(.brace) || text(peek()) == "?" else {
        return nil
      }
      return parseInitializer() ?? []
    case "const", "val":
      guard peek().kind == .name, !peek().afterBreak else { return nil }
      report(.notInTheLanguage("'\(word)'", instead: "write 'let'"), at: token.span)
      return parseBindings(isVariable: false, isPublished: false, from: start)
    case "async" where peek().kind == .name && text(peek()) == "let":
      advance()
      return parseAsyncBindings(from: start)
    case "import":
      advance()
      skipEntry()
      return []
    default: return parseControlFlow(word, from: start)
    }
  }

  private mutating func parseControlFlow(_ word: String, from start: Int) -> [CodeStatement]? {
    let kind: CodeStatement.Kind?
    switch word {
    case "if": kind = parseConditional()
    case "guard": kind = parseGuard()
    case "for": kind = parseLoop()
    case "while": kind = parseRepetition()
    case "repeat": kind = parseRepeat()
    case "switch": kind = parseSwitch()
    case "do": kind = parseAttempt()
    case "defer":
      advance()
      kind = parseBody().map { .deferred($0) }
    case "return": kind = parseReturn()
    case "throw":
      advance()
      kind = .throw(parseExpression())
    case "break", "continue":
      advance()
      kind = word == "break" ? .break : .continue
    default:
      guard let instead = Self.foreignStatements[word] else { return nil }
      report(.notInTheLanguage("'\(word)'", instead: instead), at: token.span)
      skipStatement()
      return []
    }
    return kind.map { [CodeStatement(kind: $0, span: span(from: start))] } ?? []
  }

  private static let foreignStatements: [String: String?] = [
    "subscript": "write a function",
    "catch": "it belongs to a 'do' that ends before it",
    "else": "it belongs to an 'if' that ends before it",
    "case": "it belongs into a 'switch'", "default": "it belongs into a 'switch'",
  ]

  private mutating func reportStatementInsideBlock() -> Bool {
    guard token.kind == .name else { return false }
    let start = token.span
    if let row = RowShape(lexer, at: start.start) {
      report(.onlyOutsideBlocks("a row"), at: start)
      resume(at: lexer.endOfLine(from: row.end))
      return true
    }
    let next = peek()
    guard !next.afterBreak, StatementWord(rawValue: text(token)) != nil else { return false }
    switch next.kind {
    case .name, .string, .number: break
    default: return false
    }
    report(.onlyOutsideBlocks("'\(text(token))'"), at: start)
    if text(token) == "expect" {
      resume(at: lexer.endOfLine(from: start.end))
    } else {
      skipStatement()
    }
    return true
  }
}

extension Expression {
  fileprivate var isAssignable: Bool {
    switch kind {
    case .name, .shorthand, .invalid, .subscript: true
    case .member(let base, _), .optionalChain(let base), .forceUnwrap(let base):
      base.isAssignableBase
    default: false
    }
  }

  private var isAssignableBase: Bool {
    switch kind {
    case .call: true
    default: isAssignable
    }
  }
}

// MARK: Patterns of `case`, `for` and `if case`

extension Parser {
  /// `let x`, `.failure(let error)`, `(a, _)`, `is T`; with `?` each of them matches what is not
  /// `nil`, with `as T` what is of a type.
  ///
  /// - Parameter binds: whether a name declares a new one.
  mutating func parsePattern(binds: Bool) -> Pattern? {
    let start = token.span.start
    if takeWord("is") {
      guard let type = parseType() else { return nil }
      let any = Pattern(kind: .wildcard, span: span(from: start))
      return Pattern(kind: .typed(any, type), span: span(from: start))
    }
    guard var pattern = parseSimplePattern(binds: binds) else { return nil }
    while isOperator("?"), !token.afterBlank {
      let some = Name(text: "some", span: token.span)
      advance()
      pattern = Pattern(kind: .member(some, [pattern]), span: span(from: start))
    }
    if takeWord("as") {
      guard let type = parseType() else { return nil }
      pattern = Pattern(kind: .typed(pattern, type), span: span(from: start))
    }
    return pattern
  }

  private mutating func parseSimplePattern(binds: Bool) -> Pattern? {
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
      return Pattern(kind: .binding(name), span: span(from: start))
    }
    let value = parsePatternValue()
    return Pattern(kind: .expression(value), span: span(from: start))
  }

  /// Skips the type before the period in `case CartAction.add(let item)`.
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
