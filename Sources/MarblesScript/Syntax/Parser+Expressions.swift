// Expressions: operators first, then their operands.

/// The precedence of an operator in Swift.
enum Precedence: Int, Comparable {
  case conditional, or, and, comparison, coalescing, range, addition, multiplication

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  var next: Precedence? { Precedence(rawValue: rawValue + 1) }
}

extension BinaryOperator {
  var precedence: Precedence {
    switch self {
    case .multiply, .divide, .remainder, .shiftLeft, .shiftRight: .multiplication
    case .add, .subtract: .addition
    case .closedRange, .halfOpenRange: .range
    case .coalesce: .coalescing
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: .comparison
    case .and: .and
    case .or: .or
    }
  }
}

extension Parser {
  /// Returns `.invalid` and reports an error if there is no expression.
  mutating func parseExpression() -> Expression {
    let start = token.span.start
    let condition = parseBinary(atLeast: .or)
    guard isOperator("?"), !token.afterBreak || isInfix else { return condition }
    guard enterNesting() else { return invalid(from: start) }
    defer { nesting -= 1 }
    var tallest = height
    advance()
    let first = parseExpression()
    tallest = max(tallest, height)
    guard take(.colon) else {
      reportMissing("':' and the other value")
      return invalid(from: start)
    }
    let second = parseExpression()
    guard raise(above: max(tallest, height), at: start) else { return invalid(from: start) }
    return Expression(
      kind: .conditional(condition, then: first, otherwise: second), span: span(from: start))
  }

  /// An expression after which `?` belongs to the pattern.
  mutating func parsePatternValue() -> Expression {
    let outer = allowsTrailingClosure
    allowsTrailingClosure = false
    defer { allowsTrailingClosure = outer }
    return parseBinary(atLeast: .or)
  }

  func invalid(from start: Int) -> Expression {
    Expression(kind: .invalid, span: span(from: start))
  }

  /// At the beginning of a line an operator continues the expression above only if white space
  /// follows it; otherwise it is a sign.
  var isInfix: Bool {
    let next = lexer.byte(lexer.offset)
    return Ascii.isBlank(next) || Ascii.isBreak(next)
  }

  /// `a as? B`, `a as B`, `a is B`
  private mutating func parseCast() -> Expression {
    let start = token.span.start
    var value = parsePrefix()
    while isWord("as") || isWord("is"), !token.afterBreak {
      let tall = height
      let isTest = isWord("is")
      advance()
      let isOptional = isOperator("?")
      if isOptional || isOperator("!") { advance() }
      guard let type = parseType() else { return invalid(from: start) }
      guard isTest || isOptional else { continue }
      guard raise(above: tall, at: start) else { return invalid(from: start) }
      value = Expression(
        kind: isTest ? .typeTest(value, type) : .cast(value, type), span: span(from: start))
    }
    return value
  }

  private mutating func parseBinary(atLeast lowest: Precedence) -> Expression {
    let start = token.span.start
    var left = parseCast()
    var isChained = false
    while let found = infixOperator(atLeast: lowest) {
      let tall = height
      advance()
      let right = parseRightOperand(of: found)
      if found.precedence == .comparison, !isChained, infixOperator(atLeast: .comparison) != nil {
        isChained = true
        report(.chainedComparison, at: token.span)
      }
      left =
        raise(above: max(tall, height), at: start)
        ? Expression(kind: .binary(found, left, right), span: span(from: start))
        : invalid(from: start)
    }
    return left
  }

  private mutating func parseRightOperand(of found: BinaryOperator) -> Expression {
    guard found == .coalesce else {
      guard let next = found.precedence.next else { return parseCast() }
      return parseBinary(atLeast: next)
    }
    guard enterNesting() else { return invalid(from: token.span.start) }
    defer { nesting -= 1 }
    return parseBinary(atLeast: .coalescing)
  }

  private mutating func infixOperator(atLeast lowest: Precedence) -> BinaryOperator? {
    guard token.kind == .operator, !token.afterBreak || isInfix else { return nil }
    let text = text(token)
    if let found = BinaryOperator(rawValue: text) {
      return found.precedence >= lowest ? found : nil
    }
    guard let meant = Self.foreignOperators[text], !token.afterBreak else { return nil }
    report(.unknownOperator(text, suggestion: meant), at: token.span)
    return nil
  }

  private static let foreignOperators: [String: String?] = [
    "&": "&&", "|": "||", "^": nil, "~": nil, "->": nil,
  ]

  /// `-a`, `!a`, `&a`, `try a`
  private mutating func parsePrefix() -> Expression {
    var operators: [(kind: PrefixOperator, start: Int)] = []
    while true {
      if isWord("try"), peek().kind == .operator, !peek().afterBlank,
        lexer.byte(lexer.offset) == UInt8(ascii: "?")
      {
        return parseOptionalTry()
      }
      if isWord("try") || isWord("await") {
        advance()
        if isOperator("!"), !token.afterBlank { advance() }
        continue
      }
      guard token.kind == .operator, let sign = PrefixOperator(rawValue: text(token)) else { break }
      if let alone = parseLoneOperator() { return alone }
      operators.append((sign, token.span.start))
      advance()
      if sign == .minus, token.kind == .number, !token.afterBlank { break }
    }
    let isNegative = token.kind == .number && !token.afterBlank && operators.last?.kind == .minus
    if isNegative, let last = operators.popLast() {
      return applied(operators, to: parsePostfix(startingWith: parseNumber(negatedAt: last.start)))
    }
    if operators.isEmpty, let alone = parseLoneOperator() { return alone }
    let operand = parsePrimary()
    return applied(operators, to: parsePostfix(startingWith: operand))
  }

  /// `try? a`; all that follows on its right is a part of it.
  private mutating func parseOptionalTry() -> Expression {
    let start = token.span.start
    advance()
    advance()
    guard enterNesting() else { return invalid(from: start) }
    defer { nesting -= 1 }
    let value = parseExpression()
    guard raise(above: height, at: start) else { return invalid(from: start) }
    return Expression(kind: .optionalTry(value), span: span(from: start))
  }

  private mutating func applied(
    _ operators: [(kind: PrefixOperator, start: Int)], to operand: Expression
  ) -> Expression {
    var result = operand
    for (kind, start) in operators.reversed() {
      result =
        raise(above: height, at: start)
        ? Expression(kind: .prefix(kind, result), span: span(from: start))
        : invalid(from: start)
    }
    return result
  }

  /// The `+` of `scan(0, +)`, the `!` of `map(!)`.
  private mutating func parseLoneOperator() -> Expression? {
    guard token.kind == .operator else { return nil }
    switch peek().kind {
    case .comma, .close: break
    default: return nil
    }
    let span = token.span
    if let found = BinaryOperator(rawValue: text(token)) {
      advance()
      height = 1
      return Expression(kind: .operatorReference(found), span: span)
    }
    guard text(token) == PrefixOperator.not.rawValue else { return nil }
    advance()
    height = 3
    let operand = Expression(kind: .shorthand(0), span: span)
    let result = Expression(kind: .prefix(.not, operand), span: span)
    let body = [CodeStatement(kind: .expression(result), span: span)]
    return Expression(
      kind: .closure(Closure(captures: [], parameters: nil, result: nil, body: body)), span: span)
  }
}
