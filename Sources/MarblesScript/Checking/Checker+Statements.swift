import Marbles
import MarblesCombine

extension Checker {
  /// Looks at a statement of the file in its order.
  mutating func check(_ statement: Statement) {
    switch statement.kind {
    case .code(let code): checkDeclaration(code, span: statement.span)
    case .values(let entries): checkValues(entries)
    case .at(let block):
      plan.blocks.append(block)
      infer(block.time)
      let names = block.lane.flatMap { laneScopes[$0.text] } ?? [:]
      later(names) { $0.check(block.body) }
    case .thread(let block):
      plan.threads.append(block)
      if let from = block.from { infer(from) }
      later { $0.check(block.body) }
    case .until(let expression): infer(expression)
    case .title, .frame, .dialect, .grammar, .build, .row, .expect, .compare: break
    }
  }

  private mutating func checkDeclaration(_ code: CodeStatement, span: SourceRange) {
    switch code.kind {
    case .binding(let binding):
      check(binding.observers)
      if let value = binding.value, SinkExpression(value) != nil {
        later { _ = $0.infer(value) }
        settle(binding, .sink)
        plan.declarations.append(
          Declaration(
            kind: .end(binding.names, value, isVariable: binding.isVariable), span: span))
      } else {
        settle(binding, binding.value.map { infer($0) } ?? .null)
        plan.declarations.append(
          Declaration(
            kind: .binding(binding), span: span, acts: binding.value.map(acts) ?? false))
      }
    case .expression(let expression) where SinkExpression(expression) != nil:
      later { _ = $0.infer(expression) }
      plan.declarations.append(
        Declaration(kind: .end([], expression, isVariable: false), span: span))
    case .expression(let expression):
      infer(expression)
      plan.declarations.append(Declaration(kind: .code(code), span: span, acts: true))
    default:
      check(code)
      plan.declarations.append(Declaration(kind: .code(code), span: span, acts: true))
    }
  }

  /// From here on the names of a binding may be used.
  private mutating func settle(_ binding: Binding, _ kind: ValueKind) {
    for name in binding.names {
      guard let index = scopes[0].index(forKey: name.text),
        scopes[0].values[index].span == name.span
      else { continue }
      scopes[0].values[index].kind = binding.isVariable && kind != .sink ? .unknown : kind
      scopes[0].values[index].isDeclared = true
    }
  }

  /// Whether the evaluation of an expression connects, or calls code of the script.
  private func acts(_ expression: Expression) -> Bool {
    if case .call(let call) = expression.kind, isAction(call.function) { return true }
    var found = false
    expression.forEachChild { found = found || acts($0) }
    return found
  }

  /// Whether a function that is called connects, or is code of the script.
  private func isAction(_ function: Expression) -> Bool {
    switch function.kind {
    case .closure: true
    case .member(let base, let name) where qualified(base, name) == nil:
      name.text == "connect" || plan.types.hasMethod(name.text)
    default: function.firstName.map { known($0) != nil || plan.types.declares($0) } ?? false
    }
  }

  private mutating func checkValues(_ entries: [ValueEntry]) {
    for entry in entries {
      if plan.values[entry.key.text] != nil {
        report(.keyTwice(entry.key.text), at: entry.key.span)
      }
      if isMark(entry.key.text) { report(.keyIsMark(entry.key.text), at: entry.key.span) }
      plan.values[entry.key.text] = entry.value
      later { _ = $0.infer(entry.value) }
    }
  }

  /// Whether a character is never a value in a row or in `cold`; `#` is the failure.
  private func isMark(_ key: String) -> Bool {
    guard key.count == 1, key != "#" else { return false }
    let string = MarbleString(key, dialect: plan.rules.grammar)
    let events = string.row(requests: false).value + string.notifications().value
    return !events.contains { event in
      if case .value(let text) = event.mark { !text.isEmpty } else { false }
    }
  }

  // MARK: Blocks

  mutating func check(_ statements: [CodeStatement]) {
    for statement in statements { check(statement) }
  }

  private mutating func block(_ statements: [CodeStatement]) {
    later { $0.check(statements) }
  }

  mutating func check(_ statement: CodeStatement) {
    switch statement.kind {
    case .binding(let binding):
      let kind = binding.value.map { infer($0) } ?? .null
      check(binding.observers)
      for name in binding.names {
        declare(name, binding.isVariable ? .unknown : kind, isVariable: binding.isVariable)
      }
    case .assignment(let target, _, let value):
      infer(value)
      checkTarget(target)
    case .expression(let expression), .throw(let expression): infer(expression)
    case .return(let expression): if let expression { infer(expression) }
    case .conditional(let branches, let otherwise):
      for branch in branches {
        later { checker in
          for condition in branch.conditions { checker.check(condition) }
          checker.check(branch.body)
        }
      }
      if let otherwise { block(otherwise) }
    case .guarded(let conditions, let otherwise):
      for condition in conditions { check(condition) }
      block(otherwise)
    case .loop(let loop):
      infer(loop.sequence)
      later { checker in
        checker.declareNames(of: loop.pattern)
        if let filter = loop.filter { checker.infer(filter) }
        checker.check(loop.body)
      }
    case .repetition(let repetition):
      later { checker in
        for condition in repetition.conditions { checker.check(condition) }
        checker.check(repetition.body)
      }
    case .choice(let subject, let cases):
      infer(subject)
      for candidate in cases {
        later { checker in
          for pattern in candidate.patterns { checker.declareNames(of: pattern) }
          if let filter = candidate.filter { checker.infer(filter) }
          checker.check(candidate.body)
        }
      }
    case .attempt(let body, let clauses):
      block(body)
      for clause in clauses {
        later { checker in
          checker.declare(Name(text: "error", span: statement.span), .unknown)
          if let pattern = clause.pattern { checker.declareNames(of: pattern) }
          if let filter = clause.filter { checker.infer(filter) }
          checker.check(clause.body)
        }
      }
    case .deferred(let body): block(body)
    case .break, .continue: break
    }
  }

  /// Checks the members of the types that the script declares.
  mutating func checkTypes() {
    for (name, type) in plan.types.byName.sorted(by: { $0.key < $1.key }) {
      let kind = type.isExtension ? ValueKind.ofExtended(name) : .unknown
      for field in type.fields {
        if let value = field.value { later { _ = $0.infer(value) } }
      }
      let closures =
        type.getters.sorted { $0.key < $1.key }.map(\.value)
        + type.methods.sorted { $0.key < $1.key }.flatMap(\.value).map(\.closure)
        + type.initializers
        + type.fields.flatMap { [$0.observers?.willSet, $0.observers?.didSet].compactMap { $0 } }
      for closure in closures {
        let span = closure.body.first?.span ?? SourceRange(0, 0)
        let expression = Expression(kind: .closure(closure), span: span)
        later(["self": Known(kind: kind, span: span, isVariable: true)]) {
          _ = $0.infer(expression)
        }
      }
    }
  }

  private mutating func check(_ observers: Observers?) {
    for closure in [observers?.willSet, observers?.didSet].compactMap({ $0 }) {
      infer(Expression(kind: .closure(closure), span: SourceRange(0, 0)))
    }
  }

  private mutating func check(_ condition: Condition) {
    switch condition {
    case .expression(let expression): infer(expression)
    case .binding(let name, let expression):
      if let expression {
        infer(expression)
      } else if known(name.text) == nil {
        report(.unknownName(name.text, nearest: nearestName(to: name.text)), at: name.span)
      }
      declare(name, .unknown)
    case .pattern(let pattern, let expression):
      infer(expression)
      declareNames(of: pattern)
    }
  }

  private mutating func declareNames(of pattern: Pattern) {
    switch pattern.kind {
    case .wildcard: break
    case .binding(let name): declare(name, .unknown)
    case .member(let name, let parts):
      memberPatterns.append(name)
      for part in parts ?? [] { declareNames(of: part) }
    case .tuple(let parts): for part in parts { declareNames(of: part) }
    case .expression(let expression): infer(expression)
    case .typed(let inner, _): declareNames(of: inner)
    }
  }

  private mutating func checkTarget(_ target: Expression) {
    switch target.kind {
    case .name("_"): break
    case .name(let name):
      guard let known = known(name) else {
        report(.unknownName(name, nearest: nearestName(to: name)), at: target.span)
        return
      }
      if !known.isVariable { report(.assignedConstant(name), at: target.span) }
    case .shorthand, .invalid: break
    case .member(let base, let name) where name.text == "value": infer(base)
    case .member(let base, let name)
    where plan.types.isShared(name.text): infer(base)
    case .member(let base, let name)
    where plan.types.contains(name.text) || Int(name.text) != nil:
      checkTarget(base)
    case .subscript(let base, let arguments):
      checkTarget(base)
      for argument in arguments { infer(argument.value) }
    case .optionalChain(let inner), .forceUnwrap(let inner): checkTarget(inner)
    default: report(.assignedNothing, at: target.span)
    }
  }
}
