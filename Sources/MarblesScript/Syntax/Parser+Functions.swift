// Functions, initializers and classes.

extension Parser {
  /// `func name(label name: Type = value) -> Type { … }` as a name for a closure.
  mutating func parseFunction(from start: Int) -> CodeStatement? {
    guard let (name, closure) = parseFunctionParts() else { return nil }
    guard raise(above: height, at: start) else { return nil }
    let binding = Binding(
      isVariable: false, names: [name], type: nil,
      value: Expression(kind: .closure(closure), span: span(from: name.span.start)))
    return CodeStatement(kind: .binding(binding), span: span(from: start))
  }

  /// The next token is `func`.
  mutating func parseFunctionParts() -> (name: Name, closure: Closure)? {
    advance()
    guard let name = parseDeclaredName() else { return nil }
    if isOperator("<") { _ = parseGenericArguments() }
    guard token.kind == .open(.parenthesis) else {
      reportMissing("'('")
      return nil
    }
    guard let closure = parseSignatureAndBody() else { return nil }
    return (name, closure)
  }

  /// `(a: Int, b: Int = 1) throws -> Int { … }`; the next token is the parenthesis.
  private mutating func parseSignatureAndBody() -> Closure? {
    let parameters = parseParameters()
    while isWord("async") || isWord("throws") || isWord("rethrows") { advance() }
    var result: TypeName?
    if takeOperator("->") { result = parseType() }
    if takeWord("where") {
      while token.kind != .open(.brace), token.kind != .end { advance() }
    }
    names.open(parameters.map(\.name))
    defer { names.close() }
    guard let statements = parseBody() else { return nil }
    return Closure(
      captures: [], parameters: parameters.map(\.name), result: result, body: statements,
      signature: parameters)
  }

  /// `(label name: Type = value, …)`; the next token is the parenthesis.
  mutating func parseParameters() -> [Parameter] {
    var parameters: [Parameter] = []
    parseList(.parenthesis) { parser in
      guard let parameter = parser.parseParameter() else { return }
      parameters.append(parameter)
    }
    return parameters
  }

  private mutating func parseParameter() -> Parameter? {
    // A label can be a reserved word: `weather(in city: String)`.
    let first = token
    var label: String? = text(first)
    guard first.kind == .name || first.kind == .quotedName else {
      reportMissing("a name")
      return nil
    }
    if peek().kind == .name || peek().kind == .quotedName {
      if label == "_" { label = nil }
      advance()
    } else if ReservedWord.isReserved(text(first)), first.kind == .name {
      report(.reservedName(text(first)), at: first.span)
      advance()
      return nil
    }
    let name = self.name(of: token)
    if first == token { label = name.text }
    advance()
    var type: TypeName?
    if take(.colon) {
      while token.kind == .at {
        advance()
        advance()
      }
      type = parseType()
    }
    if isOperator("..."), !token.afterBlank { advance() }
    var value: Expression?
    if takeOperator("=") { value = resolved(parseExpression(), as: type) }
    return Parameter(label: label, name: name, type: type, value: value)
  }

  // MARK: Classes

  /// `class Name: Type { … }`: a type with instances, or the view model, whose members are names of
  /// the script and whose initializer is a part of the script.
  mutating func parseClass() -> [CodeStatement]? {
    let opensType = names.declared[text(peek())] != nil
    if opensType { return parseTypeDeclaration(.reference) }
    advance()
    guard let name = parseTypeName() else { return nil }
    guard skipToBody() else { return nil }
    return parseMembersOfScript(name.text)
  }

  /// `extension Name { … }`
  mutating func parseExtension() -> [CodeStatement]? {
    if names.scriptNames.contains(text(peek())) {
      advance()
      guard let name = parseTypeName(), skipToBody() else { return nil }
      return parseMembersOfScript(name.text)
    }
    return parseTypeDeclaration(.structure, isExtension: true)
  }

  private mutating func parseMembersOfScript(_ name: String) -> [CodeStatement]? {
    let opening = token.span
    guard enterNesting() else { return nil }
    openBrackets.append(.brace)
    let outer = scriptClass
    scriptClass = name
    defer {
      scriptClass = outer
      openBrackets.removeLast()
      nesting -= 1
    }
    advance()
    let outerStatements = (lazyStatements, initializerStatements)
    (lazyStatements, initializerStatements) = ([], [])
    defer { (lazyStatements, initializerStatements) = outerStatements }
    let members = parseCode { $0.closes(.brace, openedAt: opening) }.statements
    // The initializer runs after the values of all properties.
    return members + lazyStatements + initializerStatements
  }

  /// The name after `class`, `struct` or `enum`; the next token is the word.
  mutating func parseTypeName() -> Name? {
    guard token.kind == .name || token.kind == .quotedName else {
      reportMissing("a name")
      return nil
    }
    defer { advance() }
    return name(of: token)
  }

  /// Skips superclasses and protocols.
  mutating func skipToBody() -> Bool {
    while token.kind != .open(.brace), token.kind != .end, !isAtMargin { advance() }
    guard token.kind == .open(.brace) else {
      reportMissing("'{'")
      return false
    }
    return true
  }

  /// `init(…) { … }` of the view model: its statements, after the values of its parameters.
  /// `deinit { … }` is left out.
  mutating func parseInitializer() -> [CodeStatement]? {
    let isDeinitializer = isWord("deinit")
    let start = token.span
    advance()
    if isOperator("?"), !token.afterBlank { advance() }
    var parameters: [Parameter] = []
    if token.kind == .open(.parenthesis) { parameters = parseParameters() }
    while isWord("async") || isWord("throws") { advance() }
    guard token.kind == .open(.brace) else {
      reportMissing("'{'")
      return nil
    }
    if isDeinitializer {
      skipBraces()
      return []
    }
    let given = scriptClass.map { argumentsOfCreation($0) } ?? []
    var statements: [CodeStatement] = []
    for parameter in parameters {
      let argument = given.first { $0.label?.text == parameter.label }?.value
      guard let value = argument ?? parameter.value else { continue }
      let own = Name(text: "init.\(parameter.name.text)", span: parameter.name.span)
      names.initializerNames[parameter.name.text] = own.text
      let binding = Binding(isVariable: false, names: [own], type: nil, value: value)
      statements.append(CodeStatement(kind: .binding(binding), span: start))
    }
    defer { names.initializerNames = [:] }
    initializerStatements += statements + parseBlock()
    return []
  }

  /// The arguments of `Model(service: …)`, wherever the script creates its view model.
  private mutating func argumentsOfCreation(_ type: String) -> [Argument] {
    guard let place = names.creations[type] else { return [] }
    let known = (lexer, token, previousEnd, openBrackets)
    defer { (lexer, token, previousEnd, openBrackets) = known }
    resume(at: place)
    openBrackets = []
    return parseArguments(.parenthesis)
  }

  /// `let model = Model()`: another name of the script.
  func createsScript(_ value: Expression) -> Bool {
    guard case .call(let call) = value.kind, case .name(let type) = call.function.kind else {
      return false
    }
    return type.first?.isUppercase == true && type != "Self" && names.scriptNames.contains(type)
  }
}
