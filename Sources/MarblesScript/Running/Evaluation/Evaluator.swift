import Marbles
import MarblesCombine

/// Expressions. An error ends the run with a diagnostic at its place.
extension Run {
  func evaluate(_ expression: Expression, in scope: Scope) throws(ScriptError) -> ScriptValue {
    try work(at: expression.span)
    switch expression.kind {
    case .integer(let number): return .int(number)
    case .double(let number): return .double(number)
    case .duration(let duration): return .duration(duration)
    case .boolean(let flag): return .bool(flag)
    case .null, .invalid: return .null
    case .string(let pieces): return try string(pieces, at: expression.span, in: scope)
    case .name(let name): return try lookUp(name, at: expression.span, in: scope)
    case .shorthand(let number):
      return try lookUp("$\(number)", at: expression.span, in: scope)
    case .array(let elements):
      return try limited(.array(all(elements, in: scope)), at: expression.span)
    case .tuple(let elements):
      if elements.isEmpty { return .void }
      return try limited(.tuple(all(elements.map(\.value), in: scope)), at: expression.span)
    case .implicitMember(let name): return .member(name.text, [])
    case .closure(let closure): return .closure(function(closure, in: scope))
    case .keyPath(_, let path): return .closure(keyPath(path))
    case .operatorReference(let sign): return .closure(function(of: sign, at: expression.span))
    case .generic(let inner, _): return try evaluate(inner, in: scope)
    default:
      return try budget.nest(at: expression.span) { () throws(ScriptError) in
        try evaluateCompound(expression, in: scope)
      }
    }
  }

  private func evaluateCompound(_ expression: Expression, in scope: Scope) throws(ScriptError)
    -> ScriptValue
  {
    switch expression.kind {
    case .member(let base, let name):
      if name.text == "self", let type = base.typeName, scope.find(type) == nil {
        return .member(type, [])
      }
      return try member(name, of: base, span: expression.span, in: scope)
    case .call(let call): return try self.call(call, span: expression.span, in: scope)
    case .subscript(let base, let arguments):
      let container = try evaluate(base, in: scope)
      let index = try all(arguments.map(\.value), in: scope)
      let found = try element(of: container, at: index.first ?? .void, span: expression.span)
      // `counts[key, default: 0]`
      if case .null = found, index.count == 2, arguments[1].label?.text == "default" {
        return index[1]
      }
      return found
    case .prefix(let sign, let operand):
      return try apply(sign, to: evaluate(operand, in: scope), span: expression.span)
    case .binary(let sign, let left, let right):
      return try binary(sign, left, right, span: expression.span, in: scope)
    case .conditional(let condition, let then, let otherwise):
      return try evaluate(isTrue(condition, in: scope) ? then : otherwise, in: scope)
    case .optionalChain(let inner): return try evaluate(inner, in: scope)
    case .forceUnwrap(let inner):
      let value = try evaluate(inner, in: scope)
      if case .null = value { throw mistake(.nilUnwrapped, at: inner.span) }
      return value
    default: return .null
    }
  }

  func all(_ expressions: [Expression], in scope: Scope) throws(ScriptError) -> [ScriptValue] {
    var values: [ScriptValue] = []
    for expression in expressions { values.append(try evaluate(expression, in: scope)) }
    return values
  }

  func isTrue(_ expression: Expression, in scope: Scope) throws(ScriptError) -> Bool {
    let value = try evaluate(expression, in: scope)
    guard case .bool(let flag) = value else {
      throw mistake(.wrongType("true or false", value), at: expression.span)
    }
    return flag
  }

  private func string(_ pieces: [StringPiece], at span: SourceRange, in scope: Scope)
    throws(ScriptError)
    -> ScriptValue
  {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .interpolation(let expression):
        let value = try limited(evaluate(expression, in: scope), at: expression.span)
        text += value.description
      }
      try limit(text.utf8.count, at: span)
    }
    return .string(text)
  }

  func lookUp(_ name: String, at span: SourceRange, in scope: Scope) throws(ScriptError)
    -> ScriptValue
  {
    if let variable = scope.find(name) {
      if variable.isShared, variable.isAssignable {
        return try step { () throws(ScriptError) in variable.value }
      }
      return variable.value
    }
    if let word = Word.named(name), word.needsNoCall {
      return try make(word, CallArguments(), at: span)
    }
    throw mistake(
      RunError("'\(name)' has no value yet", hint: "it is set later than it is used here"),
      at: span)
  }

  /// Whether two values are equal; different notations of one value are equal: 3 frames and `3ms`.
  func areEqual(_ a: ScriptValue, _ b: ScriptValue) -> Bool {
    switch (a, b) {
    case (.duration(let duration), .int(let frames)), (.int(let frames), .duration(let duration)):
      duration == plan.frame * Int64(frames)
    case (.array(let a), .array(let b)), (.tuple(let a), .tuple(let b)):
      a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1) }
    case (.member(let a, let c), .member(let b, let d)):
      a == b && c.count == d.count && zip(c, d).allSatisfy { areEqual($0, $1) }
    default: a == b
    }
  }
}
