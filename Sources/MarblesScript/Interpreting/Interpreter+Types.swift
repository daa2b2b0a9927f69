import Marbles
import MarblesCombine

// Instances of the types that a script declares.

extension Interpreter {
  var types: TypeTable { plan.types }

  /// The declarations to which a value belongs: its type, or the extensions of its type; then the
  /// extensions of protocols to which the type conforms.
  private func declarations(of value: ScriptValue) -> [TypeDeclaration] {
    var own: [TypeDeclaration]
    switch value {
    case .member(let name, _):
      if let type = types.byName[name], type.kind != .enumeration {
        own = [type]
      } else {
        own = types.enumerations(with: name)
      }
    case .object(let instance as InstanceObject):
      own = types.byName[instance.typeName].map { [$0] } ?? []
    default: own = value.kind.typeNames.compactMap { types.byName[$0] }
    }
    return own + own.flatMap(types.protocolExtensions)
  }

  // MARK: Creating

  /// `Message(id: 1)`; `nil` if the script declares no such type.
  func instance(
    of typeName: String, _ call: Call, span: SourceRange, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue? {
    guard let type = types.byName[typeName], !type.isExtension else { return nil }
    let site = try arguments(of: call, in: context)
    return try context.once { (context) throws(ScriptError) in
      try instance(of: type, named: typeName, site, span: span, in: context)
    }
  }

  private func instance(
    of type: TypeDeclaration, named typeName: String, _ site: CallArguments, span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    let initializer = choice(among: type.initializers, for: site).map { type.initializers[$0] }
    if initializer == nil, type.kind == .enumeration { return try enumerationCase(of: type, site) }
    var values: [ScriptValue] = []
    for field in type.fields {
      let given = initializer == nil ? site.items.first { $0.label == field.name.text } : nil
      var value = given?.value ?? .null
      if given == nil, let expression = field.value {
        var inner = topLevel
        inner.building = context.building
        value = try evaluate(expression, in: inner)
      }
      values.append(try converted(value, to: field.type, in: context))
    }
    let created: ScriptValue =
      type.kind == .reference
      ? .object(try reference(to: type, named: typeName, values, in: context))
      : .member(typeName, values)
    guard let initializer else { return try checked(created, at: span) }
    let (result, changed) = try call(
      initializer, site, on: created, span: span, in: context, mark: { $0.isInitializer = true })
    if initializer.result?.isOptional == true, case .null = result { return .null }
    return changed
  }

  /// An instance of a class. A field with `@Published` is a subject.
  private func reference(
    to type: TypeDeclaration, named typeName: String, _ values: [ScriptValue],
    in context: EvaluationContext
  ) throws(ScriptError) -> InstanceObject {
    let instance = InstanceObject(typeName)
    for (field, value) in zip(type.fields, values) {
      guard field.isPublished, let word = Word.named("Published") else {
        instance.set(field.name.text, to: value)
        continue
      }
      var arguments = CallArguments()
      if value != .null || field.type?.isOptional != false {
        arguments.items = [.init(isTrailing: false, value: value, span: field.name.span)]
      }
      let made = try callContext(context).make(word, arguments, at: field.name.span)
      guard case .object(let subject as ScriptSubject) = made else { continue }
      subject.rename(field.name.text)
      subject.conversion = field.type?.conversion ?? subject.conversion
      instance.declare(field.name.text, subject)
    }
    return instance
  }

  /// A value that becomes a part of another one or has parts, unless it is too large.
  func checked(_ value: ScriptValue, at span: SourceRange) throws(ScriptError) -> ScriptValue {
    value.hasParts ? try budget.checked(value, at: span) : value
  }

  /// `Filter(rawValue: "all")`
  private func enumerationCase(of type: TypeDeclaration, _ site: CallArguments) throws(ScriptError)
    -> ScriptValue
  {
    let wanted = site.value(0) ?? .null
    for candidate in type.cases {
      let value = ScriptValue.member(candidate.name.text, [])
      if operations.areEqual(try rawValue(of: value) ?? .null, wanted) { return value }
    }
    return .null
  }

  /// The raw value of a case; `nil` for values that are no cases of an enumeration of the script.
  private func rawValue(of value: ScriptValue) throws(ScriptError) -> ScriptValue? {
    guard case .member(let name, _) = value else { return nil }
    for type in types.enumerations(with: name) {
      guard let index = type.cases.firstIndex(where: { $0.name.text == name }) else { continue }
      // An integer without a value of its own follows the one before it.
      let given = type.cases[...index].lastIndex { $0.rawValue != nil }
      guard let given, let expression = type.cases[given].rawValue else {
        return type.hasIntegers ? .int(index) : .string(name)
      }
      let value = try evaluate(expression, in: topLevel)
      if case .int(let first) = value { return .int(first &+ (index - given)) }
      return given == index ? value : .string(name)
    }
    return nil
  }

  // MARK: Members

  /// A computed property, or a method as a function; `nil` if the type has none of that name.
  func ownProperty(_ name: Name, of receiver: ScriptValue, in context: EvaluationContext)
    throws(ScriptError) -> ScriptValue?
  {
    for type in declarations(of: receiver) {
      if let getter = type.getters[name.text] {
        let value = try call(
          getter, CallArguments(), on: receiver, span: name.span, in: context
        ).result
        return builder.returned(value, by: name.text, in: context.building)
      }
      if let method = type.methods[name.text]?.first {
        return .closure(
          function(
            arity: method.closure.parameters?.count, at: name.span,
            MethodBody(closure: method.closure, receiver: receiver)))
      }
      if name.text == "localizedDescription", let getter = type.getters["errorDescription"] {
        return try call(getter, CallArguments(), on: receiver, span: name.span, in: context).result
      }
    }
    return name.text == "rawValue" ? try rawValue(of: receiver) : nil
  }

  /// A call of a method that the script declares; `nil` if the type has none of that name.
  func callOwnMethod(
    _ name: Name, on receiver: ScriptValue, of base: Expression, _ call: Call, span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue? {
    if name.text == "init" { return try initialize(receiver, base, call, span: span, in: context) }
    for type in declarations(of: receiver) {
      guard let methods = type.methods[name.text] else { continue }
      let site = try arguments(of: call, in: context)
      let method = methods[choice(among: methods.map(\.closure), for: site) ?? 0]
      let (result, changed) = try self.call(
        method.closure, site, on: receiver, span: span, in: context,
        atEnd: { (scope) throws(ScriptError) in
          if call.passesReferences {
            try assignReferences(of: call, site, to: method.closure, from: scope, in: context)
          }
        })
      if method.isMutating { try set(base, to: changed, in: context) }
      return builder.returned(result, by: name.text, in: context.building)
    }
    return nil
  }

  /// `self.init(…)`
  private func initialize(
    _ receiver: ScriptValue, _ base: Expression, _ call: Call, span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue? {
    switch receiver {
    case .member(let name, _):
      guard let created = try instance(of: name, call, span: span, in: context) else { return nil }
      try set(base, to: created, in: context)
    case .object(let instance as InstanceObject):
      let created = try self.instance(of: instance.typeName, call, span: span, in: context)
      if case .object(let other as InstanceObject) = created {
        instance.take(other)
      } else {
        try set(base, to: .null, in: context)
      }
    default: return nil
    }
    return .void
  }

  func field(_ name: String, of receiver: ScriptValue) -> TypeDeclaration.Field? {
    declarations(of: receiver).lazy.flatMap(\.fields).first { $0.name.text == name }
  }

  /// The observers of a field that an assignment calls.
  func observers(
    of name: String, in receiver: ScriptValue, _ base: Expression, in context: EvaluationContext
  ) -> Observers? {
    guard let observers = field(name, of: receiver)?.observers else { return nil }
    if case .name("self") = base.kind, context.scope.assignsDirectly(name) { return nil }
    return observers
  }

  /// Calls an observer of a field; returns `self` after it.
  func call(
    _ observer: Closure, of field: Name, with value: ScriptValue, on receiver: ScriptValue,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    let item = CallArguments.Item(label: nil, isTrailing: false, value: value, span: field.span)
    return try call(
      observer, CallArguments(items: [item]), on: receiver, span: field.span, in: context,
      mark: { $0.observedField = field.text }
    ).changed
  }

  /// Calls a function of a type; `changed` is `self` after it.
  private func call(
    _ closure: Closure, _ site: CallArguments, on receiver: ScriptValue, span: SourceRange,
    in context: EvaluationContext, mark: (Scope) -> Void = { _ in },
    atEnd: (Scope) throws(ScriptError) -> Void = { _ in }
  ) throws(ScriptError) -> (result: ScriptValue, changed: ScriptValue) {
    let inner = context.with(Scope(in: globals))
    mark(inner.scope)
    inner.declareVariable("self", receiver)
    let values = try values(of: site, for: closure, in: inner)
    let result = try budget.call(at: span) { () throws(ScriptError) in
      try call(closure, values, arity: closure.parameters?.count, in: inner, atEnd: atEnd)
    }
    return (result, inner.scope.find("self")?.value ?? receiver)
  }

  fileprivate func callMethod(
    _ body: MethodBody, _ arguments: [ScriptValue], in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    let inner = context.with(Scope(in: globals))
    inner.declareVariable("self", body.receiver)
    return try call(
      body.closure, arguments, arity: body.closure.parameters?.count, in: inner)
  }

  /// Whether a value has a type. A type that neither the script nor the language has fits each value
  /// except `nil`.
  func isInstance(_ value: ScriptValue, of type: TypeName) -> Bool {
    if case .null = value { return false }
    let name = String(type.text.prefix { $0 != "?" && $0 != "<" })
    let own = value.kind.typeNames
    if own.contains(name) { return true }
    if let declared = types.byName[name], !declared.isExtension {
      switch value {
      case .member(let member, _):
        return member == name || declared.cases.contains { $0.name.text == member }
      case .object(let instance as InstanceObject): return instance.typeName == name
      default: return false
      }
    }
    if Self.errorTypes.contains(name) { return !belongsToScript(value) }
    if name == "CancellationError" { return value == .member(name, []) }
    let isOfLanguage = ["Bool", "Int", "Double", "String", "Array", "Dictionary"].contains(name)
    if name.hasPrefix("[") { return value.kind == .array || value.kind == .dictionary }
    return !isOfLanguage
  }

  /// Types of errors that no value of a type of the script has.
  private static let errorTypes: Set<String> = ["URLError", "DecodingError", "EncodingError"]

  private func belongsToScript(_ value: ScriptValue) -> Bool {
    if case .member("CancellationError", _) = value { return true }
    return declarations(of: value).contains { !$0.isExtension }
  }

  // MARK: Arguments

  /// The arguments of a function in the order of its parameters, with default values.
  func values(of site: CallArguments, for closure: Closure, in context: EvaluationContext)
    throws(ScriptError) -> [ScriptValue]
  {
    guard let signature = closure.signature else { return site.items.map(\.value) }
    var rest = site.items[...]
    var values: [ScriptValue] = []
    for (index, parameter) in signature.enumerated() {
      let isNeeded = rest.count >= signature.count - index
      let taken = rest.take(parameter).map(\.value)
      if parameter.isVariadic {
        values.append(.array(taken))
      } else if let value = taken.first {
        values.append(value)
      } else if let next = rest.first, isNeeded || parameter.value == nil {
        values.append(next.value)
        rest.removeFirst()
      } else if let value = parameter.value {
        values.append(try evaluate(value, in: context))
      }
    }
    return values + rest.map(\.value)
  }
}

/// A method with its instance as the body of a function.
private struct MethodBody: InterpretedBody {
  let closure: Closure
  let receiver: ScriptValue

  func evaluate(
    _ arguments: [ScriptValue], by interpreter: Interpreter, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    try interpreter.callMethod(self, arguments, in: context)
  }
}

extension ArraySlice<CallArguments.Item> {
  /// Removes the arguments that are written for the parameter: at most one, or several of a variadic
  /// parameter, of which only the first has its label.
  mutating func take(_ parameter: Parameter) -> Self {
    guard let first, first.fits(parameter) else { return [] }
    let others = dropFirst().prefix {
      parameter.isVariadic && $0.label == nil && !$0.isTrailing
    }
    defer { removeFirst(1 + others.count) }
    return prefix(1 + others.count)
  }
}

extension CallArguments.Item {
  /// Whether the argument is written for the parameter.
  fileprivate func fits(_ parameter: Parameter) -> Bool {
    isTrailing && label == nil ? parameter.value == nil : label == parameter.label
  }
}

extension Scope.Variable {
  /// Whether it is a function or a computed property of the script.
  var isFunction: Bool {
    guard case .closure(let function) = value, let body = function.body as? ClosureBody else {
      return false
    }
    return body.closure.signature != nil
  }
}
