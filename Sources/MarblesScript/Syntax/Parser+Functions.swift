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
    skipGenericParameters()
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
    var isVariadic = false
    if isOperator("..."), !token.afterBlank {
      isVariadic = true
      advance()
      type = type.map { TypeName(text: "[\($0.text)]", span: $0.span) }
    }
    var value: Expression?
    if takeOperator("=") { value = resolved(parseExpression(), as: type) }
    return Parameter(label: label, name: name, type: type, value: value, isVariadic: isVariadic)
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
    // The initializer runs after the values of all properties. One that the script calls later is
    // followed by the values of lazy properties, unless it uses them.
    let lazy = Self.ordered(lazyStatements)
    guard let created = initializers[name], !created.isEmpty else {
      return members + lazy + initializerStatements
    }
    initializers[name] = created.map { $0.with(lazy: lazy) }
    return members
  }

  /// Lazy properties in an order in which each one follows those that its value names.
  private static func ordered(_ statements: [CodeStatement]) -> [CodeStatement] {
    var rest = statements
    var ordered: [CodeStatement] = []
    while !rest.isEmpty {
      let names = Set(rest.compactMap(\.declaredName))
      let next = rest.firstIndex { statement in
        !statement.mentions(names.subtracting([statement.declaredName ?? ""]))
      }
      ordered.append(rest.remove(at: next ?? 0))
    }
    return ordered
  }

  /// `<T: Equatable>`
  mutating func skipGenericParameters() {
    guard isOperator("<") else { return }
    var depth = 0
    repeat {
      if token.kind == .operator {
        for character in text(token) { depth += character == "<" ? 1 : character == ">" ? -1 : 0 }
      }
      advance()
    } while depth > 0 && token.kind != .end && token.kind != .open(.brace)
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

  /// Skips protocols, and classes of frameworks. One of the script would be a superclass.
  ///
  /// - Parameter note: Receives the name of each of them.
  mutating func skipToBody(noting note: (String) -> Void = { _ in }) -> Bool {
    while token.kind != .open(.brace), token.kind != .end, !isAtMargin {
      if token.kind == .name { note(text(token)) }
      if token.kind == .name, names.classes.contains(text(token)) {
        reportedSuperclass = true
        report(
          .notInTheLanguage("a superclass", instead: Self.wayOfInheritance), at: token.span)
      }
      advance()
    }
    guard token.kind == .open(.brace) else {
      reportMissing("'{'")
      return false
    }
    return true
  }

  static let wayOfInheritance =
    "write its members in the class itself; a test can compile the real file (docs/recipes.md)"

  /// `super.init()` of a class of a framework does nothing.
  mutating func parseSuper() -> Expression {
    let start = token.span
    advance()
    if token.kind == .period, peek().kind == .name, text(peek()) == "init" {
      advance()
      advance()
      if token.kind == .open(.parenthesis) { _ = parseArguments(.parenthesis) }
      return Expression(kind: .tuple([]), span: span(from: start.start))
    }
    // A superclass of the script is reported already.
    if !reportedSuperclass {
      report(.notInTheLanguage("'super'", instead: Self.wayOfInheritance), at: start)
    }
    return Expression(kind: .invalid, span: start)
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
    let isCreated = scriptClass.map { names.creations.contains($0) } ?? false
    for parameter in parameters where isCreated || parameter.value != nil {
      names.initializerNames[parameter.name.text] = "init.\(parameter.name.text)"
    }
    defer { names.initializerNames = [:] }
    let initializer = Initializer(parameters: parameters, statements: parseBlock(), span: start)
    if isCreated, let scriptClass {
      initializers[scriptClass, default: []].append(initializer)
    } else {
      initializerStatements += initializer.statements(with: [])
    }
    return []
  }

  /// The statements of the initializers that have not run, because the script creates no instance
  /// outside of blocks.
  mutating func remainingInitializers() -> [CodeStatement] {
    defer { initializers = [:] }
    return initializers.sorted { $0.key < $1.key }.flatMap {
      $0.value.first?.statements(with: []) ?? []
    }
  }

  /// `let model = Model(service: …)`: another name of the script, and the statements of its
  /// initializer; `nil` for other values.
  mutating func creationOfScript(_ value: Expression) -> [CodeStatement]? {
    guard let type = createdScript(value), case .call(let call) = value.kind else { return nil }
    let candidates = initializers.removeValue(forKey: type) ?? []
    let chosen = candidates.first { $0.accepts(call.arguments) } ?? candidates.first
    return chosen?.statements(with: call.arguments) ?? []
  }

  /// `let model = Model()`: the view model that another name of the script means.
  func createdScript(_ value: Expression) -> String? {
    guard case .call(let call) = value.kind else { return nil }
    var function = call.function
    if case .generic(let inner, _) = function.kind { function = inner }
    guard case .name(let type) = function.kind, type.isCapitalized, type != "Self",
      names.scriptNames.contains(type)
    else { return nil }
    return type
  }
}

/// An initializer of the view model.
struct Initializer {
  let parameters: [Parameter]
  fileprivate private(set) var statements: [CodeStatement]
  let span: SourceRange

  init(parameters: [Parameter], statements: [CodeStatement], span: SourceRange) {
    self.parameters = parameters
    self.statements = statements
    self.span = span
  }

  /// With the values of lazy properties before the first statement that uses one of them, or at the
  /// end.
  fileprivate func with(lazy: [CodeStatement]) -> Initializer {
    let names = Set(lazy.compactMap(\.declaredName))
    var copy = self
    let first = statements.firstIndex { $0.mentions(names) } ?? statements.endIndex
    copy.statements.insert(contentsOf: lazy, at: first)
    return copy
  }

  /// Whether each argument has a parameter.
  func accepts(_ arguments: [Argument]) -> Bool {
    arguments.allSatisfy { argument in
      argument.isTrailing || parameters.contains { $0.label == argument.label?.text }
    }
  }

  /// The values of the parameters, then the statements. A closure after the parentheses is that of
  /// the first parameter without another value.
  func statements(with arguments: [Argument]) -> [CodeStatement] {
    var rest = arguments
    var bindings: [CodeStatement] = []
    for parameter in parameters {
      let isLabelled = { (argument: Argument) in
        argument.label?.text == parameter.label && !(argument.isTrailing && argument.label == nil)
      }
      var value = parameter.value
      if let index = rest.firstIndex(where: isLabelled) {
        value = rest.remove(at: index).value
      } else if value == nil, let index = rest.firstIndex(where: { $0.isTrailing }) {
        value = rest.remove(at: index).value
      }
      guard let value else { continue }
      let own = Name(text: "init.\(parameter.name.text)", span: parameter.name.span)
      let binding = Binding(isVariable: false, names: [own], type: parameter.type, value: value)
      bindings.append(CodeStatement(kind: .binding(binding), span: span))
    }
    return bindings + statements
  }
}
