import Marbles
import MarblesCombine

/// Expressions. An error ends the run with a diagnostic at its place.
extension Interpreter {
  func evaluate(_ expression: Expression, in context: EvaluationContext) throws(ScriptError)
    -> ScriptValue
  {
    try budget.spend(at: expression.span)
    switch expression.kind {
    case .integer(let number): return .int(number)
    case .double(let number): return .double(number)
    case .duration(let duration): return .duration(duration)
    case .boolean(let flag): return .bool(flag)
    case .null, .invalid: return .null
    case .string(let pieces): return try string(pieces, at: expression.span, in: context)
    case .name(let name): return try lookUp(name, at: expression.span, in: context)
    case .shorthand(let number):
      return try lookUp("$\(number)", at: expression.span, in: context)
    case .array(let elements):
      let values = ScriptValue.ofOneType(try all(elements, in: context))
      return try budget.checked(.array(values), at: expression.span)
    case .dictionary(let pairs):
      let values = ScriptValue.ofOneType(try all(pairs, in: context))
      return try budget.checked(.dictionary(values), at: expression.span)
    case .tuple(let elements):
      if elements.isEmpty { return .void }
      return try budget.checked(
        .tuple(
          all(elements.map(\.value), in: context), labels: elements.labels), at: expression.span)
    case .implicitMember(let name): return .member(name.text, [])
    case .closure(let closure): return .closure(function(closure, at: expression.span, in: context))
    case .keyPath(_, let path): return .closure(keyPath(path, at: expression.span))
    case .operatorReference(let sign): return .closure(function(of: sign, at: expression.span))
    case .generic(let inner, _): return try evaluate(inner, in: context)
    default:
      return try budget.nest(at: expression.span) { () throws(ScriptError) in
        try evaluateCompound(expression, in: context)
      }
    }
  }

  private func evaluateCompound(_ expression: Expression, in context: EvaluationContext)
    throws(ScriptError)
    -> ScriptValue
  {
    switch expression.kind {
    case .member(let base, let name):
      if name.text == "self", let type = base.typeName, context.scope.find(type) == nil {
        return .member(type, [])
      }
      return try member(name, of: base, span: expression.span, in: context)
    case .call(let call): return try self.call(call, span: expression.span, in: context)
    case .subscript(let base, let arguments):
      let container = try evaluate(base, in: context)
      let index = try all(arguments.map(\.value), in: context)
      let found = try operations.element(
        of: container, at: index.first ?? .void, span: expression.span)
      // `counts[key, default: 0]`
      if case .null = found, index.count == 2, arguments[1].label?.text == "default" {
        return index[1]
      }
      return found
    case .prefix(let sign, let operand):
      return try operations.apply(sign, to: evaluate(operand, in: context), span: expression.span)
    case .binary(let sign, let left, let right):
      return try binary(sign, left, right, span: expression.span, in: context)
    case .conditional(let condition, let then, let otherwise):
      return try evaluate(isTrue(condition, in: context) ? then : otherwise, in: context)
    case .optionalChain(let inner): return try evaluate(inner, in: context)
    case .cast(let inner, let type):
      let value = try evaluate(inner, in: context)
      return isInstance(value, of: type) ? value : .null
    case .typeTest(let inner, let type):
      return .bool(isInstance(try evaluate(inner, in: context), of: type))
    case .optionalTry(let inner):
      do throws(ScriptError) {
        return try evaluate(inner, in: context)
      } catch {
        guard error.isFailure else { throw error }
        return .null
      }
    case .forceUnwrap(let inner):
      let value = try evaluate(inner, in: context)
      if case .null = value { throw error(.nilUnwrapped, at: inner.span) }
      return value
    default: return .null
    }
  }

  func all(_ expressions: [Expression], in context: EvaluationContext) throws(ScriptError)
    -> [ScriptValue]
  {
    var values: [ScriptValue] = []
    for expression in expressions { values.append(try evaluate(expression, in: context)) }
    return values
  }

  func isTrue(_ expression: Expression, in context: EvaluationContext) throws(ScriptError) -> Bool {
    let value = try evaluate(expression, in: context)
    guard case .bool(let flag) = value else {
      throw error(.wrongType("true or false", not: value.kindName), at: expression.span)
    }
    return flag
  }

  private func string(_ pieces: [StringPiece], at span: SourceRange, in context: EvaluationContext)
    throws(ScriptError)
    -> ScriptValue
  {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .interpolation(let expression):
        let value = try budget.checked(evaluate(expression, in: context), at: expression.span)
        text += self.text(of: value, isOptional: isOptional(expression, in: context))
      }
      try budget.check(count: text.utf8.count, at: span)
    }
    return .string(text)
  }

  func lookUp(_ name: String, at span: SourceRange, in context: EvaluationContext)
    throws(ScriptError)
    -> ScriptValue
  {
    if let variable = context.scope.find(name) {
      if variable.isShared, variable.isAssignable {
        return try context.step { (_) throws(ScriptError) in
          variable.recorded?.read(variable.value, on: runtime.effects.currentLane)
          return variable.value
        }
      }
      return variable.value
    }
    if let receiver = receiver(of: name, in: context) {
      return try property(Name(text: name, span: span), of: receiver, in: context)
    }
    if let word = Word.named(name), word.needsNoCall {
      return try callContext(context).make(word, CallArguments(), at: span)
    }
    throw error(
      .notSetYet(name), at: span)
  }

  /// The value of `self` if it has a member of that name, as in an extension of `String`.
  func receiver(of name: String, in context: EvaluationContext) -> ScriptValue? {
    guard let value = context.scope.find("self")?.value, Member.exists(name, of: value.kind) else {
      return nil
    }
    return value
  }

  private func binary(
    _ sign: BinaryOperator, _ left: Expression, _ right: Expression, span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    switch sign {
    case .and: return .bool(try isTrue(left, in: context) ? isTrue(right, in: context) : false)
    case .or: return .bool(try isTrue(left, in: context) ? true : isTrue(right, in: context))
    case .coalesce:
      let value = try evaluate(left, in: context)
      if case .null = value { return try evaluate(right, in: context) }
      return value
    default:
      var a = try evaluate(left, in: context)
      var b = try evaluate(right, in: context)
      if attributes != nil {
        countLists(&a, left, &b, right)
        (a, b) = (a.asCompletion, b.asCompletion)
      }
      return try operations.apply(sign, a, b, span: span)
    }
  }

  /// `first.missed == 2`: a list that is compared with a number counts as its length.
  func countLists(
    _ a: inout ScriptValue, _ left: Expression, _ b: inout ScriptValue, _ right: Expression
  ) {
    if case (.array(let list), .int) = (a, b), left.isCountable { a = .int(list.count) }
    if case (.int, .array(let list)) = (a, b), right.isCountable { b = .int(list.count) }
  }
}

extension Expression {
  fileprivate var isCountable: Bool {
    if case .member(_, let name) = kind {
      Attribute(rawValue: name.text)?.isCountable ?? false
    } else {
      false
    }
  }
}

extension [Argument] {
  /// The labels of a tuple; `nil` if it has none.
  fileprivate var labels: [String?]? {
    contains { $0.label != nil } ? map { $0.label?.text } : nil
  }
}

extension ScriptValue {
  /// A failure in an expectation is its text: `.failure(.offline)` is `.failure("offline")`.
  fileprivate var asCompletion: ScriptValue {
    guard case .member("failure", let details) = self, details.count == 1 else { return self }
    return .member("failure", [.string(details[0].failureText)])
  }
}
