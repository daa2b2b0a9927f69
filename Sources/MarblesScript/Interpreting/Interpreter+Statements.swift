import Marbles
import MarblesCombine

/// The continuation after a statement.
enum Flow {
  case next
  case `return`(ScriptValue)
  case `break`
  case `continue`
}

extension Interpreter {
  func execute(_ statements: [CodeStatement], in context: EvaluationContext) throws(ScriptError)
    -> Flow
  {
    for statement in statements {
      let flow = try execute(statement, in: context)
      guard case .next = flow else { return flow }
    }
    return .next
  }

  private func execute(_ statement: CodeStatement, in context: EvaluationContext)
    throws(ScriptError) -> Flow
  {
    try budget.spend(at: statement.span)
    switch statement.kind {
    case .binding(let binding):
      try bind(binding, in: context)
    case .assignment(let target, let sign, let value):
      try assign(target, sign, value, in: context)
    case .expression(let expression):
      _ = try evaluate(expression, in: context)
    case .conditional(let branches, let otherwise):
      for branch in branches {
        let inner = context.nested
        if try hold(branch.conditions, in: inner) { return try execute(branch.body, in: inner) }
      }
      if let otherwise { return try execute(otherwise, in: context.nested) }
    case .guarded(let conditions, let otherwise):
      if try !hold(conditions, in: context) { return try execute(otherwise, in: context.nested) }
    case .loop(let loop):
      return try budget.loop(at: loop.sequence.span) { () throws(ScriptError) in
        try execute(loop, in: context)
      }
    case .choice(let subject, let cases): return try choose(subject, cases, in: context)
    case .return(let expression):
      if let expression { return .return(try evaluate(expression, in: context)) }
      return .return(.void)
    case .throw(let expression):
      let text = try evaluate(expression, in: context).failureText
      throw .failure(ScriptFailure(text, at: statement.span))
    case .break: return .break
    case .continue: return .continue
    }
    return .next
  }

  func bind(_ binding: Binding, in context: EvaluationContext) throws(ScriptError) {
    for name in binding.names {
      let value = try binding.value.map { (expression) throws(ScriptError) in
        try evaluateNamed(expression, name, in: context)
      }
      context.scope.declare(name.text, value ?? .null, isAssignable: binding.isVariable)
    }
  }

  /// Evaluates an expression whose value gets a name, which subjects and sinks show in the picture.
  func evaluateNamed(_ expression: Expression, _ name: Name, in context: EvaluationContext)
    throws(ScriptError)
    -> ScriptValue
  {
    var inner = context
    inner.naming = Naming(name: name.text, expression: expression.span)
    return builder.named(name.text, try evaluate(expression, in: inner), in: context.building)
  }

  private func hold(_ conditions: [Condition], in context: EvaluationContext) throws(ScriptError)
    -> Bool
  {
    for condition in conditions {
      switch condition {
      case .expression(let expression):
        if try !isTrue(expression, in: context) { return false }
      case .binding(let name, let expression):
        let value: ScriptValue
        if let expression {
          value = try evaluate(expression, in: context)
        } else {
          value = try lookUp(name.text, at: name.span, in: context)
        }
        if case .null = value { return false }
        context.scope.declare(name.text, value)
      case .pattern(let pattern, let expression):
        let value = try evaluate(expression, in: context)
        if try !matches(pattern, value, in: context) { return false }
      }
    }
    return true
  }

  private func execute(_ loop: ForLoop, in context: EvaluationContext) throws(ScriptError) -> Flow {
    let sequence = try evaluate(loop.sequence, in: context)
    guard let elements = operations.elements(of: sequence) else {
      throw error(.wrongType("an array or a range", not: sequence.kindName), at: loop.sequence.span)
    }
    for element in elements {
      try budget.spend(at: loop.sequence.span)
      let inner = context.nested
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

  private func choose(_ subject: Expression, _ cases: [SwitchCase], in context: EvaluationContext)
    throws(ScriptError) -> Flow
  {
    let value = try evaluate(subject, in: context)
    for candidate in cases {
      var isChosen = candidate.patterns.isEmpty
      var inner = context.nested
      for pattern in candidate.patterns where !isChosen {
        inner = context.nested
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
