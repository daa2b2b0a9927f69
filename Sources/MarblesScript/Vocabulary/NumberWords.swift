import Marbles

/// Words for numbers.
extension Word {
  private static let any = Signature(.required(nil, .any))

  static let numbers: [Word] = conversions + functionsOfNumbers

  /// The integers of each type, as far as they have 64 bits with a sign.
  private static let integers: [(name: String, range: ClosedRange<Int>)] = [
    ("Int", .min ... .max), ("Int64", .min ... .max),
    ("Int32", Int(Int32.min)...Int(Int32.max)),
    ("UInt", 0 ... .max), ("UInt64", 0 ... .max), ("UInt8", 0...255),
  ]

  private static let conversions: [Word] =
    integers.map { name, range in
      Word(
        name, .unknown, takes: [any], "An integer; of a text, an integer or nil",
        example: "\(name)(\"12\")"
      ) { call in
        let value = call[0] ?? .void
        if case .int(let number) = integer(value), range.contains(number) { return .int(number) }
        guard value.number != nil else { return .null }
        throw call.context.error(.notRepresentable(value.literal, name, range), at: call.span)
      }
    }
    + ["Double", "Float", "CGFloat"].map { name in
      Word(name, .unknown, takes: [any], "A number, or nil", example: "\(name)(\"1.5\")") {
        double($0[0] ?? .void)
      }
    }

  private static let functionsOfNumbers: [Word] = [
    Word("Int.max", .int, "The largest integer", example: "Int.max") { _ in .int(.max) },
    Word("Int.min", .int, "The smallest integer", example: "Int.min") { _ in .int(.min) },
    Word(
      "stride", .array,
      takes: [
        Signature(.required("from", .any), .required("to", .any), .required("by", .any)),
        Signature(.required("from", .any), .required("through", .any), .required("by", .any)),
      ], "The numbers from one to another in equal steps",
      example: "stride(from: 3, to: 0, by: -1)", make: stride),
    Word(
      "pow", .double, takes: [Signature(.required(nil, .any), .required(nil, .any))],
      "A number to the power of another", example: "pow(2, 3)"
    ) { call in
      guard let base = call[0]?.number, let exponent = call[1]?.number else {
        throw call.context.error(
          .wrongType("a number", not: (call[0] ?? .void).kindName), at: call.span)
      }
      guard let result = power(base, exponent) else {
        throw call.context.error(
          .wrongType("a whole exponent", not: call[1]?.literal ?? ""), at: call.span)
      }
      return .double(result)
    },
    Word("abs", .unknown, takes: [any], "The absolute value", example: "abs(-1)") { call in
      let value = call[0] ?? .void
      let isNegative =
        try call.context.operations.apply(.less, value, .int(0), span: call.span) == .bool(true)
      return isNegative
        ? try call.context.operations.apply(.minus, to: value, span: call.span) : value
    },
    Word(
      "min", .unknown, takes: [Signature(.required(nil, .any), .variadic(.any))],
      "The smallest value", example: "min(1, 2)"
    ) { try extreme($0) { $0 } },
    Word(
      "max", .unknown, takes: [Signature(.required(nil, .any), .variadic(.any))],
      "The largest value", example: "max(1, 2)"
    ) { try extreme($0) { !$0 } },
  ]

  // MARK: What they do

  private static func stride(_ call: WordCall) throws(ScriptError) -> ScriptValue {
    let (first, last, step) = (call[0] ?? .null, call[1] ?? .null, call[2] ?? .null)
    guard let from = first.number, let end = last.number, let by = step.number else {
      throw call.context.error(.wrongType("numbers", not: step.kindName), at: call.span)
    }
    guard by != 0 else { throw call.context.error(.divisionByZero, at: call.span) }
    let count = ((end - from) / by).rounded(.up)
    guard count >= 0 else { return .array([]) }
    try call.context.operations.budget.check(count: Int(min(count, 1e9)), at: call.span)
    let isClosed = call.signature == 1
    if case (.int(let from), .int(let end), .int(let by)) = (first, last, step) {
      let numbers =
        isClosed
        ? Array(Swift.stride(from: from, through: end, by: by))
        : Array(Swift.stride(from: from, to: end, by: by))
      return .array(numbers.map { .int($0) })
    }
    let numbers =
      isClosed
      ? Array(Swift.stride(from: from, through: end, by: by))
      : Array(Swift.stride(from: from, to: end, by: by))
    return .array(numbers.map { .double($0) })
  }

  /// The power with a whole exponent, or the square root of one; `nil` for other exponents.
  private static func power(_ base: Double, _ exponent: Double) -> Double? {
    let twice = exponent * 2
    guard twice == twice.rounded(), twice.magnitude <= 2_048 else { return nil }
    var result = 1.0
    for _ in 0..<Int(exponent.magnitude) { result *= base }
    if exponent != exponent.rounded() { result *= base.squareRoot() }
    return exponent < 0 ? 1 / result : result
  }

  private static func integer(_ value: ScriptValue) -> ScriptValue {
    switch value {
    case .int: value
    case .double(let number): Int(exactly: number.rounded(.towardZero)).map { .int($0) } ?? .null
    case .string(let text): Int(text).map { .int($0) } ?? .null
    default: .null
    }
  }

  private static func double(_ value: ScriptValue) -> ScriptValue {
    switch value {
    case .int(let number): .double(Double(number))
    case .double: value
    case .string(let text): Double(text).map { .double($0) } ?? .null
    default: .null
    }
  }

  private static func extreme(_ call: WordCall, _ isBetter: (Bool) -> Bool) throws(ScriptError)
    -> ScriptValue
  {
    let values = call.arguments.values.compactMap { $0 }
    var best = values.first ?? .void
    for value in values.dropFirst() {
      let isLess =
        try call.context.operations.apply(.less, value, best, span: call.span) == .bool(true)
      if isBetter(isLess) { best = value }
    }
    return best
  }
}
