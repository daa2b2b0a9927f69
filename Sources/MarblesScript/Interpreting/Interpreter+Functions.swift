import Marbles
import MarblesCombine

extension Interpreter {
  /// A closure of the script as a function. It reads the names around it when it is called.
  func function(_ closure: Closure, at span: SourceRange, in context: EvaluationContext)
    -> ScriptFunction
  {
    let shorthands = closure.parameters == nil ? closure.body.highestShorthand : nil
    let arity = closure.parameters?.count ?? shorthands.map { $0 + 1 }
    return function(
      arity: arity, at: span, ClosureBody(closure: closure, arity: arity, scope: context.scope))
  }

  /// An operator as a function: `scan(0, +)`.
  func function(of sign: BinaryOperator, at span: SourceRange) -> ScriptFunction {
    function(arity: 2, at: span, OperatorBody(sign: sign, span: span))
  }

  /// The function that operators call. What it creates is not a stage of the picture.
  func function(arity: Int?, at span: SourceRange, _ body: some InterpretedBody)
    -> ScriptFunction
  {
    ScriptFunction(
      arity: arity, body: body,
      reportResult: { [unowned self] wanted, result in
        error(.closureResult(wanted, not: result.kindName), at: span)
      },
      { [unowned self] (arguments) throws(ScriptError) in
        let context = EvaluationContext(scope: globals, building: .lanesOnly)
        return try body.evaluate(arguments, by: self, in: context)
      })
  }

  /// Calls a function from the script itself: evaluates its body in the place of the call.
  func call(
    _ function: ScriptFunction, _ arguments: [ScriptValue], at span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    try budget.call(at: span) { () throws(ScriptError) in
      guard let body = function.body as? any InterpretedBody else {
        return try function.call(arguments)
      }
      return try body.evaluate(arguments, by: self, in: context)
    }
  }

  func call(
    _ closure: Closure, _ arguments: [ScriptValue], arity: Int?, in context: EvaluationContext,
    atEnd: (Scope) throws(ScriptError) -> Void = { _ in }
  )
    throws(ScriptError) -> ScriptValue
  {
    let span = closure.body.first?.span ?? SourceRange(0, 0)
    var values = Self.spread(arguments, over: arity)
    for parameter in (closure.signature ?? []).dropFirst(values.count) {
      guard let value = parameter.value else { break }
      values.append(try evaluate(value, in: context))
    }
    let inner = context.nested
    if let parameters = closure.parameters {
      guard values.count >= parameters.count else {
        throw error(
          .parameterCount(parameters.count, given: values.count),
          at: parameters.first?.span ?? span)
      }
      for (index, (parameter, value)) in zip(parameters, values).enumerated() {
        let type = closure.signature?[index].type
        inner.declareVariable(
          parameter.text, try converted(value, to: type, in: context))
      }
    } else {
      for (index, value) in values.enumerated() { inner.declareVariable("$\(index)", value) }
    }
    let given: ScriptValue
    do throws(ScriptError) {
      given = try budget.call(at: span) { () throws(ScriptError) -> ScriptValue in
        try result(of: closure.body, in: inner)
      }
    } catch {
      // A function that throws has assigned to its `inout` parameters, too.
      if error.isFailure { try atEnd(inner.scope) }
      throw error
    }
    try atEnd(inner.scope)
    let converted = try self.converted(given, to: closure.result, in: context)
    return labelled(converted, by: arguments, first: changedParameter(of: closure, in: inner.scope))
  }

  /// The value where a type is declared: also `.just(1)` and the like, where it is a publisher.
  func converted(_ value: ScriptValue, to type: TypeName?, in context: EvaluationContext)
    throws(ScriptError) -> ScriptValue
  {
    guard let type else { return value }
    var value = value
    if case .member = value, Self.observableTypes.contains(type.word) {
      value = try callContext(context).publisher(from: value, at: type.span)
    }
    if let conversion = type.conversion {
      value = try budget.converted(value, by: conversion, at: type.span)
    } else if case .closure(let function) = value, var body = function.body as? ClosureBody,
      body.closure.result == nil, let result = type.functionResult
    {
      body.closure.result = result
      value = .closure(self.function(arity: function.arity, at: result.span, body))
    }
    guard case .stream = value else { return value }
    return value.with(StreamTrait(rawValue: type.word))
  }

  private static let observableTypes: Set<String> = [
    "Observable", "Single", "Maybe", "Completable", "Infallible", "Driver", "Signal",
  ]

  /// The result of a closure; a single expression needs no `return`.
  func result(of body: [CodeStatement], in context: EvaluationContext) throws(ScriptError)
    -> ScriptValue
  {
    if body.count == 1 {
      switch body[0].kind {
      case .expression(let expression): return try evaluate(expression, in: context)
      case .choice(let subject, let cases):
        // `switch` is a value if the cases are expressions.
        let flow = try choose(subject, cases, in: context, isValue: true)
        if case .return(let value) = flow { return value }
        return .void
      case .conditional(let branches, let otherwise?):
        // `if … { a } else { b }` is a value if each branch is one expression.
        return try value(of: branches, otherwise, in: context)
      default: break
      }
    }
    if case .return(let value) = try execute(body, in: context) { return value }
    return .void
  }

  private func value(
    of branches: [Branch], _ otherwise: [CodeStatement], in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    for branch in branches {
      let inner = context.nested
      var holds = true
      for condition in branch.conditions where holds {
        if case .expression(let expression) = condition {
          holds = try isTrue(expression, in: inner)
        } else {
          let statement = CodeStatement(
            kind: .conditional(branches, otherwise: otherwise), span: SourceRange(0, 0))
          if case .return(let value) = try execute([statement], in: context) { return value }
          return .void
        }
      }
      if holds { return try result(of: branch.body, in: inner) }
    }
    return try result(of: otherwise, in: context.nested)
  }

  /// The closures of `scan(into:)` and `reduce(into:)` change their first parameter and return
  /// nothing.
  private func changedParameter(of closure: Closure, in scope: Scope) -> ScriptValue? {
    let name = closure.parameters.map { $0.first?.text } ?? "$0"
    guard let name, let variable = scope.find(name), variable.isChanged else { return nil }
    return variable.value
  }

  /// Names a publisher that a closure created for a value after that value.
  private func labelled(_ result: ScriptValue, by arguments: [ScriptValue], first: ScriptValue?)
    -> ScriptValue
  {
    if case .void = result, let first { return first }
    guard case .stream(var stream) = result, arguments.count == 1 else { return result }
    stream.origin = StreamProvenance(of: stream).labelled(arguments[0].description)
    return .stream(stream)
  }

  /// Distributes a tuple over several parameters, and collects several values in one tuple.
  private static func spread(_ arguments: [ScriptValue], over arity: Int?) -> [ScriptValue] {
    guard let arity else { return arguments }
    if arguments.count == 1, arity > 1, case .tuple(let elements, _) = arguments[0],
      elements.count == arity
    {
      return elements
    }
    return arguments.count > 1 && arity == 1 ? [.tuple(arguments)] : arguments
  }

  /// `\.name.count` as a function.
  func keyPath(_ path: [Name], at span: SourceRange) -> ScriptFunction {
    function(arity: 1, at: span, KeyPathBody(path: path))
  }
}

/// The body of a function that an interpreter can evaluate.
protocol InterpretedBody: FunctionBody {
  func evaluate(
    _ arguments: [ScriptValue], by interpreter: Interpreter, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue
}

struct ClosureBody: InterpretedBody {
  var closure: Closure
  let arity: Int?
  let scope: Scope
  /// Other functions of the same name, with other labels or types.
  var overloads: [Closure] = []

  func overload(_ index: Int) -> ClosureBody {
    ClosureBody(
      closure: overloads[index], arity: overloads[index].parameters?.count, scope: scope)
  }

  func evaluate(
    _ arguments: [ScriptValue], by interpreter: Interpreter, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    try interpreter.call(closure, arguments, arity: arity, in: context.with(scope))
  }

  var namedResults: [ScriptValue] {
    resultNames { Self.subscribers.contains($0) }.sorted().compactMap { scope.find($0)?.value }
  }

  var startsWork: Bool {
    resultNames { _ in false }.contains { name in
      guard let known = scope.find(name)?.value else {
        return Word.named(name)?.startsWork ?? false
      }
      guard case .closure(let function) = known else { return false }
      return (function.body as? ClosureBody)?.closure.result?.isStream ?? false
    }
  }

  private func resultNames(_ subscribesToResult: @escaping (String) -> Bool) -> Set<String> {
    ResultNames(subscribesToResult: subscribesToResult).names(in: closure)
  }

  /// The operators and words that subscribe to the publisher which their closure returns.
  private static let subscribers: Set<String> = {
    let words = Word.all.map { (name: $0.name, signatures: $0.signatures) }
    let operators = OperatorTable.all.map { (name: $0.name, signatures: $0.signatures) }
    return Set(
      (words + operators).filter { entry in
        entry.signatures.contains { $0.parameters.contains { $0.type.returnsPublisher } }
      }.compactMap { $0.name.split(separator: ".").last.map(String.init) })
  }()
}

private struct KeyPathBody: InterpretedBody {
  let path: [Name]

  func evaluate(
    _ arguments: [ScriptValue], by interpreter: Interpreter, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    var value = arguments.first ?? .void
    for name in path { value = try interpreter.property(name, of: value, in: context) }
    return value
  }
}

/// An operator as the body of a function.
private struct OperatorBody: InterpretedBody {
  let sign: BinaryOperator
  let span: SourceRange

  func evaluate(
    _ arguments: [ScriptValue], by interpreter: Interpreter, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    guard arguments.count == 2 else {
      throw interpreter.error(.operandCount(sign.rawValue), at: span)
    }
    return try interpreter.operations.apply(sign, arguments[0], arguments[1], span: span)
  }
}

extension TypeName {
  /// The name of the type without its arguments.
  fileprivate var word: String { String(text.prefix { $0.isLetter }) }
}

extension [CodeStatement] {
  /// The highest of `$0`, `$1`, … in these statements, without nested closures.
  var highestShorthand: Int? {
    var highest: Int?
    for statement in self {
      statement.forEachExpression { expression in
        if let found = expression.highestShorthand { highest = Swift.max(highest ?? 0, found) }
      }
    }
    return highest
  }
}

extension Expression {
  fileprivate var highestShorthand: Int? {
    if case .shorthand(let number) = kind { return number }
    if case .closure = kind { return nil }
    var highest: Int?
    forEachChild { child in
      if let found = child.highestShorthand { highest = Swift.max(highest ?? 0, found) }
    }
    return highest
  }
}
