/// Names of Swift declarations that change the meaning of other names: `self` and its aliases,
/// properties with `@Published`, computed properties, enumerations, structures.
///
/// A script has no instances. The members of a class are names of the script, so `self.query` is
/// `query`; a property with `@Published` is a subject, so `query` is its value and `$query` is the
/// subject itself; a computed property is a closure, so `total` is a call of it.
struct SwiftNames {
  /// Names that mean the script itself.
  private(set) var scriptNames: Set<String> = ["self"]
  private(set) var published: Set<String> = []
  private(set) var computed: Set<String> = []
  private(set) var enumerations: Set<String> = []
  /// The fields of structures and the labels of tuples.
  var fields = FieldNames()
  /// Whether an expectation is being read: `query.values` is about the subject.
  var isExpecting = false
  /// The names that closures, blocks and functions declare, innermost last.
  private var locals: [Set<String>] = []

  /// Reads the declarations of the whole file, because a name can be used before its declaration.
  ///
  /// - Complexity: O(bytes).
  init(_ source: SourceText) {
    var scan = DeclarationScan(source)
    scan.run()
    published = scan.published
    computed = scan.computed
    enumerations = scan.enumerations
    fields.records = scan.records
  }

  func isPublished(_ name: String) -> Bool { published.contains(name) && !isLocal(name) }

  func isComputed(_ name: String) -> Bool { computed.contains(name) && !isLocal(name) }

  func isEnumeration(_ name: String) -> Bool { enumerations.contains(name) }

  /// The name of a member of the script; written with `self.` where a local name hides it.
  func qualified(_ name: String) -> String { isLocal(name) ? "self." + name : name }

  private func isLocal(_ name: String) -> Bool { locals.contains { $0.contains(name) } }

  // MARK: Scopes

  mutating func open(_ names: [Name] = []) { locals.append(Set(names.map(\.text))) }

  mutating func close() { locals.removeLast() }

  /// A name that is declared inside of a block hides one of the file.
  mutating func declare(_ name: String) {
    guard !locals.isEmpty else { return }
    locals[locals.count - 1].insert(name)
  }

  /// `guard let strongSelf = self`
  mutating func declareAlias(_ name: String) { scriptNames.insert(name) }
}

/// The fields of structures, and the labels of tuples with their positions.
struct FieldNames: Sendable {
  var records: [String: [String]] = [:]
  var labels: [String: Set<Int>] = [:]

  /// Whether any structure or tuple has the name.
  func contains(_ name: String) -> Bool {
    labels[name] != nil || records.values.contains { $0.contains(name) }
  }
}

extension Parser {
  /// A name as an expression: a property with `@Published` means its value.
  func expression(named name: Name) -> Expression.Kind {
    if names.isComputed(name.text) { return member(name, isComputed: true) }
    guard names.isPublished(name.text), !(names.isExpecting && isBeforeAttribute) else {
      return .name(name.text)
    }
    return member(name, isComputed: false)
  }

  /// The value of a property: the result of its getter, or the value of its subject.
  private func member(_ name: Name, isComputed: Bool) -> Expression.Kind {
    let base = Expression(kind: .name(names.qualified(name.text)), span: name.span)
    if isComputed { return .call(Call(function: base, arguments: [])) }
    return .member(base, Name(text: "value", span: name.span))
  }

  /// Whether the next token is a name before an attribute: `query.values`.
  private var isBeforeAttribute: Bool {
    var ahead = lexer
    guard ahead.next().kind == .period else { return false }
    return Attribute(rawValue: text(ahead.next())) != nil
  }

  /// `self`, `self?`, `strongSelf`: the script itself.
  func isScript(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name): names.scriptNames.contains(name)
    case .optionalChain(let inner), .forceUnwrap(let inner): isScript(inner)
    default: false
    }
  }

  /// The name after `self.` or after the name of an enumeration; `nil` after any other expression.
  mutating func parseQualifiedName(after base: Expression) -> Expression.Kind? {
    if isScript(base) {
      if token.kind == .projection { return parseProjection().kind }
      guard let name = parseMemberName() else { return .invalid }
      if names.computed.contains(name.text) { return member(name, isComputed: true) }
      if names.published.contains(name.text) { return member(name, isComputed: false) }
      return .name(names.qualified(name.text))
    }
    guard case .name(let type) = base.kind, names.isEnumeration(type) else { return nil }
    guard let name = parseMemberName() else { return .invalid }
    return .implicitMember(name)
  }

  /// `$query`: the subject of a property.
  mutating func parseProjection() -> Expression {
    let span = token.span
    let name = String(text(token).dropFirst())
    advance()
    guard names.published.contains(name) else {
      report(.unknownProjection(name), at: span)
      return Expression(kind: .invalid, span: span)
    }
    return Expression(kind: .name(names.qualified(name)), span: span)
  }

  /// `assign(to: \.items, on: self)` sets the name `items`.
  func assignment(_ function: Expression, _ arguments: [Argument]) -> [Argument] {
    guard case .member(_, let method) = function.kind, method.text == "assign",
      arguments.count == 2, isScript(arguments[1].value),
      case .keyPath(_, let path) = arguments[0].value.kind, path.count == 1, let name = path.first
    else { return arguments }
    let span = arguments[0].value.span
    if names.published.contains(name.text) {
      let subject = Expression(kind: .name(names.qualified(name.text)), span: span)
      return [Argument(label: arguments[0].label, value: subject)]
    }
    let value = Expression(kind: .shorthand(0), span: span)
    let target = Expression(kind: .name(names.qualified(name.text)), span: span)
    let statement = CodeStatement(
      kind: .assignment(target: target, operator: .assign, value: value), span: span)
    let closure = Closure(captures: [], parameters: nil, result: nil, body: [statement])
    return [
      Argument(label: arguments[0].label, value: Expression(kind: .closure(closure), span: span))
    ]
  }
}

// MARK: Declarations

extension Parser {
  /// `func name(label name: Type) -> Type { … }` as a name for a closure. Calls need no labels.
  mutating func parseFunction(from start: Int) -> CodeStatement? {
    advance()
    guard let name = parseDeclaredName() else { return nil }
    if isOperator("<") { _ = parseGenericArguments() }
    guard token.kind == .open(.parenthesis) else {
      reportMissing("'('")
      return nil
    }
    var parameters: [Name] = []
    parseList(.parenthesis) { parser in
      guard let parameter = parser.parseParameter() else { return }
      parameters.append(parameter)
    }
    while isWord("async") || isWord("throws") || isWord("rethrows") { advance() }
    var result: TypeName?
    if takeOperator("->") { result = parseType() }
    names.open(parameters)
    defer { names.close() }
    let body = token.span.start
    guard let statements = parseBody() else { return nil }
    let closure = Closure(
      captures: [], parameters: parameters, result: result, body: statements)
    guard raise(above: height, at: start) else { return nil }
    let binding = Binding(
      isVariable: false, names: [name], type: nil,
      value: Expression(kind: .closure(closure), span: span(from: body)))
    return CodeStatement(kind: .binding(binding), span: span(from: start))
  }

  private mutating func parseParameter() -> Name? {
    guard var name = parseDeclaredName() else { return nil }
    if token.kind == .name || token.kind == .quotedName {
      guard let inner = parseDeclaredName() else { return nil }
      name = inner
    }
    if take(.colon) {
      while token.kind == .at {
        advance()
        advance()
      }
      _ = parseType()
    }
    if takeOperator("=") { _ = parseExpression() }
    return name
  }

  /// `struct Name { … }`: its fields are known; its methods are left out.
  mutating func skipStructure() { skipEnumeration() }

  /// `Message(id: 1, text: "a")` as a value with the fields in their order.
  func record(_ function: Expression, _ arguments: [Argument]) -> Expression.Kind? {
    guard case .name(let type) = function.kind, let fields = names.fields.records[type],
      !fields.isEmpty, !arguments.contains(where: { $0.label == nil })
    else { return nil }
    let values = fields.map { field in
      arguments.first { $0.label?.text == field }?.value
        ?? Expression(kind: .null, span: function.span)
    }
    let name = Name(text: type, span: function.span)
    let member = Expression(kind: .implicitMember(name), span: function.span)
    return .call(
      Call(function: member, arguments: values.map { Argument(label: nil, value: $0) }))
  }

  /// `enum Name { … }`: its cases are written `.name` and need no declaration.
  mutating func skipEnumeration() {
    advance()
    while token.kind != .open(.brace), token.kind != .end, !token.afterBreak { advance() }
    guard token.kind == .open(.brace) else { return reportMissing("'{'") }
    skipBraces()
  }

  /// `class Name: Type { … }`: its members are names of the script, and the statements of its
  /// initializer are statements of the script.
  mutating func parseClass() -> [CodeStatement]? {
    advance()
    guard parseDeclaredName() != nil else { return nil }
    while token.kind != .open(.brace), token.kind != .end, !token.afterBreak { advance() }
    guard token.kind == .open(.brace) else {
      reportMissing("'{'")
      return nil
    }
    let opening = token.span
    guard enterNesting() else { return nil }
    openBrackets.append(.brace)
    let outer = isInClass
    isInClass = true
    defer {
      isInClass = outer
      openBrackets.removeLast()
      nesting -= 1
    }
    advance()
    return parseCode { $0.closes(.brace, openedAt: opening) }.statements
  }

  /// `init(…) { … }`: its statements. `deinit { … }` is left out.
  mutating func parseInitializer() -> [CodeStatement]? {
    let isDeinitializer = isWord("deinit")
    advance()
    if isOperator("?"), !token.afterBlank { advance() }
    if token.kind == .open(.parenthesis) { parseList(.parenthesis) { _ = $0.parseParameter() } }
    guard token.kind == .open(.brace) else {
      reportMissing("'{'")
      return nil
    }
    if isDeinitializer {
      skipBraces()
      return []
    }
    return parseBlock()
  }
}
