import Marbles
import MarblesCombine

extension Run {
  func apply(_ sign: PrefixOperator, to value: ScriptValue, span: SourceRange) throws(ScriptError)
    -> ScriptValue
  {
    switch (sign, value) {
    case (.plus, _), (.reference, _): return value
    case (.not, .bool(let flag)): return .bool(!flag)
    case (.not, _): throw mistake(.wrongType("true or false", value), at: span)
    case (.minus, .int(let number)):
      let (result, overflow) = (0).subtractingReportingOverflow(number)
      if overflow { throw mistake(.overflow, at: span) }
      return .int(result)
    case (.minus, .double(let number)): return .double(-number)
    case (.minus, .duration(let duration)): return .duration(.zero - duration)
    case (.minus, _): throw mistake(.wrongType("a number", value), at: span)
    }
  }

  func binary(
    _ sign: BinaryOperator, _ left: Expression, _ right: Expression, span: SourceRange,
    in scope: Scope
  ) throws(ScriptError) -> ScriptValue {
    switch sign {
    case .and: return .bool(try isTrue(left, in: scope) ? isTrue(right, in: scope) : false)
    case .or: return .bool(try isTrue(left, in: scope) ? true : isTrue(right, in: scope))
    case .coalesce:
      let value = try evaluate(left, in: scope)
      if case .null = value { return try evaluate(right, in: scope) }
      return value
    default:
      var a = try evaluate(left, in: scope)
      var b = try evaluate(right, in: scope)
      if attributes != nil { countLists(&a, left, &b, right) }
      return try apply(sign, a, b, span: span)
    }
  }

  /// `first.missed == 2`: a list that is compared with a number counts as its length.
  func countLists(
    _ a: inout ScriptValue, _ left: Expression, _ b: inout ScriptValue, _ right: Expression
  ) {
    if case (.array(let list), .int) = (a, b), left.isCountable { a = .int(list.count) }
    if case (.int, .array(let list)) = (a, b), right.isCountable { b = .int(list.count) }
  }

  /// An operator as a function: `scan(0, +)`.
  func function(of sign: BinaryOperator, at span: SourceRange) -> ScriptFunction {
    function(arity: 2, OperatorBody(sign: sign, span: span))
  }

  func apply(_ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue, span: SourceRange)
    throws(ScriptError)
    -> ScriptValue
  {
    switch sign {
    case .equal, .notEqual:
      try work(ValueSize(a).parts / 4, at: span)
      return .bool(areEqual(a, b) == (sign == .equal))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .bool(try compare(sign, a, b, span: span))
    case .closedRange, .halfOpenRange: return try range(sign, a, b, span: span)
    case .and, .or, .coalesce:
      guard case (.bool(let a), .bool(let b)) = (a, b), sign != .coalesce else {
        throw mistake(.operands(sign.rawValue, a, b), at: span)
      }
      return .bool(sign == .and ? a && b : a || b)
    case .add, .subtract, .multiply, .divide, .remainder:
      return try arithmetic(sign, a, b, span: span)
    }
  }

  private func arithmetic(
    _ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue, span: SourceRange
  ) throws(ScriptError) -> ScriptValue {
    switch (a, b) {
    // `.now() + 0.3`: a deadline in seconds.
    case (.member("now", _), _) where sign == .add:
      let wait = Arguments([b], context: BuildContext(scheduler: scheduler))
      if let seconds = b.number { return .duration(.seconds(seconds)) }
      guard let duration = wait.duration(0) else { throw mistake(.operands("+", a, b), at: span) }
      return .duration(duration)
    case (.int(let a), .int(let b)): return try integers(sign, a, b, span: span)
    case (.string(let a), .string(let b)) where sign == .add:
      try limit(a.utf8.count + b.utf8.count, at: span)
      try work((a.utf8.count + b.utf8.count) / 16, at: span)
      return .string(a + b)
    case (.array(let a), .array(let b)) where sign == .add:
      try limit(a.count + b.count, at: span)
      return try limited(.array(a + b), at: span)
    default:
      if let duration = durations(sign, a, b) {
        try checkLength(of: duration, at: span)
        return .duration(duration)
      }
      if let x = a.number, let y = b.number {
        return .double(try doubles(sign, x, y, span: span))
      }
      throw mistake(.operands(sign.rawValue, a, b), at: span)
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
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide, .remainder:
      if b == 0 { throw mistake(.divisionByZero, at: span) }
      result =
        sign == .divide
        ? a.dividedReportingOverflow(by: b) : a.remainderReportingOverflow(dividingBy: b)
    default: throw mistake(.operands(sign.rawValue, .int(a), .int(b)), at: span)
    }
    if result.overflow { throw mistake(.overflow, at: span) }
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
        throw mistake(.operands(sign.rawValue, a, b), at: span)
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
    case .int(let frames): plan.frame * Int64(frames)
    default: nil
    }
  }

  private func range(_ sign: BinaryOperator, _ a: ScriptValue, _ b: ScriptValue, span: SourceRange)
    throws(ScriptError) -> ScriptValue
  {
    guard case (.int(let lower), .int(let bound)) = (a, b) else {
      throw mistake(.operands(sign.rawValue, a, b), at: span)
    }
    if lower > bound {
      throw mistake(RunError("a range cannot end before it begins"), at: span)
    }
    if sign == .closedRange { return .range(lower, bound) }
    // An empty range ends one before it begins.
    let (upper, overflow) = bound.subtractingReportingOverflow(1)
    if overflow { throw mistake(.overflow, at: span) }
    return .range(lower, upper)
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

/// An operator as the body of a function.
private struct OperatorBody: InterpretedBody {
  let sign: BinaryOperator
  let span: SourceRange

  func evaluate(_ arguments: [ScriptValue], in interpreter: Run) throws(ScriptError) -> ScriptValue
  {
    guard arguments.count == 2 else {
      throw interpreter.mistake(RunError("'\(sign.rawValue)' takes two values"), at: span)
    }
    return try interpreter.apply(sign, arguments[0], arguments[1], span: span)
  }
}
