import Marbles
import MarblesCombine

/// The continuation after a statement.
enum Flow {
  case next
  case `return`(ScriptValue)
  case `break`
  case `continue`
}

extension Run {
  func execute(_ statements: [CodeStatement], in scope: Scope) throws(ScriptError) -> Flow {
    for statement in statements {
      let flow = try execute(statement, in: scope)
      guard case .next = flow else { return flow }
    }
    return .next
  }

  private func execute(_ statement: CodeStatement, in scope: Scope) throws(ScriptError) -> Flow {
    try work(at: statement.span)
    switch statement.kind {
    case .binding(let binding):
      try bind(binding, in: scope)
    case .assignment(let target, let sign, let value):
      try assign(target, sign, value, in: scope)
    case .expression(let expression):
      _ = try evaluate(expression, in: scope)
    case .conditional(let branches, let otherwise):
      for branch in branches {
        let inner = Scope(in: scope)
        if try hold(branch.conditions, in: inner) { return try execute(branch.body, in: inner) }
      }
      if let otherwise { return try execute(otherwise, in: Scope(in: scope)) }
    case .guarded(let conditions, let otherwise):
      if try !hold(conditions, in: scope) { return try execute(otherwise, in: Scope(in: scope)) }
    case .loop(let loop):
      return try budget.loop(at: loop.sequence.span) { () throws(ScriptError) in
        try execute(loop, in: scope)
      }
    case .choice(let subject, let cases): return try choose(subject, cases, in: scope)
    case .return(let expression):
      if let expression { return .return(try evaluate(expression, in: scope)) }
      return .return(.void)
    case .throw(let expression):
      let text = Self.failureText(try evaluate(expression, in: scope))
      throw .failure(ScriptFailure(text, at: statement.span))
    case .break: return .break
    case .continue: return .continue
    }
    return .next
  }

  /// The text of an error: `.offline` is "offline".
  static func failureText(_ value: ScriptValue) -> String {
    if case .member(let name, let details) = value {
      return details.isEmpty
        ? name : "\(name)(" + details.map(\.literal).joined(separator: ", ") + ")"
    }
    return value.description
  }

  func bind(_ binding: Binding, in scope: Scope) throws(ScriptError) {
    for name in binding.names {
      let value = try binding.value.map { (expression) throws(ScriptError) in
        try evaluateNamed(expression, name, in: scope)
      }
      scope.declare(name.text, value ?? .null, isAssignable: binding.isVariable)
    }
  }

  /// Evaluates an expression whose value gets a name, which subjects and sinks show in the picture.
  func evaluateNamed(_ expression: Expression, _ name: Name, in scope: Scope) throws(ScriptError)
    -> ScriptValue
  {
    let outer = pendingName
    pendingName = PendingName(name: name.text, expression: expression.span)
    defer { pendingName = outer }
    return named(name.text, try evaluate(expression, in: scope))
  }

  private func hold(_ conditions: [Condition], in scope: Scope) throws(ScriptError) -> Bool {
    for condition in conditions {
      switch condition {
      case .expression(let expression):
        if try !isTrue(expression, in: scope) { return false }
      case .binding(let name, let expression):
        let value: ScriptValue
        if let expression {
          value = try evaluate(expression, in: scope)
        } else {
          value = try lookUp(name.text, at: name.span, in: scope)
        }
        if case .null = value { return false }
        scope.declare(name.text, value)
      case .pattern(let pattern, let expression):
        let value = try evaluate(expression, in: scope)
        if try !matches(pattern, value, in: scope) { return false }
      }
    }
    return true
  }

  private func execute(_ loop: ForLoop, in scope: Scope) throws(ScriptError) -> Flow {
    let sequence = try evaluate(loop.sequence, in: scope)
    guard let elements = elements(of: sequence) else {
      throw mistake(.wrongType("an array or a range", sequence), at: loop.sequence.span)
    }
    for element in elements {
      try work(at: loop.sequence.span)
      let inner = Scope(in: scope)
      guard try matches(loop.pattern, element, in: inner) else { continue }
      if let filter = loop.filter, try !isTrue(filter, in: inner) { continue }
      switch try execute(loop.body, in: inner) {
      case .next, .continue: break
      case .break: return .next
      case .return(let value): return .return(value)
      }
    }
    return .next
  }

  private func choose(_ subject: Expression, _ cases: [SwitchCase], in scope: Scope)
    throws(ScriptError) -> Flow
  {
    let value = try evaluate(subject, in: scope)
    for candidate in cases {
      var isChosen = candidate.patterns.isEmpty
      var inner = Scope(in: scope)
      for pattern in candidate.patterns where !isChosen {
        inner = Scope(in: scope)
        isChosen = try matches(pattern, value, in: inner)
        if isChosen, let filter = candidate.filter { isChosen = try isTrue(filter, in: inner) }
      }
      guard isChosen else { continue }
      let flow = try execute(candidate.body, in: inner)
      if case .break = flow { return .next }
      return flow
    }
    return .next
  }
}
