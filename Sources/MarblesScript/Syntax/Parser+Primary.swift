// Operands: literals, names, brackets, closures.

extension Parser {
  mutating func parsePrimary() -> Expression {
    let start = token.span.start
    height = 1
    if beginsAnotherStatement { return reportMissingOperand() }
    switch token.kind {
    case .number: return parseNumber(negatedAt: nil)
    case .string: return parseString()
    case .shorthand: return parseShorthand()
    case .projection: return parseProjection()
    case .name: return parseWord()
    case .quotedName:
      let name = name(of: token)
      advance()
      return Expression(kind: expression(named: name), span: name.span)
    case .open(.parenthesis): return parseParentheses()
    case .open(.square): return parseCollection()
    case .open(.brace): return parseClosure()
    case .period:
      advance()
      guard let name = parseMemberName() else { return invalid(from: start) }
      if let type = names.typeWithStatic(name.text) {
        return Expression(kind: .name("\(type).\(name.text)"), span: span(from: start))
      }
      return Expression(kind: .implicitMember(name), span: span(from: start))
    case .backslash: return parseKeyPath()
    default: return reportMissingOperand()
    }
  }

  /// `[a, b]`, or `[a: b]`.
  private mutating func parseCollection() -> Expression {
    let start = token.span.start
    var ahead = lexer
    if ahead.next().kind == .colon, ahead.next().kind == .close(.square) {
      for _ in 0..<3 { advance() }
      return Expression(kind: .dictionary([]), span: span(from: start))
    }
    var elements: [Expression] = []
    var isDictionary = false
    parseList(.square) { parser in
      let place = parser.token.span.start
      let element = parser.parseExpression()
      guard parser.take(.colon) else { return elements.append(element) }
      isDictionary = true
      let tall = parser.height
      let value = parser.parseExpression()
      parser.height = max(tall, parser.height) + 1
      let pair = [Argument(label: nil, value: element), Argument(label: nil, value: value)]
      elements.append(Expression(kind: .tuple(pair), span: parser.span(from: place)))
    }
    return nested(isDictionary ? .dictionary(elements) : .array(elements), from: start)
  }

  /// An operand can be in the next line, but not at its start: without an open bracket, a statement
  /// begins there.
  private var beginsAnotherStatement: Bool {
    guard token.afterBreak, isAtMargin else { return false }
    guard let innermost = openBrackets.last else { return token.span.start > statementStart }
    return beginsStatementAtMargin(inside: innermost)
  }

  private mutating func reportMissingOperand() -> Expression {
    reportMissingExpression()
    let span = placeOfMissing
    if token.kind == .operator, BinaryOperator(rawValue: text(token)) == nil { advance() }
    return Expression(kind: .invalid, span: span)
  }

  /// An expression around the one that was parsed last.
  private mutating func nested(_ kind: Expression.Kind, from start: Int) -> Expression {
    guard raise(above: height, at: start) else { return invalid(from: start) }
    return Expression(kind: kind, span: span(from: start))
  }

  private mutating func parseWord() -> Expression {
    let word = text(token)
    let kind: Expression.Kind
    switch word {
    case "true": kind = .boolean(true)
    case "false": kind = .boolean(false)
    case "nil": kind = .null
    case "init": kind = .name(word)
    case "super": return parseSuper()
    default:
      if ReservedWord.isReserved(word) {
        return reportMissingOperand()
      }
      if word == "new", peek().kind == .name, !peek().afterBreak {
        let made = text(peek())
        report(.notInTheLanguage("'new'", instead: "write '\(made)(…)' alone"), at: token.span)
        advance()
        return parsePrimary()
      }
      kind = expression(named: name(of: token))
    }
    let span = token.span
    advance()
    return Expression(kind: kind, span: span)
  }

  /// No closure has more parameters than this.
  private static let mostShorthands = 255

  private mutating func parseShorthand() -> Expression {
    let span = token.span
    let digits = text(token).dropFirst()
    advance()
    guard let number = Int(digits), number <= Self.mostShorthands else {
      report(.integerOverflow(String(digits)), at: span)
      return Expression(kind: .invalid, span: span)
    }
    guard ownership.hasShorthand else { return Expression(kind: .shorthand(number), span: span) }
    return Expression(kind: number == 0 ? .name("self") : .shorthand(number - 1), span: span)
  }

  /// `()`, `(a)`, which is `a`, or `(a, b)`
  private mutating func parseParentheses() -> Expression {
    let start = token.span.start
    let arguments = parseArguments(.parenthesis)
    if arguments.count == 1, let only = arguments.first, only.label == nil {
      return only.value
    }
    for (index, argument) in arguments.enumerated() {
      if let label = argument.label { names.types.labels[label.text, default: []].insert(index) }
    }
    return nested(.tuple(arguments), from: start)
  }

  /// `\.name.count`, `\String.count`
  private mutating func parseKeyPath() -> Expression {
    let start = token.span.start
    advance()
    var root: TypeName?
    if token.kind == .name, !token.afterBlank {
      let name = name(of: token)
      advance()
      root = TypeName(text: name.text, span: name.span)
    }
    var names: [Name] = []
    while token.kind == .period, !token.afterBlank {
      advance()
      guard let name = parseMemberName() else { return invalid(from: start) }
      names.append(name)
    }
    if names.isEmpty {
      reportMissing("'.' and a property")
      return invalid(from: start)
    }
    return Expression(kind: .keyPath(root: root, names), span: span(from: start))
  }
}

// MARK: Closures

extension Parser {
  mutating func parseClosure() -> Expression {
    let start = token.span.start
    var closure = Closure(captures: [], parameters: nil, result: nil, body: [])
    let outer = ownership
    defer { ownership = outer }
    closure.body = parseBlock { parser in
      parser.parseSignature(of: &closure)
      parser.takeOwner(of: &closure)
      for name in closure.parameters ?? [] { parser.names.declare(name.text) }
    }
    return nested(.closure(closure), from: start)
  }

  /// Reads `[weak self] (a: Int, b) -> T in`, if a closure has it.
  private mutating func parseSignature(of closure: inout Closure) {
    var reader = SignatureReader(lexer, token)
    guard reader.read() else { return }
    closure.captures = reader.captures
    closure.parameters = reader.parameters
    closure.result = reader.result
    reader.result.map { noteLabels(of: $0) }
    resume(at: reader.end)
  }
}

/// Reads the head of a closure ahead of the parser; there may be none.
private struct SignatureReader {
  private var lexer: Lexer
  private var token: Token
  private(set) var captures: [Name] = []
  private(set) var parameters: [Name]?
  private(set) var result: TypeName?
  private(set) var end = 0

  init(_ lexer: Lexer, _ token: Token) {
    self.lexer = lexer
    self.token = token
  }

  private var word: String { text(token.span) }

  private func text(_ span: SourceRange) -> String {
    String(decoding: lexer.bytes[span.start..<span.end], as: UTF8.self)
  }

  private mutating func advance() { token = lexer.next() }

  private mutating func take(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  /// True if there is a head; it ends with `in`.
  mutating func read() -> Bool {
    while token.kind == .at {
      advance()
      guard take(.name) else { return false }
    }
    if token.kind == .open(.square), !readCaptures() { return false }
    if token.kind == .open(.parenthesis) {
      guard readParameters() else { return false }
    } else if token.kind == .quotedName || token.kind == .name && word != "in" {
      guard readNames() else { return false }
    } else if captures.isEmpty {
      return false
    }
    while token.kind == .name, word == "throws" || word == "async" { advance() }
    if token.kind == .operator, word == "->", !readResult() { return false }
    guard token.kind == .name, word == "in" else { return false }
    end = token.span.end
    return true
  }

  private mutating func readCaptures() -> Bool {
    advance()
    repeat {
      while token.kind == .name, ["weak", "unowned"].contains(word) { advance() }
      guard token.kind == .name else { return false }
      captures.append(Name(text: word, span: token.span))
      advance()
      if token.kind == .operator, word == "=", !skipCapturedValue() { return false }
    } while take(.comma)
    return take(.close(.square))
  }

  /// `[weak model = self.model]`
  private mutating func skipCapturedValue() -> Bool {
    advance()
    while token.kind == .name || token.kind == .period { advance() }
    return token.kind == .comma || token.kind == .close(.square)
  }

  private mutating func readNames() -> Bool {
    var names: [Name] = []
    repeat {
      guard let name = readName() else { return false }
      names.append(name)
    } while take(.comma)
    parameters = names
    return true
  }

  private mutating func readName() -> Name? {
    var span = token.span
    switch token.kind {
    case .name where !ReservedWord.isReserved(word): break
    case .quotedName: span = SourceRange(span.start + 1, span.end - 1)
    default: return nil
    }
    defer { advance() }
    return Name(text: text(span), span: token.span)
  }

  private mutating func readParameters() -> Bool {
    advance()
    var names: [Name] = []
    while token.kind != .close(.parenthesis) {
      guard var name = readName() else { return false }
      if let inner = readName() { name = inner }
      names.append(name)
      if token.kind == .colon {
        advance()
        guard readType() != nil else { return false }
      }
      guard take(.comma) else { break }
    }
    parameters = names
    return take(.close(.parenthesis))
  }

  private mutating func readResult() -> Bool {
    advance()
    result = readType()
    return result != nil
  }

  private mutating func readType() -> TypeName? {
    let start = token.span.start
    var reader = TypeReader(lexer, token)
    guard reader.readType() else { return nil }
    lexer.offset = reader.previousEnd
    advance()
    return TypeName(text: reader.text, span: SourceRange(start, reader.previousEnd))
  }
}
