import MarblesCombine

// Expressions whose type is an optional.

extension Interpreter {
  /// Whether an expression is an optional by its declaration, so that `map` is called with the whole
  /// string or array.
  func isOptional(_ expression: Expression, in context: EvaluationContext) -> Bool {
    switch expression.kind {
    case .name(let name): return context.scope.find(name)?.isOptional ?? false
    case .call(let call):
      switch call.function.kind {
      case .name(let name):
        guard case .closure(let function) = context.scope.find(name)?.value else {
          return isConversion(name, of: call, in: context)
        }
        return (function.body as? ClosureBody)?.closure.result?.isOptional ?? false
      case .member(_, let name):
        let results = types.byName.values.compactMap {
          $0.methods[name.text]?.first?.closure.result
        }
        guard results.isEmpty else { return results.contains(where: \.isOptional) }
        return Member.isOptional(name.text, isProperty: false)
      default: return false
      }
    case .optionalChain, .optionalTry, .cast: return true
    case .member(let base, let name):
      if isOptional(base, in: context) { return true }
      return types.contains(name.text)
        ? types.isOptional(name.text) : Member.isOptional(name.text, isProperty: true)
    case .subscript(let base, let arguments):
      guard arguments.count == 1, case .name(let name) = base.kind,
        case .dictionary = context.scope.find(name)?.value
      else { return false }
      return true
    default: return false
    }
  }

  /// `Int(text)`: a number that is read from a text is an optional.
  private func isConversion(_ name: String, of call: Call, in context: EvaluationContext) -> Bool {
    guard ["Int", "Double", "Float"].contains(name), call.arguments.count == 1 else { return false }
    switch call.arguments[0].value.kind {
    case .string: return true
    case .name(let name):
      if case .string = context.scope.find(name)?.value { return true }
    case .shorthand(let number):
      if case .string = context.scope.find("$\(number)")?.value { return true }
    default: break
    }
    return false
  }
}
