// Structures, enumerations and classes with instances.

extension Parser {
  /// `struct Name { … }`; the next token is the word. Returns its static members, which are names
  /// of the script.
  mutating func parseTypeDeclaration(_ kind: TypeDeclaration.Kind, isExtension: Bool = false)
    -> [CodeStatement]?
  {
    advance()
    guard let name = parseTypeName() else { return nil }
    skipGenericParameters()
    let hasIntegers = take(.colon) && isWord("Int")
    var protocols: [String] = []
    guard skipToBody(noting: { protocols.append($0) }) else { return nil }
    let opening = token.span
    guard enterNesting() else { return nil }
    openBrackets.append(.brace)
    names.typePath.append(name.text)
    let outer = (scriptClass, names.initializerNames)
    (scriptClass, names.initializerNames) = (nil, [:])
    defer {
      (scriptClass, names.initializerNames) = outer
      names.typePath.removeLast()
      openBrackets.removeLast()
      nesting -= 1
    }
    advance()
    var type = TypeDeclaration(kind: kind, isExtension: isExtension)
    type.hasIntegers = hasIntegers
    type.protocols = protocols
    var statics: [CodeStatement] = []
    while true {
      while take(.semicolon) {}
      if closes(.brace, openedAt: opening) { break }
      height = 0
      parseWhole { statics += $0.parseMember(of: &type, name.text) }
    }
    names.types.add(type, named: name.text)
    return statics
  }

  private mutating func parseMember(of type: inout TypeDeclaration, _ typeName: String)
    -> [CodeStatement]
  {
    let start = token.span.start
    var modifiers: Set<String> = []
    let isPublished = skipModifiers { modifiers.insert($0) }
    let isStatic = modifiers.contains("static") || modifiers.contains("class")
    switch token.kind == .name ? text(token) : "" {
    case "let", "var":
      let statics = parseProperty(of: &type, typeName, isStatic: isStatic)
      if isPublished, !type.fields.isEmpty { type.fields[type.fields.count - 1].isPublished = true }
      return statics
    case "func":
      guard let (name, closure) = parseFunctionParts() else { return [] }
      if isStatic { return [staticMember(name, typeName, .closure(closure), from: start)] }
      type.methods[name.text, default: []].append(
        TypeDeclaration.Method(closure: closure, isMutating: modifiers.contains("mutating")))
    case "init":
      parseInitializer(of: &type, typeName)
    case "case": parseCases(of: &type)
    case "struct": return parseTypeDeclaration(.structure) ?? []
    case "enum": return parseTypeDeclaration(.enumeration) ?? []
    case "class": return parseTypeDeclaration(.reference) ?? []
    case "indirect": advance()
    case "deinit":
      advance()
      if token.kind == .open(.brace) { skipBraces() }
    case "typealias", "associatedtype": skipStatement()
    case "subscript":
      report(.notInTheLanguage("'subscript'", instead: "write a function"), at: token.span)
      skipStatement()
    default:
      report(.unexpectedInType(found: found), at: token.span)
      skipStatement()
    }
    return []
  }

  /// The next token is `init`.
  private mutating func parseInitializer(of type: inout TypeDeclaration, _ typeName: String) {
    advance()
    var result: TypeName?
    if isOperator("?"), !token.afterBlank {
      result = TypeName(text: typeName + "?", span: token.span)
      advance()
    }
    skipGenericParameters()
    guard token.kind == .open(.parenthesis) else {
      reportMissing("'('")
      return
    }
    let parameters = parseParameters()
    while isWord("async") || isWord("throws") { advance() }
    names.open(parameters.map(\.name))
    defer { names.close() }
    guard let body = parseBody() else { return }
    type.initializers.append(
      Closure(
        captures: [], parameters: parameters.map(\.name), result: result, body: body,
        signature: parameters))
  }

  private mutating func parseProperty(
    of type: inout TypeDeclaration, _ typeName: String, isStatic: Bool
  ) -> [CodeStatement] {
    let start = token.span.start
    let isVariable = isWord("var")
    advance()
    guard token.kind == .name || token.kind == .quotedName else {
      reportMissing("a name")
      return []
    }
    let name = name(of: token)
    advance()
    var further: [Name] = []
    while take(.comma), token.kind == .name {
      further.append(self.name(of: token))
      advance()
    }
    var written: TypeName?
    if take(.colon) {
      written = parseType()
      if written == nil { return [] }
    }
    if token.kind == .open(.brace), !beginsObservers {
      guard var getter = parseGetter() else { return [] }
      getter.result = written
      if isStatic {
        let call = Call(
          function: Expression(kind: .closure(getter), span: name.span), arguments: [])
        return [staticMember(name, typeName, .call(call), from: start)]
      }
      type.getters[name.text] = getter
      return []
    }
    var value: Expression?
    if takeOperator("=") { value = resolved(parseExpression(), as: written) }
    let observers =
      token.kind == .open(.brace) && beginsObservers ? parseObservers() : nil
    if isStatic, let value {
      return [staticMember(name, typeName, value.kind, type: written, from: start)]
    }
    for name in [name] + further {
      type.fields.append(
        TypeDeclaration.Field(
          name: name, type: written, value: value, isVariable: isVariable,
          observers: observers))
    }
    return []
  }

  /// `{ … }` or `{ get { … } }`; a setter is left out.
  mutating func parseGetter() -> Closure? {
    if peek().kind == .name, let word = Optional(text(peek())), word == "get" || word == "set" {
      advance()
      var getter: Closure?
      while token.kind == .name {
        let isGetter = isWord("get")
        advance()
        if token.kind == .open(.parenthesis) { parseList(.parenthesis) { $0.advance() } }
        guard token.kind == .open(.brace) else { break }
        if isGetter {
          getter = Closure(captures: [], parameters: [], result: nil, body: parseBlock())
        } else {
          skipBraces()
        }
      }
      guard take(.close(.brace)) else {
        reportMissing("'}'")
        return nil
      }
      return getter
    }
    return Closure(captures: [], parameters: [], result: nil, body: parseBlock())
  }

  private mutating func parseCases(of type: inout TypeDeclaration) {
    advance()
    repeat {
      guard token.kind == .name || token.kind == .quotedName else { return reportMissing("a name") }
      let name = name(of: token)
      advance()
      var found = TypeDeclaration.Case(name: name)
      if token.kind == .open(.parenthesis), !token.afterBreak {
        parseList(.parenthesis) { parser in
          let detail = parser.parseDetail()
          found.labels.append(detail.label)
          found.types.append(detail.type)
        }
      }
      if takeOperator("=") { found.rawValue = parseExpression() }
      type.cases.append(found)
    } while take(.comma)
  }

  /// `code: Int` or `Int`
  private mutating func parseDetail() -> (label: String?, type: TypeName?) {
    var label: String?
    if token.kind == .name, peek().kind == .colon {
      label = text(token)
      advance()
      advance()
    }
    let type = parseType()
    if takeOperator("=") { _ = parseExpression() }
    return (label, type)
  }

  private func staticMember(
    _ name: Name, _ owner: String, _ kind: Expression.Kind, type: TypeName? = nil, from start: Int
  ) -> CodeStatement {
    let own = Name(text: "\(owner).\(name.text)", span: name.span)
    let value = Expression(kind: kind, span: span(from: start))
    let binding = Binding(isVariable: true, names: [own], type: type, value: value)
    return CodeStatement(kind: .binding(binding), span: value.span)
  }

  /// Whether `{ didSet … }` or `{ willSet … }` begins here; the next token is the brace.
  var beginsObservers: Bool {
    let next = peek()
    return source.hasText("didSet", at: next.span) || source.hasText("willSet", at: next.span)
  }

  /// `{ willSet { … } didSet { … } }`; the next token is the brace.
  mutating func parseObservers() -> Observers {
    var willSet: Closure?
    var didSet: Closure?
    let opening = token.span
    openBrackets.append(.brace)
    defer { openBrackets.removeLast() }
    advance()
    while isWord("didSet") || isWord("willSet") {
      let isDidSet = isWord("didSet")
      advance()
      var name = Name(text: isDidSet ? "oldValue" : "newValue", span: token.span)
      if token.kind == .open(.parenthesis) {
        parseList(.parenthesis) { parser in
          name = parser.name(of: parser.token)
          parser.advance()
        }
      }
      guard token.kind == .open(.brace) else { break }
      names.open([name])
      let closure = Closure(captures: [], parameters: [name], result: nil, body: parseBlock())
      names.close()
      if isDidSet { didSet = closure } else { willSet = closure }
    }
    if !closes(.brace, openedAt: opening) { reportMissing("'}'") }
    return Observers(willSet: willSet, didSet: didSet)
  }

  /// `protocol Name { … }` and `typealias` mean nothing in a script.
  mutating func skipProtocol() {
    advance()
    let name = text(token)
    while token.kind != .open(.brace), token.kind != .end, !isAtMargin {
      advance()
      if token.kind == .name { names.types.refined[name, default: []].append(text(token)) }
    }
    guard token.kind == .open(.brace) else { return reportMissing("'{'") }
    skipBraces()
  }
}
