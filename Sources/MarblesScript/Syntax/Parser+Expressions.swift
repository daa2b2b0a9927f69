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
    case .multiply, .divide, .remainder: .multiplication
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

  func invalid(from start: Int) -> Expression {
    Expression(kind: .invalid, span: span(from: start))
  }

  /// At the beginning of a line an operator continues the expression above only if white space
  /// follows it; otherwise it is a sign.
  var isInfix: Bool {
    let next = lexer.byte(lexer.offset)
    return Ascii.isBlank(next) || Ascii.isBreak(next)
  }

  private mutating func parseBinary(atLeast lowest: Precedence) -> Expression {
    let start = token.span.start
    var left = parsePrefix()
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
      guard let next = found.precedence.next else { return parsePrefix() }
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

  /// The `+` of `scan(0, +)`.
  private mutating func parseLoneOperator() -> Expression? {
    guard token.kind == .operator, let found = BinaryOperator(rawValue: text(token)) else {
      return nil
    }
    switch peek().kind {
    case .comma, .close: break
    default: return nil
    }
    let span = token.span
    advance()
    height = 1
    return Expression(kind: .operatorReference(found), span: span)
  }
}

// MARK: Behind an operand

extension Parser {
  private mutating func parsePostfix(startingWith operand: Expression) -> Expression {
    let start = operand.span.start
    var left = operand
    while true {
      let tall = height
      guard let kind = parseSuffix(of: left) else {
        height = tall
        return left
      }
      left =
        raise(above: max(tall, height), at: start)
        ? Expression(kind: kind, span: span(from: start)) : invalid(from: start)
    }
  }

  /// Sets `height` to that of the content of the suffix.
  private mutating func parseSuffix(of left: Expression) -> Expression.Kind? {
    height = 0
    switch token.kind {
    case .period:
      advance()
      if let kind = parseQualifiedName(after: left) { return kind }
      guard let name = parseMemberName() else { return .invalid }
      return .member(left, name)
    case .open(.parenthesis) where !token.afterBreak:
      var arguments = parseArguments(.parenthesis)
      let tall = height
      if token.kind == .open(.brace), allowsTrailingClosure, !token.afterBreak {
        arguments += parseTrailingClosures()
        height = max(tall, height)
      }
      if arguments.isEmpty, let empty = left.emptyCollection { return empty }
      let call = Expression.Kind.call(call(left, arguments))
      guard case .implicitMember = left.kind else { return call }
      return resolved(Expression(kind: call, span: left.span), as: nil).kind
    case .open(.square) where !token.afterBlank:
      return .subscript(left, parseArguments(.square))
    case .open(.brace)
    where allowsTrailingClosure && left.takesTrailingClosure && !beginsObservers:
      return .call(call(left, parseTrailingClosures()))
    case .operator where !token.afterBlank:
      return parseOperatorSuffix(of: left)
    default: return nil
    }
  }

  private mutating func parseOperatorSuffix(of left: Expression) -> Expression.Kind? {
    let next = lexer.byte(lexer.offset)
    switch text(token) {
    case "<" where left.isTypeName:
      return parseGenericArguments().map { .generic(left, $0) }
    case "!":
      advance()
      return .forceUnwrap(left)
    case "?"
    where next == Ascii.period || next == Ascii.openParenthesis || next == UInt8(ascii: "["):
      advance()
      return .optionalChain(left)
    default: return nil
    }
  }

  /// The name after a period: any word, or the index of a tuple's element.
  mutating func parseMemberName() -> Name? {
    switch token.kind {
    case _ where token.afterBreak:
      reportMissing("a name behind '.'")
      return nil
    case .name, .quotedName:
      defer { advance() }
      return name(of: token)
    case .number:
      var end = token.span.start
      while Ascii.isDigit(lexer.byte(end)) { end += 1 }
      let span = SourceRange(token.span.start, end)
      resume(at: end)
      return Name(text: source.text(of: span), span: span)
    default:
      reportMissing("a name behind '.'")
      return nil
    }
  }

  mutating func parseArguments(_ bracket: Bracket) -> [Argument] {
    var arguments: [Argument] = []
    parseList(bracket) { parser in arguments.append(parser.parseArgument()) }
    return arguments
  }

  private mutating func parseArgument() -> Argument {
    var label: Name?
    if token.kind == .name || token.kind == .quotedName, peek().kind == .colon {
      label = name(of: token)
      advance()
      advance()
    }
    return Argument(label: label, value: parseExpression())
  }

  /// `{ … } receiveValue: { … }`
  private mutating func parseTrailingClosures() -> [Argument] {
    var arguments = [Argument(label: nil, value: parseClosure(), isTrailing: true)]
    var tallest = height
    while beginsLabelledClosure() {
      let label = name(of: token)
      advance()
      advance()
      arguments.append(Argument(label: label, value: parseClosure(), isTrailing: true))
      tallest = max(tallest, height)
    }
    height = tallest
    return arguments
  }

  private func beginsLabelledClosure() -> Bool {
    guard token.kind == .name, !token.afterBreak else { return false }
    var ahead = lexer
    return ahead.next().kind == .colon && ahead.next().kind == .open(.brace)
  }
}

extension Expression {
  /// Types begin with a capital, so that `a<b` is a comparison without looking further.
  fileprivate var isTypeName: Bool {
    switch kind {
    case .name(let name): name.first?.isUppercase == true
    case .member(_, let name): name.text.first?.isUppercase == true
    default: false
    }
  }

  /// The value of `[Int]()`, `[String: Int]()`, `Set<Int>()`; `nil` for other calls. A set of
  /// subscriptions is no collection of values.
  fileprivate var emptyCollection: Kind? {
    switch kind {
    case .dictionary(let pairs):
      guard pairs.count == 1, case .tuple(let pair) = pairs[0].kind else { return nil }
      return pair.allSatisfy { $0.value.typeName != nil } ? .dictionary([]) : nil
    case .array(let elements):
      guard elements.count == 1, let type = elements[0].typeName else { return nil }
      return type.hasSuffix("Cancellable") ? Self.bag(at: span) : .array([])
    case .generic(let type, let arguments):
      switch type.typeName {
      case "Dictionary": return .dictionary([])
      case "Array", "Set":
        let isBag = arguments.contains { $0.text.hasSuffix("Cancellable") }
        return isBag ? Self.bag(at: span) : .array([])
      default: return nil
      }
    default: return nil
    }
  }

  /// A set that keeps subscriptions.
  static func bag(at span: SourceRange) -> Kind {
    .call(Call(function: Expression(kind: .name("Set"), span: span), arguments: []))
  }

  fileprivate var takesTrailingClosure: Bool {
    switch kind {
    case .name, .member, .implicitMember, .call, .generic, .subscript, .forceUnwrap,
      .optionalChain, .invalid:
      true
    default: false
    }
  }
}
