extension Expression {
  /// Whether a part of it was diagnosed when it was parsed.
  var isInvalid: Bool {
    if case .invalid = kind { return true }
    var found = false
    forEachChild { found = found || $0.isInvalid }
    return found
  }

  /// Calls `body` with each expression directly inside this one; not with what closures contain.
  func forEachChild(_ body: (Expression) -> Void) {
    switch kind {
    case .string(let pieces):
      for case .interpolation(let inner) in pieces { body(inner) }
    case .array(let elements): elements.forEach(body)
    case .tuple(let elements): for element in elements { body(element.value) }
    case .member(let inner, _), .generic(let inner, _), .optionalChain(let inner),
      .forceUnwrap(let inner), .prefix(_, let inner):
      body(inner)
    case .call(let call):
      body(call.function)
      for argument in call.arguments { body(argument.value) }
    case .subscript(let inner, let arguments):
      body(inner)
      for argument in arguments { body(argument.value) }
    case .binary(_, let left, let right):
      body(left)
      body(right)
    case .conditional(let condition, let then, let otherwise):
      body(condition)
      body(then)
      body(otherwise)
    case .integer, .double, .duration, .boolean, .null, .name, .shorthand, .implicitMember,
      .closure, .keyPath, .operatorReference, .invalid:
      break
    }
  }
}

extension CodeStatement {
  /// Calls `body` with each expression of this statement and of the statements inside it.
  func forEachExpression(_ body: (Expression) -> Void) {
    switch kind {
    case .binding(let binding): if let value = binding.value { body(value) }
    case .assignment(let target, _, let value):
      body(target)
      body(value)
    case .expression(let expression), .throw(let expression): body(expression)
    case .return(let expression): if let expression { body(expression) }
    case .conditional(let branches, let otherwise):
      for branch in branches {
        for condition in branch.conditions { condition.forEachExpression(body) }
        for statement in branch.body { statement.forEachExpression(body) }
      }
      for statement in otherwise ?? [] { statement.forEachExpression(body) }
    case .guarded(let conditions, let otherwise):
      for condition in conditions { condition.forEachExpression(body) }
      for statement in otherwise { statement.forEachExpression(body) }
    case .loop(let loop):
      body(loop.sequence)
      if let filter = loop.filter { body(filter) }
      for statement in loop.body { statement.forEachExpression(body) }
    case .choice(let subject, let cases):
      body(subject)
      for candidate in cases {
        if let filter = candidate.filter { body(filter) }
        for statement in candidate.body { statement.forEachExpression(body) }
      }
    case .break, .continue: break
    }
  }
}

extension Condition {
  func forEachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .expression(let expression): body(expression)
    case .binding(_, let expression): if let expression { body(expression) }
    case .pattern(_, let expression): body(expression)
    }
  }
}
