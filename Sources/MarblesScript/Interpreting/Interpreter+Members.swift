import Marbles
import MarblesCombine

/// Names after a dot: members, sink operators and operators.
extension Interpreter {
  func callMethod(
    _ name: Name, of base: Expression, _ call: Call, span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    let receiver = try evaluate(base, in: context)
    if case .null = receiver, case .optionalChain = base.kind { return .null }
    if let result = try callOwnMethod(
      name, on: receiver, of: base, call, span: span, in: context)
    {
      return result
    }
    if isRetainedElsewhere(receiver, name, call, in: context) { return receiver }
    let site = try arguments(of: call, in: context)
    return try runtime.effects.call(at: span) { () throws(ScriptError) in
      if name.text == "map" || name.text == "flatMap", site.items.count == 1,
        case .closure(let function) = site.items[0].value,
        operations.elements(of: receiver) != nil, isOptional(base, in: context)
      {
        return try self.call(function, [receiver], at: span, in: context)
      }
      if let member = Member.method(name.text, of: receiver.kind) {
        let matched = try matchedCall(member, name, of: receiver, site, at: span, in: context)
        if case .mutation(let change) = member.implementation {
          return try mutate(base, matched, change, in: context)
        }
        return try invoke(member, matched, in: context)
      }
      if let stream = try stream(receiver, before: name, in: context) {
        if let found = SinkOperator.named(name.text, firstLabel: site.label(0)) {
          return try subscribe(found, site, name: name, at: span, to: stream, in: context)
        }
        if OperatorTable.standard.contains(name.text) {
          return try context.once { (context) throws(ScriptError) in
            try callContext(context).applyOperator(name.text, to: stream, site, at: span) ?? .void
          }
        }
      }
      // A property that is a function.
      if case .closure(let function) = try part(name.text, of: receiver, in: context) {
        return try self.call(function, site.items.map(\.value), at: span, in: context)
      }
      throw noMember(name, of: receiver)
    }
  }

  /// The receiver as a stream: also `.just(1)` before an operator.
  private func stream(_ receiver: ScriptValue, before name: Name, in context: EvaluationContext)
    throws(ScriptError) -> ScriptStream?
  {
    guard case .member(let source, _) = receiver, Word.named("Observable.\(source)") != nil,
      OperatorTable.standard.contains(name.text)
    else { return receiver.stream }
    return try callContext(context).publisher(from: receiver, at: name.span).stream
  }

  func property(_ name: Name, of receiver: ScriptValue, in context: EvaluationContext)
    throws(ScriptError) -> ScriptValue
  {
    if name.text == "self" { return receiver }
    if let part = try part(name.text, of: receiver, in: context) { return part }
    if let own = try ownProperty(name, of: receiver, in: context) { return own }
    if let member = Member.property(name.text, of: receiver.kind) {
      let call = MemberCall(name, of: receiver, at: name.span, in: callContext(context))
      return try invoke(member, call, in: context)
    }
    if let method = Member.method(name.text, of: receiver.kind), method.isEffect {
      return reference(to: method, name, of: receiver)
    }
    throw noMember(name, of: receiver)
  }

  /// A method of an object as a function: `names.forEach(relay.accept)`.
  private func reference(to method: Member, _ name: Name, of receiver: ScriptValue) -> ScriptValue {
    let arity = method.signatures.first?.parameters.count ?? 0
    return .closure(
      ScriptFunction(arity: arity) { [unowned self] (values) throws(ScriptError) in
        let items = values.map { CallArguments.Item(isTrailing: false, value: $0, span: name.span) }
        let matched = try matchedCall(
          method, name, of: receiver, CallArguments(items: items), at: name.span, in: topLevel)
        return try invoke(method, matched, in: topLevel)
      })
  }

  private func noMember(_ name: Name, of receiver: ScriptValue) -> ScriptError {
    let kind = receiver.kind
    let isMethod =
      Member.method(name.text, of: kind)?.refusal == nil
      && Member.method(name.text, of: kind) != nil
    if isMethod { return error(.notCalled(name.text), at: name.span) }
    var names = Member.names(of: kind)
    if kind.isStream { names += OperatorTable.standard.names + SinkOperator.names }
    return error(
      .noMember(
        name.text, of: receiver.kindName, nearest: Suggestion.nearest(to: name.text, among: names)),
      at: name.span)
  }

  /// A part of a value by its position: `pair.0`, and a detail of `.next(1)`.
  ///
  /// Threads share the variables of an instance, as they do those of the script.
  private func part(_ name: String, of value: ScriptValue, in context: EvaluationContext)
    throws(ScriptError) -> ScriptValue?
  {
    if case .object(let instance as InstanceObject) = value {
      if let subject = instance.subject(of: name) {
        return try context.step { (_) throws(ScriptError) in try subject.read(at: subject.span) }
      }
      guard let field = instance[name], isVariable(name, of: instance) else {
        return instance[name]
      }
      return try context.step { (_) in instance[name] ?? field }
    }
    guard let index = Int(name) ?? position(name, in: value) else { return nil }
    switch value {
    case .tuple(let parts, _), .member(_, let parts):
      return parts.indices.contains(index) ? parts[index] : nil
    default: return nil
    }
  }

  private func isVariable(_ name: String, of instance: InstanceObject) -> Bool {
    plan.types.byName[instance.typeName]?.fields.first { $0.name.text == name }?.isVariable ?? true
  }

  /// The position of a field of a structure or of a label of a tuple.
  func position(_ name: String, in value: ScriptValue) -> Int? {
    switch value {
    case .member(let type, _):
      plan.types.byName[type]?.fields.firstIndex { $0.name.text == name }
    case .tuple(let parts, let labels):
      labels?.firstIndex(of: name) ?? plan.types.labels[name]?.filter { $0 < parts.count }.min()
    default: nil
    }
  }

  /// `.store(in: &bag)` where the script declares no `bag`, as in code that was pasted.
  private func isRetainedElsewhere(
    _ receiver: ScriptValue, _ name: Name, _ call: Call, in context: EvaluationContext
  ) -> Bool {
    guard Member.method(name.text, of: receiver.kind)?.isRetention == true,
      let holder = call.arguments.first?.value.firstName
    else { return false }
    return context.scope.find(holder) == nil && Word.named(holder) == nil
  }

  // MARK: Calls of members

  private func matchedCall(
    _ member: Member, _ name: Name, of receiver: ScriptValue, _ site: CallArguments,
    at span: SourceRange, in context: EvaluationContext
  ) throws(ScriptError) -> MemberCall {
    if let instead = member.refusal {
      throw error(.refused(name.text, of: receiver.kindName, instead: instead), at: name.span)
    }
    let callContext = callContext(context)
    let (signature, values, _) = try callContext.match(
      site, to: member.signatures, of: name.text, at: name.span)
    var call = MemberCall(name, of: receiver, at: span, in: callContext)
    call.signature = signature
    call.arguments = callContext.arguments(values)
    call.site = site
    return call
  }

  private func invoke(_ member: Member, _ call: MemberCall, in context: EvaluationContext)
    throws(ScriptError) -> ScriptValue
  {
    switch member.implementation {
    case .property(let apply), .method(let apply), .naming(let apply), .retention(let apply):
      return try result(of: apply, call)
    case .state(let apply), .step(let apply), .effect(let apply):
      return try context.step { (context) throws(ScriptError) in
        var call = call
        call.context = callContext(context)
        return try result(of: apply, call)
      }
    case .mutation, .refused: throw noMember(call.name, of: call.receiver)
    }
  }

  private func result(of apply: Member.Apply, _ call: MemberCall) throws(ScriptError)
    -> ScriptValue
  {
    do { return try apply(call) } catch { throw ScriptError(error) }
  }

  private func mutate(
    _ base: Expression, _ call: MemberCall,
    _ change: (inout ScriptValue, MemberCall) throws -> ScriptValue, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    guard isVariable(base, in: context) else {
      throw error(.needsVariable(call.name.text), at: call.name.span)
    }
    func perform(_ context: EvaluationContext) throws(ScriptError) -> ScriptValue {
      // A variable is read again, so that no other thread changes it between reading and writing.
      var value = variable(base, in: context)?.value ?? field(base, in: context) ?? call.receiver
      let result: ScriptValue
      do { result = try change(&value, call) } catch { throw ScriptError(error) }
      try set(base, to: value, in: context)
      return result
    }
    return isLocal(base, in: context) ? try perform(context) : try context.step(perform)
  }

  /// Whether it is a local variable or a part of one, which no thread and no other task changes.
  private func isLocal(_ expression: Expression, in context: EvaluationContext) -> Bool {
    switch expression.kind {
    case .name, .shorthand: variable(expression, in: context)?.isShared == false
    case .member(let base, let name):
      name.text != "value" && !plan.types.isShared(name.text) && isLocal(base, in: context)
    case .subscript(let base, _), .optionalChain(let base), .forceUnwrap(let base):
      isLocal(base, in: context)
    default: false
    }
  }

  private func variable(_ expression: Expression, in context: EvaluationContext) -> Scope.Variable?
  {
    switch expression.kind {
    case .name(let name): context.scope.find(name)
    case .shorthand(let number): context.scope.find("$\(number)")
    default: nil
    }
  }

  /// The variable of an instance whose name does not change: `self.items`.
  private func field(_ expression: Expression, in context: EvaluationContext) -> ScriptValue? {
    guard case .member(let base, let name) = expression.kind,
      let holder = variable(base, in: context), !(holder.isShared && holder.isAssignable),
      case .object(let instance as InstanceObject) = holder.value
    else { return nil }
    return instance[name.text]
  }

  private func isVariable(_ expression: Expression, in context: EvaluationContext) -> Bool {
    switch expression.kind {
    case .name, .shorthand: variable(expression, in: context)?.isAssignable ?? false
    case .member(let base, let name):
      name.text == "value" || plan.types.isShared(name.text) || isVariable(base, in: context)
    case .subscript(let base, _), .optionalChain(let base), .forceUnwrap(let base):
      isVariable(base, in: context)
    default: false
    }
  }
}
