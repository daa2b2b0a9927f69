// Declarations of names: `let` and `var`.

extension Parser {
  mutating func parseBindings(isVariable: Bool, isPublished: Bool, from start: Int)
    -> [CodeStatement]?
  {
    var statements: [CodeStatement] = []
    var tallest = 0
    var start = start
    advance()
    if token.kind == .open(.parenthesis), !token.afterBreak {
      return parseTuple(isVariable: isVariable, from: start)
    }
    repeat {
      guard var binding = parseBinding(isVariable: isVariable) else { break }
      if binding.value == nil, scriptClass != nil, let name = binding.names.first?.text,
        names.fileNames.contains(name)
      {
        // The script declares the value that the initializer receives.
        continue
      }
      if let value = binding.value, let creation = creationOfScript(value) {
        for name in binding.names { names.declareAlias(name.text) }
        statements += creation
        continue
      }
      if isPublished { binding = subject(of: binding) }
      if scriptClass != nil, isPublished, let name = binding.names.first,
        let own = names.hidden[name.text]
      {
        binding.names = [Name(text: own, span: name.span)]
      }
      tallest = max(tallest, height)
      statements.append(CodeStatement(kind: .binding(binding), span: span(from: start)))
      start = token.span.start
      if case .invalid = binding.value?.kind { break }
    } while take(.comma)
    height = tallest
    return statements
  }

  /// `async let a = load()`: a task, and `a` means its result.
  mutating func parseAsyncBindings(from start: Int) -> [CodeStatement]? {
    let statements = parseBindings(isVariable: false, isPublished: false, from: start)
    height += 3
    return statements?.map { statement in
      guard case .binding(var binding) = statement.kind, let value = binding.value else {
        return statement
      }
      for name in binding.names { names.declareAwaited(name.text) }
      let body = [CodeStatement(kind: .return(value), span: value.span)]
      let closure = Expression(
        kind: .closure(Closure(captures: [], parameters: nil, result: binding.type, body: body)),
        span: value.span)
      binding.type = nil
      binding.value = Expression(
        kind: .call(
          Call(
            function: Expression(kind: .name("Task"), span: value.span),
            arguments: [Argument(label: nil, value: closure, isTrailing: true)])), span: value.span)
      return CodeStatement(kind: .binding(binding), span: statement.span)
    }
  }

  /// `let (a, b) = pair`: the pair gets a name that no script can have.
  private mutating func parseTuple(isVariable: Bool, from start: Int) -> [CodeStatement]? {
    let place = token.span
    var names: [Name] = []
    parseList(.parenthesis) { parser in
      if let name = parser.parseDeclaredName() { names.append(name) }
    }
    guard takeOperator("=") else {
      reportMissing("'=' and a value")
      return nil
    }
    let whole = Name(text: "(" + names.map(\.text).joined(separator: ", ") + ")", span: place)
    let value = parseExpression()
    let tall = height
    var statements = [
      CodeStatement(
        kind: .binding(Binding(isVariable: false, names: [whole], type: nil, value: value)),
        span: span(from: start))
    ]
    for (index, name) in names.enumerated() where name.text != "_" {
      let base = Expression(kind: .name(whole.text), span: name.span)
      let part = Expression(
        kind: .member(base, Name(text: String(index), span: name.span)), span: name.span)
      statements.append(
        CodeStatement(
          kind: .binding(Binding(isVariable: isVariable, names: [name], type: nil, value: part)),
          span: name.span))
    }
    height = tall + 1
    return statements
  }

  /// `a, b: Type = value`
  private mutating func parseBinding(isVariable: Bool) -> Binding? {
    var names: [Name] = []
    repeat {
      guard let name = parseDeclaredName() else { return nil }
      names.append(name)
    } while take(.comma)
    height = 0
    var type: TypeName?
    if take(.colon) {
      type = parseType()
      if type == nil { return nil }
    }
    var binding = Binding(isVariable: isVariable, names: names, type: type, value: nil)
    if takeOperator("=") {
      binding.value = resolved(parseExpression(), as: type)
    } else if token.kind == .open(.brace), type != nil, !beginsObservers {
      let start = token.span.start
      guard var closure = parseGetter() else { return nil }
      closure.result = type
      closure.signature = []
      binding.isVariable = false
      binding.value = Expression(kind: .closure(closure), span: span(from: start))
    } else if type != nil, scriptClass != nil {
      // The initializer of the class sets it.
      binding.isVariable = true
    } else if type == nil || !isVariable {
      reportMissing("'=' and a value")
    }
    if token.kind == .open(.brace), beginsObservers {
      let tall = height
      binding.observers = parseObservers()
      height = max(tall, height) + 1
    }
    return binding
  }

  /// A name that is new. Swift's keywords need backticks.
  mutating func parseDeclaredName() -> Name? {
    if token.kind == .name, ReservedWord.isReserved(text(token)), !token.afterBreak {
      report(.reservedName(text(token)), at: token.span)
      advance()
      return nil
    }
    if token.kind == .name || token.kind == .quotedName {
      let name = name(of: token)
      advance()
      names.declare(name.text)
      return name
    }
    reportMissing("a name")
    return nil
  }
}
