/// Names of Swift declarations that change the meaning of other names: `self` and its aliases,
/// properties with `@Published`, computed properties, enumerations, structures.
///
/// The view model is the script: its members are names of the script, so `self.query` is `query`; a
/// property with `@Published` is a subject, so `query` is its value and `$query` is the subject
/// itself; a computed property is a closure, so `total` is a call of it. Structures, enumerations
/// and other classes are types with instances.
struct SwiftNames {
  /// Names that mean the script itself.
  private(set) var scriptNames: Set<String> = ["self"]
  private(set) var published: Set<String> = []
  private(set) var computed: Set<String> = []
  /// The members of types that have instances.
  private(set) var declared: [String: TypeNames] = [:]
  /// The names that are declared outside of types and blocks; empty if there are no classes.
  private(set) var fileNames: Set<String> = []
  /// The names in the script of published properties whose own name something else has.
  private(set) var hidden: [String: String] = [:]
  /// The classes of the file.
  private(set) var classes: Set<String> = []
  /// The types of which instances are created.
  private(set) var creations: Set<String> = []
  /// Whether the file contains a class whose members belong to the script.
  private(set) var hasViewModel = false
  /// The types that have been parsed.
  var types = TypeTable()
  /// Whether an expectation is being read: `query.values` is about the subject.
  var isExpecting = false
  /// The types whose bodies are being parsed, innermost last.
  var typePath: [String] = []
  /// The parameters of the initializer that is being parsed, which have names of their own.
  var initializerNames: [String: String] = [:]
  /// The names that closures, blocks and functions declare, innermost last.
  private var locals: [Set<String>] = []
  /// The parameters that mean the script itself, of the same closures, blocks and functions.
  private var owners: [Set<String>] = []
  /// Those of them that are declared with `async let`.
  private var awaited: [Set<String>] = []

  /// Reads the declarations of the whole file, because a name can be used before its declaration.
  ///
  /// - Complexity: O(bytes).
  init(_ source: SourceText) {
    var first = DeclarationScan(source)
    first.run()
    var scan = first
    if !first.classes.isEmpty {
      scan = DeclarationScan(source, after: first)
      scan.run()
    }
    published = scan.published
    computed = scan.computed
    declared = scan.declared
    if !scan.classes.isEmpty { fileNames = Set(scan.fileNames) }
    creations = scan.creations
    classes = Set(scan.classes.keys)
    hidden = scan.hidden
    let viewModels = scan.classes.keys.filter { declared[$0] == nil }
    hasViewModel = !viewModels.isEmpty
    scriptNames.formUnion(viewModels)
    scriptNames.insert("Self")
  }

  func isPublished(_ name: String) -> Bool { published.contains(name) && !isLocal(name) }

  func isComputed(_ name: String) -> Bool { computed.contains(name) && !isLocal(name) }

  /// The name of a member of the script; written with `self.` where a local name hides it.
  func qualified(_ name: String) -> String { isLocal(name) ? "self." + name : name }

  func isLocal(_ name: String) -> Bool { locals.contains { $0.contains(name) } }

  /// The type whose body is being parsed, if the name is one of its members and is not hidden.
  func typeWithMember(_ name: String) -> TypeNames? {
    guard let type = typePath.last, let names = declared[type], !isLocal(name) else { return nil }
    let isRawValue = name == "rawValue" && !names.cases.isEmpty
    return names.hasMember(name) || isRawValue || names.statics.contains(name) ? names : nil
  }

  /// The only type with a static member of that name, if no enumeration has a case of that name.
  func typeWithStatic(_ name: String) -> String? {
    let types = declared.filter { $0.value.statics.contains(name) }
    guard types.count == 1, !declared.values.contains(where: { $0.hasCase(name) }) else {
      return nil
    }
    return types.first?.key
  }

  // MARK: Scopes

  mutating func open(_ names: [Name] = []) {
    locals.append(Set(names.map(\.text)))
    owners.append([])
    awaited.append([])
  }

  mutating func close() {
    locals.removeLast()
    owners.removeLast()
    awaited.removeLast()
  }

  /// A name that is declared inside of a block hides one of the file.
  mutating func declare(_ name: String) {
    guard !locals.isEmpty else { return }
    locals[locals.count - 1].insert(name)
  }

  /// The first parameter of `subscribe(with: self) { owner, value in … }`
  mutating func declareOwner(_ name: String) {
    guard !owners.isEmpty else { return }
    owners[owners.count - 1].insert(name)
  }

  /// Whether a name means the script itself.
  func isScript(_ name: String) -> Bool {
    scriptNames.contains(name) || owners.contains { $0.contains(name) }
  }

  /// `async let name = …`
  mutating func declareAwaited(_ name: String) {
    guard !awaited.isEmpty else { return }
    awaited[awaited.count - 1].insert(name)
  }

  /// Whether the name means the result of a task.
  func isAwaited(_ name: String) -> Bool {
    let scope = locals.lastIndex { $0.contains(name) }
    return scope.map { awaited[$0].contains(name) } ?? false
  }

  /// `guard let strongSelf = self`
  mutating func declareAlias(_ name: String) { scriptNames.insert(name) }
}

extension Parser {
  /// A name as an expression: a property with `@Published` means its value.
  func expression(named name: Name) -> Expression.Kind {
    if names.isAwaited(name.text) {
      let task = Expression(kind: .name(name.text), span: name.span)
      return .member(task, Name(text: "value", span: name.span))
    }
    if let type = names.typePath.last, let members = names.typeWithMember(name.text) {
      return members.statics.contains(name.text)
        ? .name("\(type).\(name.text)")
        : .member(Expression(kind: .name("self"), span: name.span), name)
    }
    if let own = names.initializerNames[name.text], !names.isLocal(name.text) { return .name(own) }
    if names.isComputed(name.text) { return member(name, isComputed: true) }
    if names.hidden[name.text] != nil, scriptClass == nil { return .name(name.text) }
    guard names.isPublished(name.text), !(names.isExpecting && isBeforeAttribute) else {
      return .name(name.text)
    }
    return member(name, isComputed: false)
  }

  /// The value of a property: the result of its getter, or the value of its subject.
  private func member(_ name: Name, isComputed: Bool) -> Expression.Kind {
    let own = names.hidden[name.text] ?? names.qualified(name.text)
    let base = Expression(kind: .name(own), span: name.span)
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
    case .name(let name): names.isScript(name) && names.typePath.isEmpty
    case .optionalChain(let inner), .forceUnwrap(let inner): isScript(inner)
    default: false
    }
  }

  /// The name after `self.`, or after the name of a type; `nil` after any other expression.
  mutating func parseQualifiedName(after base: Expression) -> Expression.Kind? {
    if isScript(base) {
      if token.kind == .projection { return parseProjection().kind }
      guard let name = parseMemberName() else { return .invalid }
      if name.text == "self" { return base.kind }
      if names.computed.contains(name.text) { return member(name, isComputed: true) }
      if names.published.contains(name.text), !(names.isExpecting && isBeforeAttribute) {
        return member(name, isComputed: false)
      }
      return .name(names.hidden[name.text] ?? names.qualified(name.text))
    }
    // `Location?.none`, `Location?.self`
    if case .optionalChain(let type) = base.kind, let text = type.typeName {
      if takeWord("none") { return .null }
      if takeWord("self") { return .implicitMember(Name(text: text, span: type.span)) }
    }
    guard case .name(let written) = base.kind, written.isCapitalized else {
      return nil
    }
    if isWord("init"), !token.afterBreak { return initializer(of: written) }
    let type = written == "Self" ? names.typePath.last ?? written : written
    guard let members = names.declared[type] else {
      // `Model.State.idle`
      return names.scriptNames.contains(type) ? qualifiedType() : nil
    }
    guard let name = parseMemberName() else { return .invalid }
    return member(name, of: type, members, at: base.span)
  }

  /// A type inside of the view model: `Model.State` is `State`.
  private mutating func qualifiedType() -> Expression.Kind? {
    guard let name = parseMemberName() else { return .invalid }
    return .name(name.text)
  }

  /// `Theme.init(rawValue:)` and `String.init` as functions; before arguments the type itself.
  private mutating func initializer(of written: String) -> Expression.Kind {
    let span = token.span
    let type = written == "Self" ? names.typePath.last ?? written : written
    var ahead = lexer
    var labels: [Name?] = []
    advance()
    if token.kind == .open(.parenthesis) {
      _ = ahead.next()
      var next = ahead.next()
      while next.kind == .name, ahead.next().kind == .colon {
        let label = name(of: next)
        labels.append(label.text == "_" ? nil : label)
        next = ahead.next()
      }
      guard next.kind == .close(.parenthesis), !labels.isEmpty else { return .name(type) }
      resume(at: next.span.end)
    } else {
      labels = [nil]
    }
    let arguments = labels.enumerated().map { index, label in
      Argument(label: label, value: Expression(kind: .shorthand(index), span: span))
    }
    let call = Call(function: Expression(kind: .name(type), span: span), arguments: arguments)
    let body = CodeStatement(
      kind: .expression(Expression(kind: .call(call), span: span)), span: span)
    return .closure(Closure(captures: [], parameters: nil, result: nil, body: [body]))
  }

  /// A name after the name of a type: a static member, a case, a nested type.
  private func member(_ name: Name, of type: String, _ members: TypeNames, at span: SourceRange)
    -> Expression.Kind
  {
    if members.statics.contains(name.text) { return .name("\(type).\(name.text)") }
    if name.text == "allCases", !members.cases.isEmpty {
      return .array(
        members.cases.map {
          Expression(kind: .implicitMember(Name(text: $0.name, span: span)), span: span)
        })
    }
    if names.declared[name.text] != nil { return .name(name.text) }
    if name.text == "self" { return .implicitMember(Name(text: type, span: span)) }
    guard let found = members.cases.first(where: { $0.name == name.text }) else {
      return .member(Expression(kind: .name(type), span: span), name)
    }
    // `.map(State.loaded)`: a case with details is a function.
    guard found.details > 0, token.kind != .open(.parenthesis) else {
      return .implicitMember(name)
    }
    let details = (0..<found.details).map {
      Argument(label: nil, value: Expression(kind: .shorthand($0), span: name.span))
    }
    let call = Call(
      function: Expression(kind: .implicitMember(name), span: name.span), arguments: details)
    let body = CodeStatement(
      kind: .expression(Expression(kind: .call(call), span: name.span)), span: name.span)
    return .closure(Closure(captures: [], parameters: nil, result: nil, body: [body]))
  }

  /// `.shared` and `.init(…)` as a value of a known type, or of the only type that fits.
  func resolved(_ value: Expression, as type: TypeName?) -> Expression {
    var copy = value
    switch value.kind {
    case .array(let elements) where elements.isEmpty && type?.holdsSubscriptions == true:
      copy.kind = Expression.bag(at: value.span)
    case .implicitMember(let name):
      if let owner = type.flatMap({ ownType($0, name.text) }) ?? names.typeWithStatic(name.text) {
        copy.kind = .name("\(owner).\(name.text)")
      }
    case .call(var call):
      guard case .implicitMember(let name) = call.function.kind else { return value }
      let owner = type.flatMap { ownType($0, name.text) }
      let written = type.map { String($0.text.prefix { $0.isLetter || $0.isNumber }) }
      if name.text == "init", let found = owner ?? typeWithFields(call.arguments) ?? written {
        call.function.kind = .name(found)
      } else if let found = owner ?? names.typeWithStatic(name.text), name.text != "init" {
        call.function.kind = .name("\(found).\(name.text)")
      } else {
        return value
      }
      copy.kind = .call(call)
    default: return value
    }
    return copy
  }

  /// The type that is written, without its `?`, if it has the static member or an initializer.
  private func ownType(_ type: TypeName, _ member: String) -> String? {
    let name = String(type.text.prefix { $0 != "?" && $0 != "!" })
    guard let members = names.declared[name] else { return nil }
    return member == "init" || members.statics.contains(member) ? name : nil
  }

  /// The only structure that has all labels of the arguments as fields.
  private func typeWithFields(_ arguments: [Argument]) -> String? {
    let labels = arguments.map { $0.label?.text }
    let found = names.declared.filter { type in
      !labels.isEmpty && labels.allSatisfy { $0.map(type.value.fields.contains) ?? false }
    }
    return found.count == 1 ? found.first?.key : nil
  }
}
