// Statements that may stand in a block: declarations, assignments, control flow.

extension Parser {
  /// Nothing where the statement is left out; `let a = 1, b = 2` are two.
  mutating func parseCodeStatement() -> [CodeStatement] {
    let start = token.span.start
    skipModifiers()
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
    let kind = CodeStatement.Kind.assignment(target: target, operator: assignment, value: value)
    return [CodeStatement(kind: kind, span: span(from: start))]
  }

  /// Attributes and access levels of pasted declarations say nothing here.
  private mutating func skipModifiers() {
    while true {
      if token.kind == .at, peek().kind == .name {
        advance()
        advance()
        continue
      }
      guard token.kind == .name, ReservedWord.modifiers.contains(text(token)) else { return }
      let next = peek()
      guard next.kind == .name, !next.afterBreak else { return }
      advance()
    }
  }

  /// Nil if the word begins no statement of its own.
  private mutating func parseKeywordStatement(
    _ word: String, from start: Int
  ) -> [CodeStatement]? {
    let kind: CodeStatement.Kind?
    switch word {
    case "let", "var": return parseBindings(isVariable: word == "var", from: start)
    case "const", "val":
      guard peek().kind == .name, !peek().afterBreak else { return nil }
      report(.notInTheLanguage("'\(word)'", instead: "write 'let'"), at: token.span)
      return parseBindings(isVariable: false, from: start)
    case "if": kind = parseConditional()
    case "guard": kind = parseGuard()
    case "for": kind = parseLoop()
    case "switch": kind = parseSwitch()
    case "return": kind = parseReturn()
    case "throw":
      advance()
      kind = .throw(parseExpression())
    case "break", "continue":
      advance()
      kind = word == "break" ? .break : .continue
    case "import":
      advance()
      skipEntry()
      return []
    default:
      guard let instead = Self.foreignStatements[word] else { return nil }
      report(.notInTheLanguage("'\(word)'", instead: instead), at: token.span)
      skipStatement()
      return []
    }
    return kind.map { [CodeStatement(kind: $0, span: span(from: start))] } ?? []
  }

  private static let foreignStatements: [String: String?] = [
    "while": "write 'for x in …'", "repeat": "write 'for x in …'",
    "func": "give a closure a name: 'let NAME = { … }'", "class": nil, "struct": nil, "enum": nil,
    "actor": nil, "extension": nil, "protocol": nil, "typealias": nil, "init": nil,
    "do": nil, "defer": nil, "else": "it belongs to an 'if' that ends before it",
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
    case .name, .invalid, .subscript: true
    case .member(let base, _), .optionalChain(let base), .forceUnwrap(let base):
      base.isAssignableBase
    default: false
    }
  }

  private var isAssignableBase: Bool {
    if case .call = kind { return true }
    return isAssignable
  }
}

// MARK: Declarations

extension Parser {
  private mutating func parseBindings(isVariable: Bool, from start: Int) -> [CodeStatement]? {
    var statements: [CodeStatement] = []
    var tallest = 0
    var start = start
    advance()
    repeat {
      guard let binding = parseBinding(isVariable: isVariable) else { break }
      tallest = max(tallest, height)
      statements.append(CodeStatement(kind: .binding(binding), span: span(from: start)))
      start = token.span.start
      if case .invalid = binding.value?.kind { break }
    } while take(.comma)
    height = tallest
    return statements
  }

  /// `a, b: Type = value`
  private mutating func parseBinding(isVariable: Bool) -> Binding? {
    var names: [Name] = []
    repeat {
      guard let name = parseDeclaredName() else { return nil }
      names.append(name)
    } while take(.comma)
    height = 0
    var type: TypeName?
    if take(.colon) {
      type = parseType()
      if type == nil { return nil }
    }
    var binding = Binding(isVariable: isVariable, names: names, type: type, value: nil)
    if takeOperator("=") {
      binding.value = parseExpression()
    } else if token.kind == .open(.brace), type != nil {
      let mistake = SyntaxError.notInTheLanguage(
        "a computed property", instead: "write '= …' instead of the braces")
      report(mistake, at: token.span)
      skipStatement()
    } else if type == nil || !isVariable {
      reportMissing("'=' and a value")
    }
    return binding
  }

  /// A name that is new. Swift's keywords need backticks.
  mutating func parseDeclaredName() -> Name? {
    if token.kind == .name, ReservedWord.isReserved(text(token)), !token.afterBreak {
      report(.reservedName(text(token)), at: token.span)
      advance()
      return nil
    }
    if token.kind == .name || token.kind == .quotedName {
      let name = name(of: token)
      advance()
      return name
    }
    reportMissing("a name")
    return nil
  }
}

// MARK: What `case`, `for` and `if case` take values apart with

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
