// Properties with `@Published`.

extension Parser {
  /// A property with `@Published` is a subject with a current value.
  func subject(of binding: Binding) -> Binding {
    var subject = binding
    let span = binding.value?.span ?? span(from: previousEnd)
    // An optional is nil at first; another property receives its first value in an initializer.
    let isNil = binding.type.map { $0.isOptional || $0.text.hasSuffix("!") } ?? true
    let value = binding.value ?? (isNil ? Expression(kind: .null, span: span) : nil)
    var wrapper = Expression(kind: .name("Published"), span: span)
    if let type = binding.type { wrapper.kind = .generic(wrapper, [type]) }
    subject.isVariable = false
    subject.value = Expression(
      kind: .call(
        Call(function: wrapper, arguments: value.map { [Argument(label: nil, value: $0)] } ?? [])),
      span: span)
    return subject
  }

  /// `$query`: the subject of a property.
  mutating func parseProjection() -> Expression {
    let span = token.span
    let name = String(text(token).dropFirst())
    advance()
    if let type = names.typePath.last, names.declared[type]?.published.contains(name) == true {
      return Expression(
        kind: .member(.itself(at: span), Name(text: "$" + name, span: span)), span: span)
    }
    guard names.published.contains(name) else {
      report(.unknownProjection(name), at: span)
      return Expression(kind: .invalid, span: span)
    }
    return Expression(kind: .name(names.hidden[name] ?? names.qualified(name)), span: span)
  }

  /// `assign(to: \.items, on: self)` sets the name `items`.
  func assignment(_ function: Expression, _ arguments: [Argument]) -> [Argument] {
    guard case .member(_, let method) = function.kind, method.text == "assign",
      arguments.count == 2, case .keyPath(_, let path) = arguments[0].value.kind, path.count == 1,
      let name = path.first
    else { return arguments }
    let span = arguments[0].value.span
    let isOfScript = isScript(arguments[1].value)
    // The current value of a subject is assigned by the sink operator.
    guard isOfScript || names.declared.values.contains(where: { $0.hasMember(name.text) }) else {
      return arguments
    }
    if isOfScript, names.published.contains(name.text) {
      let subject = Expression(
        kind: .name(names.hidden[name.text] ?? names.qualified(name.text)), span: span)
      return [Argument(label: arguments[0].label, value: subject)]
    }
    let value = Expression(kind: .shorthand(0), span: span)
    let target = Expression(
      kind: isOfScript ? .name(names.qualified(name.text)) : .member(arguments[1].value, name),
      span: span)
    let statement = CodeStatement(
      kind: .assignment(target: target, operator: .assign, value: value), span: span)
    let closure = Closure(captures: [], parameters: nil, result: nil, body: [statement])
    return [
      Argument(label: arguments[0].label, value: Expression(kind: .closure(closure), span: span))
    ]
  }
}
