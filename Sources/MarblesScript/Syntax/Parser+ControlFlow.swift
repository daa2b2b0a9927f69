// Branches and loops.

extension Parser {
  mutating func parseConditional() -> CodeStatement.Kind? {
    var branches: [Branch] = []
    var otherwise: [CodeStatement]?
    var tallest = 0
    names.open()
    defer { names.close() }
    repeat {
      advance()
      let conditions = parseConditions()
      tallest = max(tallest, height)
      guard let body = parseBody() else { return nil }
      tallest = max(tallest, height)
      branches.append(Branch(conditions: conditions, body: body))
      guard takeWord("else") else { break }
      if isWord("if") { continue }
      otherwise = parseBody()
      tallest = max(tallest, height)
      break
    } while true
    height = tallest + 1
    return .conditional(branches, otherwise: otherwise)
  }

  mutating func parseGuard() -> CodeStatement.Kind? {
    advance()
    let conditions = parseConditions()
    let tall = height
    guard takeWord("else") else {
      reportMissing("'else'")
      return nil
    }
    guard let body = parseBody() else { return nil }
    height = max(tall, height) + 1
    return .guarded(conditions, otherwise: body)
  }

  private mutating func parseConditions() -> [Condition] {
    var conditions: [Condition] = []
    var tallest = 0
    repeat {
      height = 0
      if let condition = parseCondition() { conditions.append(condition) }
      tallest = max(tallest, height)
    } while take(.comma)
    height = tallest
    return conditions
  }

  private mutating func parseCondition() -> Condition? {
    if takeWord("let") || takeWord("var") {
      if parseBindingOfScript() { return nil }
      guard let name = parseDeclaredName() else { return nil }
      if take(.colon) { _ = parseType() }
      return .binding(name, takeOperator("=") ? parseHead() : nil)
    }
    guard takeWord("case") else { return .expression(parseHead()) }
    guard let pattern = parsePattern(binds: false) else { return nil }
    let tall = height
    guard takeOperator("=") else {
      reportMissing("'='")
      return nil
    }
    let value = parseHead()
    height = max(tall, height)
    return .pattern(pattern, value)
  }

  /// `let self`, `let self = self`, `let strongSelf = self`: the script is never nil.
  private mutating func parseBindingOfScript() -> Bool {
    var ahead = lexer
    let next = ahead.next()
    let isAssigned = next.kind == .operator && text(next) == "="
    let value = isAssigned ? ahead.next() : next
    guard token.kind == .name || token.kind == .quotedName else { return false }
    let name = name(of: token).text
    if isAssigned {
      guard value.kind == .name, names.scriptNames.contains(text(value)),
        ![.period, .open(.parenthesis)].contains(ahead.next().kind)
      else { return false }
    } else if name != "self" {
      return false
    }
    advance()
    if isAssigned {
      advance()
      advance()
    }
    names.declareAlias(name)
    return true
  }

  mutating func parseLoop() -> CodeStatement.Kind? {
    names.open()
    defer { names.close() }
    advance()
    if isWord("try") { advance() }
    let isAwaited = takeWord("await")
    let bindsNames = !takeWord("case")
    guard let pattern = parsePattern(binds: bindsNames) else { return nil }
    guard takeWord("in") else {
      reportMissing("'in'")
      return nil
    }
    let sequence = parseHead()
    var tallest = height
    let filter = takeWord("where") ? parseHead() : nil
    tallest = max(tallest, height)
    guard let body = parseBody() else { return nil }
    height = max(tallest, height) + 1
    return .loop(
      ForLoop(
        pattern: pattern, sequence: sequence, filter: filter, body: body, isAwaited: isAwaited))
  }

  mutating func parseRepetition() -> CodeStatement.Kind? {
    names.open()
    defer { names.close() }
    advance()
    let conditions = parseConditions()
    let tall = height
    guard let body = parseBody() else { return nil }
    height = max(tall, height) + 1
    return .repetition(Repetition(conditions: conditions, body: body))
  }

  /// `repeat { … } while …`
  mutating func parseRepeat() -> CodeStatement.Kind? {
    advance()
    guard let body = parseBody() else { return nil }
    let tall = height
    guard takeWord("while") else {
      reportMissing("'while'")
      return nil
    }
    let condition = parseHead()
    height = max(tall, height) + 1
    return .repetition(
      Repetition(conditions: [.expression(condition)], body: body, testsFirst: false))
  }

  /// `do { … } catch … { … }`
  mutating func parseAttempt() -> CodeStatement.Kind? {
    advance()
    guard let body = parseBody() else { return nil }
    var tallest = height
    var clauses: [CatchClause] = []
    while takeWord("catch") {
      names.open()
      defer { names.close() }
      var clause = CatchClause(body: [])
      if token.kind != .open(.brace), !isWord("where") {
        clause.pattern = parsePattern(binds: false)
        tallest = max(tallest, height)
      }
      if takeWord("where") { clause.filter = parseHead() }
      tallest = max(tallest, height)
      names.declare("error")
      guard let body = parseBody() else { return nil }
      clause.body = body
      clauses.append(clause)
      tallest = max(tallest, height)
    }
    height = tallest + 1
    return .attempt(body, clauses)
  }

  mutating func parseReturn() -> CodeStatement.Kind {
    advance()
    switch token.kind {
    case .semicolon, .close, .end: return .return(nil)
    default: return .return(token.afterBreak ? nil : parseExpression())
    }
  }

  mutating func parseSwitch() -> CodeStatement.Kind? {
    advance()
    let subject = parseHead()
    guard token.kind == .open(.brace) else {
      reportMissing("'{'")
      return nil
    }
    let opening = token.span
    guard enterNesting() else { return nil }
    openBrackets.append(.brace)
    defer {
      openBrackets.removeLast()
      nesting -= 1
    }
    advance()
    var cases: [SwitchCase] = []
    var tallest = height
    while !closes(.brace, openedAt: opening) {
      parseSwitchCase().map { cases.append($0) }
      tallest = max(tallest, height)
    }
    height = tallest + 1
    return .choice(subject, cases)
  }

  private mutating func parseSwitchCase() -> SwitchCase? {
    var patterns: [Pattern] = []
    var filter: Expression?
    var tallest = 0
    let known = diagnostics.count
    names.open()
    defer { names.close() }
    if takeWord("case") {
      repeat {
        guard let pattern = parsePattern(binds: false) else { break }
        patterns.append(pattern)
        tallest = max(tallest, height)
      } while take(.comma)
      if takeWord("where") { filter = parseHead() }
      tallest = max(tallest, height)
    } else if !takeWord("default") {
      reportMissing("'case' or 'default'")
      skipStatement()
      return nil
    }
    if !take(.colon), diagnostics.count == known { reportMissing("':'") }
    let body = parseCode { parser in
      if case .close = parser.token.kind { return true }
      return parser.token.kind == .end || parser.isWord("case") || parser.isWord("default")
    }
    height = max(tallest, body.height)
    return SwitchCase(patterns: patterns, filter: filter, body: body.statements)
  }
}
