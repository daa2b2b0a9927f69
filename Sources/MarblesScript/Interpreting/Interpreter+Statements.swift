import Marbles
import MarblesCombine

/// The continuation after a statement.
enum Flow {
  case next
  case `return`(ScriptValue)
  case `break`
  case `continue`

  /// The continuation after a loop that this ends; `nil` if the loop continues.
  fileprivate var afterIteration: Flow? {
    switch self {
    case .next, .continue: nil
    case .break: .next
    case .return: self
    }
  }
}

extension Interpreter {
  func execute(_ statements: [CodeStatement], in context: EvaluationContext) throws(ScriptError)
    -> Flow
  {
    var progress = try context.task?.begin(in: context.scope)
    var reached = progress?.count ?? 0
    var flow = Flow.next
    do throws(ScriptError) {
      for statement in statements[reached...] {
        flow = try execute(statement, in: context)
        guard case .next = flow else { break }
        reached += 1
        context.task?.end(&progress)
      }
    } catch {
      if error.isFailure { try leave(statements[..<reached], in: context) }
      throw error
    }
    try leave(statements[..<reached], in: context)
    return flow
  }

  /// Executes the bodies of `defer` among the statements of a block that ends, the last one first.
  private func leave(_ statements: ArraySlice<CodeStatement>, in context: EvaluationContext)
    throws(ScriptError)
  {
    for statement in statements.reversed() {
      guard case .deferred(let body) = statement.kind else { continue }
      _ = try execute(body, in: context.nested)
    }
  }

  /// `do { … } catch … { … }`
  private func attempt(
    _ body: [CodeStatement], _ clauses: [CatchClause], in context: EvaluationContext
  ) throws(ScriptError) -> Flow {
    do throws(ScriptError) {
      return try execute(body, in: context.nested)
    } catch {
      guard error.isFailure else { throw error }
      let value = error.value
      for clause in clauses {
        let inner = context.nested
        inner.scope.declare("error", value)
        if let pattern = clause.pattern, try !matches(pattern, value, in: inner) { continue }
        if let filter = clause.filter, try !isTrue(filter, in: inner) { continue }
        return try execute(clause.body, in: inner)
      }
      throw error
    }
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
        loop.isAwaited ? try executeAwaited(loop, in: context) : try execute(loop, in: context)
      }
    case .repetition(let repetition):
      return try budget.loop(at: statement.span) { () throws(ScriptError) in
        try execute(repetition, in: context)
      }
    case .choice(let subject, let cases):
      return try choose(subject, cases, in: context, isValue: false) ?? .next
    case .return(let expression):
      if let expression { return .return(try evaluate(expression, in: context)) }
      return .return(.void)
    case .throw(let expression):
      throw .failure(
        ScriptFailure(of: try evaluate(expression, in: context), at: statement.span))
    case .break: return .break
    case .continue: return .continue
    case .attempt(let body, let clauses): return try attempt(body, clauses, in: context)
    case .deferred: break
    }
    return .next
  }

  func bind(_ binding: Binding, in context: EvaluationContext) throws(ScriptError) {
    for name in binding.names {
      let value = try binding.value.map { (expression) throws(ScriptError) in
        try converted(
          evaluateNamed(expression, name, in: context), to: binding.type, in: context)
      }
      let variable = context.scope.declare(
        name.text, value.map { overloaded($0, name, in: context) } ?? .null,
        isAssignable: binding.isVariable)
      if let observers = binding.observers {
        if case .object(let subject as ScriptSubject) = value,
          let property = subject.channel.property
        {
          property.willSet = observers.willSet.map { observer($0, of: property) }
          property.didSet = observers.didSet.map { observer($0, of: property) }
        } else {
          variable?.willSet = observers.willSet.map { observer($0, in: context) }
          variable?.didSet = observers.didSet.map { observer($0, in: context) }
        }
      }
      if binding.isVariable { context.task?.declare(variable) }
      variable?.isOptional =
        binding.type?.isOptional ?? binding.value.map { isOptional($0, in: context) } ?? false
      variable?.conversion = binding.type?.conversion ?? value?.impliedConversion
    }
  }

  /// An observer that rows and bindings call, too.
  private func observer(_ closure: Closure, of property: PublishedProperty) -> (ScriptValue) -> Void
  {
    let function = observer(closure, in: topLevel)
    return { [unowned self, unowned property] value in
      let inner = EvaluationContext(scope: globals, building: .lanesOnly)
      do throws(ScriptError) {
        try call(function, of: property, with: value, in: inner)
      } catch {
        report(error, at: closure.body.first?.span ?? SourceRange(0, 0))
      }
    }
  }

  private func observer(_ closure: Closure, in context: EvaluationContext) -> ScriptFunction {
    function(closure, at: closure.body.first?.span ?? SourceRange(0, 0), in: context)
  }

  /// Evaluates an expression whose value gets a name, which subjects and sinks show in the picture.
  func evaluateNamed(_ expression: Expression, _ name: Name, in context: EvaluationContext)
    throws(ScriptError)
    -> ScriptValue
  {
    var inner = context
    inner.naming = Naming(name: name.text, expression: expression.span)
    let value = try evaluate(expression, in: inner)
    return try builder.named(name.text, value, at: expression.span, in: context.building)
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
    var state = try context.task?.begin()
    guard let elements = operations.elements(of: sequence, from: state?.count ?? 0) else {
      throw error(.wrongType("an array or a range", not: sequence.kindName), at: loop.sequence.span)
    }
    for element in elements {
      if let flow = try execute(loop, with: element, in: context) { return flow }
      context.task?.end(&state)
    }
    return .next
  }

  /// One iteration; `nil` if the loop continues.
  func execute(_ loop: ForLoop, with element: ScriptValue, in context: EvaluationContext)
    throws(ScriptError) -> Flow?
  {
    try budget.spend(at: loop.sequence.span)
    let inner = context.nested
    guard try matches(loop.pattern, element, in: inner) else { return nil }
    if let filter = loop.filter, try !isTrue(filter, in: inner) { return nil }
    return try execute(loop.body, in: inner).afterIteration
  }

  private func execute(_ repetition: Repetition, in context: EvaluationContext)
    throws(ScriptError) -> Flow
  {
    var state = try context.task?.begin()
    var isTested = repetition.testsFirst || (state?.count ?? 0) > 0
    while true {
      let inner = context.nested
      if isTested, try !hold(repetition.conditions, in: inner) { return .next }
      isTested = true
      if let flow = try execute(repetition.body, in: inner).afterIteration { return flow }
      context.task?.end(&state)
    }
  }

  /// - Parameter isValue: whether the expression of the chosen case is returned as a value.
  func choose(
    _ subject: Expression, _ cases: [SwitchCase], in context: EvaluationContext, isValue: Bool
  ) throws(ScriptError) -> Flow? {
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
      if isValue { return .return(try result(of: candidate.body, in: inner)) }
      let flow = try execute(candidate.body, in: inner)
      if case .break = flow { return .next }
      return flow
    }
    return nil
  }
}
