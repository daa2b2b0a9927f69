import Marbles
import MarblesCombine

/// Computations of operators and members, within the limits of a run.
struct ValueOperations {
  unowned let runtime: ScriptRuntime
  let diagnostics: RunDiagnostics
  let budget: Budget

  init(_ runtime: ScriptRuntime) {
    self.init(runtime, diagnostics: runtime.diagnostics, budget: runtime.budget)
  }

  init(_ runtime: ScriptRuntime, diagnostics: RunDiagnostics, budget: Budget) {
    self.runtime = runtime
    self.diagnostics = diagnostics
    self.budget = budget
  }

  /// Reports an error of the script, which ends the run.
  func error(_ message: RunError, at span: SourceRange) -> ScriptError {
    diagnostics.error(message, at: span)
  }

  func apply(_ sign: PrefixOperator, to value: ScriptValue, span: SourceRange) throws(ScriptError)
    -> ScriptValue
  {
    switch (sign, value) {
    case (.plus, _), (.reference, _): return value
    case (.not, .bool(let flag)): return .bool(!flag)
    case (.not, _): throw error(.wrongType("true or false", not: value.kindName), at: span)
    case (.minus, .int(let number)):
      let (result, overflow) = (0).subtractingReportingOverflow(number)
      if overflow { throw error(.overflow, at: span) }
      return .int(result)
    case (.minus, .double(let number)): return .double(-number)
    case (.minus, .duration(let duration)): return .duration(.zero - duration)
    case (.minus, _): throw error(.wrongType("a number", not: value.kindName), at: span)
    }
  }

  func apply(_ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue, span: SourceRange)
    throws(ScriptError)
    -> ScriptValue
  {
    switch sign {
    case .equal, .notEqual:
      try budget.spend(ValueSize(a).parts / 4, at: span)
      return .bool(areEqual(a, b) == (sign == .equal))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .bool(try compare(sign, a, b, span: span))
    case .closedRange, .halfOpenRange: return try range(sign, a, b, span: span)
    case .and, .or, .coalesce:
      guard case (.bool(let a), .bool(let b)) = (a, b), sign != .coalesce else {
        throw error(.operands(sign.rawValue, a.kindName, b.kindName), at: span)
      }
      return .bool(sign == .and ? a && b : a || b)
    case .add, .subtract, .multiply, .divide, .remainder, .shiftLeft, .shiftRight:
      return try arithmetic(sign, a, b, span: span)
    }
  }

  private func arithmetic(
    _ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue, span: SourceRange
  ) throws(ScriptError) -> ScriptValue {
    switch (a, b) {
    // `.now() + 0.3`: a deadline in seconds.
    case (.member("now", _), _) where sign == .add:
      if let seconds = b.number { return .duration(.seconds(seconds)) }
      guard let duration = duration(b) else {
        throw error(.operands("+", a.kindName, b.kindName), at: span)
      }
      return .duration(duration)
    case (.int(let a), .int(let b)): return try integers(sign, a, b, span: span)
    case (.string(let a), .string(let b)) where sign == .add:
      try budget.check(count: a.utf8.count + b.utf8.count, at: span)
      try budget.spend((a.utf8.count + b.utf8.count) / 16, at: span)
      return .string(a + b)
    case (.array(let a), .array(let b)) where sign == .add:
      try budget.check(count: a.count + b.count, at: span)
      return try budget.checked(.array(a + b), at: span)
    default:
      if let duration = durations(sign, a, b) {
        try checkLength(of: duration, at: span)
        return .duration(duration)
      }
      if let x = a.number, let y = b.number, sign != .shiftLeft, sign != .shiftRight {
        return .double(try doubles(sign, x, y, span: span))
      }
      throw error(.operands(sign.rawValue, a.kindName, b.kindName), at: span)
    }
  }

  /// Arithmetic of durations; `nil` for other values.
  private func durations(_ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue)
    -> VirtualDuration?
  {
    switch (sign, a, b) {
    case (.add, .duration(let a), .duration(let b)): a + b
    case (.subtract, .duration(let a), .duration(let b)): a - b
    case (.multiply, .duration(let a), .int(let b)): a * Int64(b)
    case (.multiply, .int(let a), .duration(let b)): b * Int64(a)
    default: nil
    }
  }

  private func integers(_ sign: BinaryOperator, _ a: Int, _ b: Int, span: SourceRange)
    throws(ScriptError)
    -> ScriptValue
  {
    let result: (partialValue: Int, overflow: Bool)
    switch sign {
    // Bits that leave the integer are lost, like in Swift.
    case .shiftLeft: result = (a << b, false)
    case .shiftRight: result = (a >> b, false)
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide, .remainder:
      if b == 0 { throw error(.divisionByZero, at: span) }
      result =
        sign == .divide
        ? a.dividedReportingOverflow(by: b) : a.remainderReportingOverflow(dividingBy: b)
    default: throw error(.operands(sign.rawValue, "an integer", "an integer"), at: span)
    }
    if result.overflow { throw error(.overflow, at: span) }
    return .int(result.partialValue)
  }

  private func doubles(_ sign: BinaryOperator, _ a: Double, _ b: Double, span: SourceRange)
    throws(ScriptError) -> Double
  {
    switch sign {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    default: a.truncatingRemainder(dividingBy: b)
    }
  }

  private func compare(
    _ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue, span: SourceRange
  )
    throws(ScriptError) -> Bool
  {
    let order: Int
    switch (a, b) {
    case (.string(let a), .string(let b)): order = a < b ? -1 : a == b ? 0 : 1
    case (.int(let a), .int(let b)): order = a < b ? -1 : a == b ? 0 : 1
    default:
      if let x = length(a), let y = length(b) {
        order = x < y ? -1 : x == y ? 0 : 1
      } else if let x = a.number, let y = b.number {
        // A number that is not one compares with nothing.
        if x.isNaN || y.isNaN { return false }
        order = x < y ? -1 : x == y ? 0 : 1
      } else {
        throw error(.operands(sign.rawValue, a.kindName, b.kindName), at: span)
      }
    }
    return switch sign {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    default: order >= 0
    }
  }

  /// Durations, and frames beside durations.
  private func length(_ value: ScriptValue) -> VirtualDuration? {
    switch value {
    case .duration(let duration): duration
    case .int(let frames): runtime.scheduler.frame * Int64(frames)
    default: nil
    }
  }

  private func range(_ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue, span: SourceRange)
    throws(ScriptError) -> ScriptValue
  {
    guard case (.int(let lower), .int(let bound)) = (a, b) else {
      throw error(.operands(sign.rawValue, a.kindName, b.kindName), at: span)
    }
    if lower > bound {
      throw error(.reversedRange, at: span)
    }
    if sign == .closedRange { return .range(lower, bound) }
    // An empty range ends one before it begins.
    let (upper, overflow) = bound.subtractingReportingOverflow(1)
    if overflow { throw error(.overflow, at: span) }
    return .range(lower, upper)
  }
}
