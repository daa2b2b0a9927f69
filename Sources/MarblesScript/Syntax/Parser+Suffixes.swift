// Members, calls and subscripts, which follow an operand.

extension Parser {
  mutating func parsePostfix(startingWith operand: Expression) -> Expression {
    let start = operand.span.start
    let isPaired = ownership.isPaired
    defer { ownership.isPaired = isPaired }
    ownership.isPaired = false
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
      if token.kind == .projection, !token.afterBreak {
        let name = Name(text: text(token), span: token.span)
        advance()
        return .member(left, name)
      }
      guard let name = parseMemberName() else { return .invalid }
      return .member(left, name)
    case .open(.parenthesis) where !token.afterBreak:
      var isOwned = false
      let arguments = parseCall(of: left) { parser in
        var arguments = parser.parseArguments(.parenthesis, of: left)
        isOwned = parser.ownership.isPassed
        let tall = parser.height
        if parser.token.kind == .open(.brace), parser.allowsTrailingClosure,
          !parser.token.afterBreak, !parser.beginsObservers
        {
          let isOfSubscriber = parser.ownership.isOfSubscriber
          var closures = parser.parseTrailingClosures()
          if isOfSubscriber {
            closures[0].label = Name(text: "onNext", span: closures[0].value.span)
          }
          arguments += closures
          parser.height = max(tall, parser.height)
        }
        return arguments
      }
      if let call = unretained(left, arguments, isOwned: isOwned) { return call }
      if arguments.isEmpty, let empty = left.emptyCollection { return empty }
      let call = Expression.Kind.call(call(left, arguments))
      guard case .implicitMember = left.kind else { return call }
      return resolved(Expression(kind: call, span: left.span), as: nil).kind
    case .open(.square) where !token.afterBlank:
      return .subscript(left, parseArguments(.square))
    case .open(.brace)
    where allowsTrailingClosure && left.takesTrailingClosure && !beginsObservers:
      return .call(call(left, parseCall(of: left) { $0.parseTrailingClosures() }))
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

  /// - Parameter function: The called function; `nil` for a subscript.
  mutating func parseArguments(_ bracket: Bracket, of function: Expression? = nil) -> [Argument] {
    var arguments: [Argument] = []
    parseList(bracket) { parser in
      let argument = parser.parseArgument()
      if let function, parser.isOwner(argument, of: function) {
        parser.ownership.isPassed = true
        parser.ownership.isOfSubscriber = argument.label != nil
      } else {
        arguments.append(argument)
      }
    }
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
    case .name(let name): name.isCapitalized
    case .member(_, let name): name.text.isCapitalized
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
        if arguments.contains(where: { $0.text.hasSuffix("Cancellable") }) {
          return Self.bag(at: span)
        }
        return type.typeName == "Set" ? Self.emptySet(at: span) : .array([])
      default: return nil
      }
    default: return nil
    }
  }

  /// A set that keeps subscriptions.
  static func bag(at span: SourceRange) -> Kind { set([], at: span) }

  private static func set(_ arguments: [Argument], at span: SourceRange) -> Kind {
    .call(Call(function: Expression(kind: .name("Set"), span: span), arguments: arguments))
  }

  private static func emptySet(at span: SourceRange) -> Kind {
    set([Argument(label: nil, value: Expression(kind: .array([]), span: span))], at: span)
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
