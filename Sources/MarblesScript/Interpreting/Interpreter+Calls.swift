import Marbles
import MarblesCombine

extension Call {
  /// Whether an argument is passed with `&`.
  var passesReferences: Bool {
    arguments.contains { if case .prefix(.reference, _) = $0.value.kind { true } else { false } }
  }
}

extension Interpreter {
  func call(_ call: Call, span: SourceRange, in context: EvaluationContext) throws(ScriptError)
    -> ScriptValue
  {
    guard case .generic(let function, let types) = call.function.kind else {
      return try self.call(call.function, call, span: span, in: context)
    }
    let value = try self.call(function, call, span: span, in: context)
    if case .object(let subject as ScriptSubject) = value {
      subject.conversion = types.first?.conversion ?? subject.conversion
    }
    return value
  }

  private func call(
    _ function: Expression, _ call: Call, span: SourceRange, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    switch function.kind {
    case .name(let name):
      if let variable = context.scope.find(name) {
        let result = try callValue(variable.value, call, span: span, in: context)
        guard variable.isFunction else { return result }
        return builder.returned(result, by: name, in: context.building)
      }
      if let created = try instance(of: name, call, span: span, in: context) { return created }
      if receiver(of: name, in: context) != nil {
        return try callMethod(
          Name(text: name, span: function.span), of: .itself(at: function.span), call, span: span,
          in: context)
      }
      return try callWord(name, call, span: span, in: context)
    case .implicitMember(let name):
      // `.timer(.seconds(1), scheduler: …)`: only a source has labels.
      if call.arguments.contains(where: { $0.label != nil && !$0.isTrailing }),
        plan.types.enumerations(with: name.text).isEmpty,
        Word.named("Observable.\(name.text)") != nil
      {
        return try callQualified(
          "Observable.\(name.text)", name, call, span: span, in: context)
      }
      return try budget.checked(
        .member(name.text, details(of: name.text, call, in: context)), at: span)
    case .member(let base, let name):
      if let qualified = qualified(base, name, in: context) {
        return try callQualified(qualified, name, call, span: span, in: context)
      }
      return try callMethod(name, of: base, call, span: span, in: context)
    default:
      return try callValue(
        evaluate(function, in: context), call, span: span, in: context)
    }
  }

  /// The details of a case, by their types.
  private func details(of name: String, _ call: Call, in context: EvaluationContext)
    throws(ScriptError) -> [ScriptValue]
  {
    let values = try all(call.arguments.map(\.value), in: context)
    guard let conversions = plan.types.conversions(ofCase: name),
      conversions.count == values.count
    else { return values }
    return zip(values, conversions).map { $0.converted(by: $1) }
  }

  private func callValue(
    _ callee: ScriptValue, _ call: Call, span: SourceRange, in context: EvaluationContext
  )
    throws(ScriptError) -> ScriptValue
  {
    guard case .closure(let function) = callee else {
      throw error(
        .notCallable(callee.kindName), at: call.function.span)
    }
    guard var body = function.body as? ClosureBody else {
      let values = try all(call.arguments.map(\.value), in: context)
      return try self.call(function, values, at: span, in: context)
    }
    let site = try arguments(of: call, in: context)
    var chosen = function
    if let index = choice(among: [body.closure] + body.overloads, for: site), index > 0 {
      body = body.overload(index - 1)
      chosen = self.function(arity: body.arity, at: span, body)
    }
    let values = try self.values(of: site, for: body.closure, in: context.with(body.scope))
    guard call.passesReferences else {
      return try self.call(chosen, values, at: span, in: context)
    }
    return try budget.call(at: span) { () throws(ScriptError) in
      try self.call(
        body.closure, values, arity: body.arity, in: context.with(body.scope)
      ) { (scope) throws(ScriptError) in
        try assignReferences(of: call, site, to: body.closure, from: scope, in: context)
      }
    }
  }

  /// Assigns the last values of parameters to the variables that were passed with `&`.
  func assignReferences(
    of call: Call, _ site: CallArguments, to closure: Closure, from scope: Scope,
    in context: EvaluationContext
  ) throws(ScriptError) {
    let names =
      closure.signature == nil
      ? closure.parameters?.map(\.text)
      : closure.parameters(of: site).map(\.parameter.name.text)
    for (index, argument) in call.arguments.enumerated() {
      guard case .prefix(.reference, let target) = argument.value.kind else { continue }
      let name = names.map { $0.indices.contains(index) ? $0[index] : "_" } ?? "$\(index)"
      guard let variable = scope.declared(name), variable.isChanged else { continue }
      try set(target, to: variable.value, in: context)
    }
  }

  private func callWord(
    _ name: String, _ call: Call, span: SourceRange, in context: EvaluationContext
  )
    throws(ScriptError) -> ScriptValue
  {
    guard let word = Word.named(name) else {
      throw error(.unknownName(name), at: call.function.span)
    }
    return try make(word, arguments(of: call, in: context), at: span, in: context)
  }

  /// Creates the value of a word; in a thread the first time only.
  private func make(
    _ word: Word, _ arguments: CallArguments, at span: SourceRange, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    switch word.role {
    case .ofTask: return try callContext(context).make(word, arguments, at: span)
    case .startsTask where context.thread?.isTask == false: throw error(.taskInThread, at: span)
    case .none, .startsTask: break
    }
    return try context.once { (context) throws(ScriptError) in
      try callContext(context).make(word, arguments, at: span)
    }
  }

  /// The name of a word with a dot, if its base is a type and not a name of the script.
  private func qualified(_ base: Expression, _ name: Name, in context: EvaluationContext) -> String?
  {
    switch base.kind {
    case .generic(let inner, _): qualified(inner, name, in: context)
    case .name(let type) where context.scope.find(type) == nil && Word.namespaces.contains(type):
      "\(type).\(name.text)"
    // `Subscribers.Demand.max(3)`
    case .member(let outer, let inner):
      qualified(outer, inner, in: context).map { "\($0).\(name.text)" }
    default: nil
    }
  }

  private func callQualified(
    _ qualified: String, _ name: Name, _ call: Call, span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    let arguments = try arguments(of: call, in: context)
    guard let word = Word.named(qualified) else {
      if let type = qualified.split(separator: ".").first, Word.typeNames.contains(String(type)) {
        return .member(name.text, arguments.items.map(\.value))
      }
      throw error(.unknownName(qualified), at: call.function.span)
    }
    return try make(word, arguments, at: span, in: context)
  }

  // MARK: Arguments

  func arguments(of call: Call, in context: EvaluationContext) throws(ScriptError) -> CallArguments
  {
    var items: [CallArguments.Item] = []
    var conversion: Conversion?
    if case .generic(_, let types) = call.function.kind { conversion = types.first?.conversion }
    for argument in call.arguments {
      var text: String?
      if case .name(let name) = argument.value.kind { text = name }
      items.append(
        CallArguments.Item(
          label: argument.label?.text, isTrailing: argument.isTrailing,
          value: try evaluate(argument.value, in: context).converted(by: conversion),
          span: argument.value.span, text: text))
    }
    return CallArguments(items: items)
  }

  /// The surroundings of a call for words, members and sinks. Their functions do not read the names
  /// around the call, so it does not hold the scope.
  func callContext(_ context: EvaluationContext) -> CallContext {
    let outer = context.with(globals)
    return CallContext(
      operations: operations, builder: builder, building: context.building, naming: context.naming,
      callFunction: { [unowned self] (function, values, span) throws(ScriptError) in
        try call(function, values, at: span, in: outer)
      },
      marbleValue: { [unowned self] (key) throws(ScriptError) in try marbleValue(key) },
      task: context.task,
      startTask: { [unowned self] function, span in startTask(function, at: span) })
  }

  // MARK: Properties

  func member(_ name: Name, of base: Expression, span: SourceRange, in context: EvaluationContext)
    throws(ScriptError)
    -> ScriptValue
  {
    if let qualified = qualified(base, name, in: context) {
      if let word = Word.named(qualified) {
        return try make(word, CallArguments(), at: span, in: context)
      }
      // `CharacterSet.letters.inverted` is a property of a value.
      guard case .member(_, let inner) = base.kind, inner.text.first?.isLowercase == true else {
        return .member(name.text, [])
      }
    }
    if case .name(let subject) = base.kind, let recorded = try attributes?(subject, name) {
      return recorded
    }
    let receiver = try evaluate(base, in: context)
    if case .null = receiver, case .optionalChain = base.kind { return .null }
    return try property(name, of: receiver, in: context)
  }
}
