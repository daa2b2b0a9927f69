import MarblesCombine

extension Run {
  /// Whether a value matches a pattern. Names of the pattern are declared in the scope.
  func matches(_ pattern: Pattern, _ value: ScriptValue, in scope: Scope) throws(ScriptError)
    -> Bool
  {
    switch pattern.kind {
    case .wildcard: return true
    case .binding(let name):
      scope.declare(name.text, value)
      return true
    case .expression(let expression):
      let wanted = try evaluate(expression, in: scope)
      if case .range(let lower, let upper) = wanted, case .int(let number) = value {
        return number >= lower && number <= upper
      }
      return areEqual(wanted, value)
    case .member(let name, let parts):
      if let found = try matchOptional(name.text, parts, value, in: scope) { return found }
      guard case .member(name.text, let details) = value else { return false }
      guard let parts else { return true }
      return try matchAll(parts, details, in: scope)
    case .tuple(let parts):
      guard case .tuple(let elements) = value else { return false }
      return try matchAll(parts, elements, in: scope)
    }
  }

  /// Matches `.some(…)` with all values except `nil`, and `.none` with `nil`; `nil` for other
  /// patterns.
  private func matchOptional(
    _ name: String, _ parts: [Pattern]?, _ value: ScriptValue, in scope: Scope
  ) throws(ScriptError) -> Bool? {
    switch (name, value) {
    case ("none", .null): return parts == nil
    case ("some", .null), ("some", .member("none", _)): return false
    // A value that the script itself wrote so.
    case ("some", .member("some", _)): return nil
    case ("some", _):
      guard let parts else { return true }
      if parts.count == 1 { return try matches(parts[0], value, in: scope) }
      guard case .tuple(let elements) = value else { return false }
      return try matchAll(parts, elements, in: scope)
    default: return nil
    }
  }

  private func matchAll(_ patterns: [Pattern], _ values: [ScriptValue], in scope: Scope)
    throws(ScriptError) -> Bool
  {
    guard patterns.count == values.count else { return false }
    for (pattern, value) in zip(patterns, values) {
      if try !matches(pattern, value, in: scope) { return false }
    }
    return true
  }

  /// The elements of an array, a range or a string; `nil` for other values.
  func elements(of value: ScriptValue) -> AnySequence<ScriptValue>? {
    switch value {
    case .array(let elements): AnySequence(elements)
    case .range(let lower, let upper):
      lower > upper ? AnySequence([]) : AnySequence((lower...upper).lazy.map { .int($0) })
    case .string(let text): AnySequence(text.lazy.map { .string(String($0)) })
    default: nil
    }
  }

  /// An element of an array, a dictionary being an array of pairs here, or a character of a string.
  func element(of container: ScriptValue, at index: ScriptValue, span: SourceRange)
    throws(ScriptError)
    -> ScriptValue
  {
    switch (container, index) {
    case (.array(let elements), .int(let number)):
      guard elements.indices.contains(number) else {
        throw mistake(.outOfRange(number, count: elements.count), at: span)
      }
      return elements[number]
    case (.array(let elements), .range(let lower, let upper)):
      guard lower >= 0, upper < elements.count else {
        throw mistake(.outOfRange(upper, count: elements.count), at: span)
      }
      return .array(lower > upper ? [] : Array(elements[lower...upper]))
    case (.array(let elements), _):
      for case .tuple(let pair) in elements where pair.count == 2 && areEqual(pair[0], index) {
        return pair[1]
      }
      return .null
    default:
      throw mistake(.wrongType("an array", container), at: span)
    }
  }
}
