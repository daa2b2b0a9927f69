// Properties with `@Published`.

extension Parser {
  /// A property with `@Published` is a subject with a current value.
  func subject(of binding: Binding) -> Binding {
    var subject = binding
    let span = binding.value?.span ?? span(from: previousEnd)
    let value = binding.value ?? Expression(kind: .null, span: span)
    var wrapper = Expression(kind: .name("Published"), span: span)
    if let type = binding.type { wrapper.kind = .generic(wrapper, [type]) }
    subject.isVariable = false
    subject.value = Expression(
      kind: .call(Call(function: wrapper, arguments: [Argument(label: nil, value: value)])),
      span: span)
    return subject
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
    return Expression(kind: .name(names.hidden[name] ?? names.qualified(name)), span: span)
  }

  /// `assign(to: \.items, on: self)` sets the name `items`.
  func assignment(_ function: Expression, _ arguments: [Argument]) -> [Argument] {
    guard case .member(_, let method) = function.kind, method.text == "assign",
      arguments.count == 2, isScript(arguments[1].value),
      case .keyPath(_, let path) = arguments[0].value.kind, path.count == 1, let name = path.first
    else { return arguments }
    let span = arguments[0].value.span
    if names.published.contains(name.text) {
      let subject = Expression(
        kind: .name(names.hidden[name.text] ?? names.qualified(name.text)), span: span)
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
