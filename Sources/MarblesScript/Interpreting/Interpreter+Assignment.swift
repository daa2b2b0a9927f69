import Marbles
import MarblesCombine

extension Interpreter {
  func assign(
    _ target: Expression, _ sign: AssignmentOperator, _ expression: Expression,
    in context: EvaluationContext
  ) throws(ScriptError) {
    var value: ScriptValue
    if case .name("_") = target.kind {
      _ = try evaluate(expression, in: context)
      return
    }
    if let arithmetic = sign.arithmetic {
      let old = try evaluate(target, in: context)
      value = try operations.apply(
        arithmetic, old, evaluate(expression, in: context),
        span: target.span.through(expression.span)
      )
    } else {
      value = try evaluate(expression, assignedTo: target, in: context)
    }
    try set(target, to: value, in: context)
  }

  /// Evaluates what is assigned: a variable or property names a stream like its declaration does.
  private func evaluate(
    _ expression: Expression, assignedTo target: Expression, in context: EvaluationContext
  ) throws(ScriptError) -> ScriptValue {
    switch target.kind {
    case .name(let name):
      return try evaluateNamed(
        expression, Name(text: name, span: target.span), in: context)
    default: return try evaluate(expression, in: context)
    }
  }

  func set(_ target: Expression, to value: ScriptValue, in context: EvaluationContext)
    throws(ScriptError)
  {
    switch target.kind {
    case .name(let name):
      guard let variable = context.scope.find(name), variable.isAssignable else {
        throw error(.constant(name), at: target.span)
      }
      try change(variable, to: value, at: target.span, in: context)
    case .shorthand(let number):
      guard let variable = context.scope.find("$\(number)") else {
        throw error(.notAssignable, at: target.span)
      }
      try change(variable, to: value, at: target.span, in: context)
    case .member(let base, let name) where name.text == "value":
      let whole = try evaluate(base, in: context)
      if holdsParts(whole) { return try setPart(name, of: base, whole, to: value, in: context) }
      guard case .object(let object) = whole, let subject = object as? ScriptSubject,
        subject.canBeAssigned
      else { throw error(.wrongType("a current value", not: whole.kindName), at: base.span) }
      let property = subject.channel.property
      _ = try context.step { (_) throws(ScriptError) in
        property?.isAssignedByObserver = property.map(context.scope.isObserver) ?? false
        try subject.assign(value, at: target.span)
        return .void
      }
    case .member(let base, let name):
      try setPart(name, of: base, evaluate(base, in: context), to: value, in: context)
    case .subscript(let base, let index):
      try setElement(index, of: base, to: value, at: target.span, in: context)
    case .optionalChain(let inner), .forceUnwrap(let inner):
      try set(inner, to: value, in: context)
    default:
      throw error(.notAssignable, at: target.span)
    }
  }

  /// Whether it is an instance of a type of the script, or a tuple.
  private func holdsParts(_ value: ScriptValue) -> Bool {
    switch value {
    case .object(let object): object is InstanceObject
    case .member, .tuple: true
    default: false
    }
  }

  /// `user.name = …`, `pair.0 = …`
  private func setPart(
    _ name: Name, of base: Expression, _ whole: ScriptValue, to value: ScriptValue,
    in context: EvaluationContext
  ) throws(ScriptError) {
    let position = Int(name.text) ?? self.position(name.text, in: whole) ?? -1
    let conversion = field(name.text, of: whole)?.type?.conversion
    switch whole {
    case .object(let instance as InstanceObject):
      guard let known = instance[name.text] else { throw error(.notAssignable, at: name.span) }
      let value = try budget.converted(
        value, by: conversion ?? known.impliedConversion, at: name.span)
      let observers = observers(of: name.text, in: whole, base, in: context)
      if let willSet = observers?.willSet {
        _ = try call(willSet, of: name, with: value, on: whole, in: context)
      }
      let old = try context.step { (_) throws(ScriptError) in
        let old = instance[name.text] ?? .null
        if let subject = instance.subject(of: name.text) {
          try subject.assign(value, at: name.span)
        } else {
          instance.set(name.text, to: value)
        }
        return old
      }
      if let didSet = observers?.didSet {
        _ = try call(didSet, of: name, with: old, on: whole, in: context)
      }
    case .tuple(var parts, let labels) where parts.indices.contains(position):
      parts[position] = value.converted(by: parts[position].impliedConversion)
      let changed = ScriptValue.tuple(parts, labels: labels)
      try set(
        base, to: value.isComposed ? budget.checked(changed, at: name.span) : changed, in: context)
    case .member(let type, var parts) where parts.indices.contains(position):
      let value = try budget.converted(
        value, by: conversion ?? parts[position].impliedConversion, at: name.span)
      let observers = observers(of: name.text, in: whole, base, in: context)
      if let willSet = observers?.willSet {
        _ = try call(willSet, of: name, with: value, on: whole, in: context)
      }
      let old = parts[position]
      parts[position] = value
      var changed = ScriptValue.member(type, parts)
      if value.isComposed { changed = try budget.checked(changed, at: name.span) }
      if let didSet = observers?.didSet {
        changed = try call(didSet, of: name, with: old, on: changed, in: context)
      }
      try set(base, to: changed, in: context)
    default:
      throw error(.notAssignable, at: name.span)
    }
  }

  /// `list[0] = …`, `counts["a"] = …`
  private func setElement(
    _ index: [Argument], of base: Expression, to value: ScriptValue, at span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) {
    let container = try evaluate(base, in: context)
    guard let argument = index.first else { throw error(.notAssignable, at: span) }
    let position = try evaluate(argument.value, in: context)
    if case .dictionary(let pairs) = container {
      try budget.spend(pairs.count / 16, at: span)
      let whole = ScriptValue.dictionary(pairs.setting(position, to: value))
      return try set(
        base, to: value.hasParts ? budget.checked(whole, at: span) : whole, in: context)
    }
    guard case .array(var elements) = container else {
      throw error(.wrongType("an array or a dictionary", not: container.kindName), at: base.span)
    }
    guard case .int(let number) = position, elements.indices.contains(number) else {
      throw error(
        .outOfRange(position.integer ?? -1, count: elements.count), at: argument.value.span)
    }
    elements[number] = value
    try budget.spend(elements.count / 16, at: span)
    let whole = ScriptValue.array(elements)
    try set(base, to: value.hasParts ? budget.checked(whole, at: span) : whole, in: context)
  }

  private func change(
    _ variable: Scope.Variable, to value: ScriptValue, at span: SourceRange,
    in context: EvaluationContext
  ) throws(ScriptError) {
    let value = try budget.converted(value, by: variable.conversion, at: span)
    guard variable.isShared else {
      return try assign(value, to: variable, in: context)
    }
    _ = try context.step { (context) throws(ScriptError) in
      try assign(value, to: variable, in: context)
      return .void
    }
  }

  /// An assignment inside of its own observer does not call the observer again, as in Swift. One in
  /// a function that the observer calls does.
  private func assign(
    _ value: ScriptValue, to variable: Scope.Variable, in context: EvaluationContext
  ) throws(ScriptError) {
    let isObserved =
      (variable.willSet != nil || variable.didSet != nil)
      && !context.scope.isObserver(of: variable)
    if isObserved, let willSet = variable.willSet {
      try call(willSet, of: variable, with: value, in: context)
    }
    // The old value is released after the new one is in place, as in Swift.
    let old = variable.value
    variable.value = value
    variable.isChanged = true
    variable.recorded?.change(to: value, on: runtime.effects.currentLane)
    release(old)
    if isObserved, let didSet = variable.didSet {
      try call(didSet, of: variable, with: old, in: context)
    }
  }

  func call(
    _ observer: ScriptFunction, of variable: AnyObject, with value: ScriptValue,
    in context: EvaluationContext
  ) throws(ScriptError) {
    guard let body = observer.body as? ClosureBody else { return }
    let inner = context.with(Scope(in: body.scope))
    inner.scope.observed = variable
    let span = body.closure.body.first?.span ?? SourceRange(0, 0)
    _ = try budget.call(at: span) { () throws(ScriptError) in
      try call(body.closure, [value], arity: body.arity, in: inner)
    }
  }

  /// A sink or connection that a variable no longer holds is cancelled, as Combine's are.
  private func release(_ old: ScriptValue) {
    guard builder.rules.dialect == .combine, case .object(let object) = old,
      let cancellable = object as? any CancellableObject, !(object is any TaskObject)
    else { return }
    cancellable.cancel()
  }
}

extension AssignmentOperator {
  fileprivate var arithmetic: BinaryOperator? {
    switch self {
    case .assign: nil
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    }
  }
}
