import Marbles
import MarblesCombine

extension Run {
  func assign(
    _ target: Expression, _ sign: AssignmentOperator, _ expression: Expression, in scope: Scope
  ) throws(ScriptError) {
    var value: ScriptValue
    if case .name("_") = target.kind {
      _ = try evaluate(expression, in: scope)
      return
    }
    if let arithmetic = sign.arithmetic {
      let old = try evaluate(target, in: scope)
      value = try apply(
        arithmetic, old, evaluate(expression, in: scope), span: target.span.through(expression.span)
      )
    } else {
      value = try evaluate(expression, in: scope)
    }
    if case .name(let name) = target.kind { value = named(name, value) }
    try set(target, to: value, in: scope)
  }

  func set(_ target: Expression, to value: ScriptValue, in scope: Scope) throws(ScriptError) {
    switch target.kind {
    case .name(let name):
      guard let variable = scope.find(name), variable.isAssignable else {
        throw mistake(
          RunError("'\(name)' cannot be assigned", hint: "declare it with 'var'"),
          at: target.span)
      }
      try change(variable, to: value)
    case .shorthand(let number):
      guard let variable = scope.find("$\(number)") else { break }
      try change(variable, to: value)
    case .member(let base, let name) where name.text == "value":
      let object = try evaluate(base, in: scope)
      guard case .object(let object) = object, let subject = object as? ScriptSubject,
        subject.canBeAssigned
      else { throw mistake(.wrongType("a current value", object), at: base.span) }
      try perform { () throws(ScriptError) in try subject.assign(value, at: target.span) }
    case .subscript(let base, let index):
      let container = try evaluate(base, in: scope)
      guard case .array(var elements) = container, let argument = index.first else {
        throw mistake(.wrongType("an array", container), at: base.span)
      }
      let position = try evaluate(argument.value, in: scope)
      guard case .int(let number) = position, elements.indices.contains(number) else {
        throw mistake(
          .outOfRange(position.integer ?? -1, count: elements.count), at: argument.value.span)
      }
      elements[number] = value
      try work(elements.count / 16, at: target.span)
      let whole = ScriptValue.array(elements)
      try set(base, to: value.hasParts ? limited(whole, at: target.span) : whole, in: scope)
    case .optionalChain(let inner), .forceUnwrap(let inner):
      try set(inner, to: value, in: scope)
    default:
      throw mistake(RunError("this cannot be assigned"), at: target.span)
    }
  }

  func change(_ variable: Scope.Variable, to value: ScriptValue) throws(ScriptError) {
    let assign = {
      // The old value is released after the new one is in place, as in Swift.
      let old = variable.value
      variable.value = value
      variable.isChanged = true
      self.release(old)
    }
    if variable.isShared {
      try perform { () throws(ScriptError) in assign() }
    } else {
      assign()
    }
  }

  /// A sink or connection that a variable no longer holds is cancelled, as Combine's are.
  private func release(_ old: ScriptValue) {
    guard plan.dialect == .combine, case .object(let object) = old,
      let cancellable = object as? any CancellableObject
    else { return }
    cancellable.cancel()
  }
}

extension AssignmentOperator {
  fileprivate var arithmetic: BinaryOperator? {
    switch self {
    case .assign: nil
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    }
  }
}
