import MarblesCombine

extension Interpreter {
  /// Whether a value matches a pattern. Names of the pattern are declared in the scope.
  func matches(_ pattern: Pattern, _ value: ScriptValue, in context: EvaluationContext)
    throws(ScriptError)
    -> Bool
  {
    switch pattern.kind {
    case .wildcard: return true
    case .binding(let name):
      context.scope.declare(name.text, value)
      return true
    case .expression(let expression):
      let wanted = try evaluate(expression, in: context)
      if case .range(let lower, let upper) = wanted, case .int(let number) = value {
        return number >= lower && number <= upper
      }
      return operations.areEqual(wanted, value)
    case .member(let name, let parts):
      if let found = try matchOptional(name.text, parts, value, in: context) { return found }
      guard case .member(name.text, let details) = value else { return false }
      guard let parts else { return true }
      return try matchAll(parts, details, in: context)
    case .tuple(let parts):
      guard case .tuple(let elements, _) = value else { return false }
      return try matchAll(parts, elements, in: context)
    case .typed(let inner, let type):
      return isInstance(value, of: type) ? try matches(inner, value, in: context) : false
    }
  }

  /// Matches `.some(…)` with all values except `nil`, and `.none` with `nil`; `nil` for other
  /// patterns.
  private func matchOptional(
    _ name: String, _ parts: [Pattern]?, _ value: ScriptValue, in context: EvaluationContext
  ) throws(ScriptError) -> Bool? {
    switch (name, value) {
    case ("none", .null): return parts == nil
    case ("some", .null), ("some", .member("none", _)): return false
    // A value that the script itself wrote so.
    case ("some", .member("some", _)): return nil
    case ("some", _):
      guard let parts else { return true }
      if parts.count == 1 { return try matches(parts[0], value, in: context) }
      guard case .tuple(let elements, _) = value else { return false }
      return try matchAll(parts, elements, in: context)
    default: return nil
    }
  }

  private func matchAll(
    _ patterns: [Pattern], _ values: [ScriptValue], in context: EvaluationContext
  )
    throws(ScriptError) -> Bool
  {
    guard patterns.count == values.count else { return false }
    for (pattern, value) in zip(patterns, values) {
      if try !matches(pattern, value, in: context) { return false }
    }
    return true
  }
}
