import Marbles
import MarblesCombine

extension Run {
  func call(_ call: Call, span: Span, in scope: Scope) throws(ScriptError) -> ScriptValue {
    switch call.function.kind {
    case .generic(let inner, _):
      var copy = call
      copy.function = inner
      return try self.call(copy, span: span, in: scope)
    case .name(let name):
      if let variable = scope.find(name) {
        return try callValue(variable.value, call, span: span, in: scope)
      }
      return try callWord(name, call, span: span, in: scope)
    case .implicitMember(let name):
      return try limited(
        .member(name.text, all(call.arguments.map(\.value), in: scope)), at: span)
    case .member(let base, let name):
      if let qualified = qualified(base, name, in: scope) {
        return try callQualified(qualified, name, call, span: span, in: scope)
      }
      return try callMethod(name, of: base, call, span: span, in: scope)
    default:
      return try callValue(
        evaluate(call.function, in: scope), call, span: span, in: scope)
    }
  }

  private func callValue(_ callee: ScriptValue, _ call: Call, span: Span, in scope: Scope)
    throws(ScriptError) -> ScriptValue
  {
    guard case .closure(let function) = callee else {
      throw mistake(
        RunError("\(callee.kindName) cannot be called"), at: call.function.span)
    }
    let values = try all(call.arguments.map(\.value), in: scope)
    return try self.call(function, values, at: span)
  }

  private func callWord(_ name: String, _ call: Call, span: Span, in scope: Scope)
    throws(ScriptError) -> ScriptValue
  {
    guard let word = vocabulary[name] else {
      throw mistake(RunError("nothing is called '\(name)'"), at: call.function.span)
    }
    let arguments = try arguments(of: call, in: scope)
    return try once { () throws(ScriptError) in try make(word, arguments, at: span) }
  }

  /// The name of a word with a dot, if the base is a type and no name of the script.
  private func qualified(_ base: Expression, _ name: Name, in scope: Scope) -> String? {
    switch base.kind {
    case .generic(let inner, _): qualified(inner, name, in: scope)
    case .name(let type) where scope.find(type) == nil && vocabulary.namespaces.contains(type):
      "\(type).\(name.text)"
    // `Subscribers.Demand.max(3)`
    case .member(let outer, let inner):
      qualified(outer, inner, in: scope).map { "\($0).\(name.text)" }
    default: nil
    }
  }

  private func callQualified(
    _ qualified: String, _ name: Name, _ call: Call, span: Span, in scope: Scope
  ) throws(ScriptError) -> ScriptValue {
    let arguments = try arguments(of: call, in: scope)
    guard let word = vocabulary[qualified] else {
      if qualified.hasPrefix("Subscribers.") || qualified.hasPrefix("DispatchTimeInterval.") {
        return .member(name.text, arguments.items.map(\.value))
      }
      throw mistake(RunError("nothing is called '\(qualified)'"), at: call.function.span)
    }
    return try once { () throws(ScriptError) in try make(word, arguments, at: span) }
  }

  private func callMethod(
    _ name: Name, of base: Expression, _ call: Call, span: Span, in scope: Scope
  ) throws(ScriptError) -> ScriptValue {
    let receiver = try evaluate(base, in: scope)
    if case .null = receiver, case .optionalChain = base.kind { return .null }
    if isKeptElsewhere(receiver, name, call, in: scope) { return receiver }
    let arguments = try arguments(of: call, in: scope)
    let outer = callSite
    callSite = span
    defer { callSite = outer }
    if let result = try mutate(base, name.text, arguments, span: span, in: scope) { return result }
    let site = MemberCall(name: name, arguments: arguments, span: span)
    if let result = try method(site, of: receiver) { return result }
    // A property that is a function.
    if let property = valueProperty(name.text, of: receiver), case .closure = property {
      return try callValue(property, call, span: span, in: scope)
    }
    throw mistake(.noMember(name.text, of: receiver, nearest: nearest(name.text)), at: name.span)
  }

  /// `.store(in: &bag)` where nothing is called `bag`: pasted code that says nothing.
  private func isKeptElsewhere(_ receiver: ScriptValue, _ name: Name, _ call: Call, in scope: Scope)
    -> Bool
  {
    guard Members.keepsElsewhere(name.text), case .object(let object) = receiver,
      object is any CancellableObject, let holder = call.arguments.first?.value.firstName
    else { return false }
    return scope.find(holder) == nil && vocabulary[holder] == nil
  }

  private func nearest(_ name: String) -> String? {
    Suggestion.nearest(to: name, among: operators.names + Members.allNames)
  }

  // MARK: Properties

  func member(_ name: Name, of base: Expression, span: Span, in scope: Scope) throws(ScriptError)
    -> ScriptValue
  {
    if let qualified = qualified(base, name, in: scope) {
      if let word = vocabulary[qualified] {
        return try once { () throws(ScriptError) in try make(word, CallArguments(), at: span) }
      }
      return .member(name.text, [])
    }
    if let recorded = try recordedAttribute(name, of: base) { return recorded }
    let receiver = try evaluate(base, in: scope)
    if case .null = receiver, case .optionalChain = base.kind { return .null }
    return try property(name, of: receiver)
  }

  func property(_ name: Name, of value: ScriptValue) throws(ScriptError) -> ScriptValue {
    if name.text == "self" { return value }
    if name.text == "publisher", let stream = publisher(of: value) {
      return .stream(guarded(stream, at: name.span))
    }
    if case .object(let object) = value, let subject = object as? ScriptSubject,
      name.text == "value"
    {
      return try step { () throws(ScriptError) in try subject.read(at: name.span) }
    }
    if let property = valueProperty(name.text, of: value) { return property }
    if case .int(let number) = value, ArgumentType.unitsOfTime.contains(name.text) {
      return .member(name.text, [.int(number)])
    }
    let site = MemberCall(name: name, arguments: CallArguments(), span: name.span)
    if let result = try method(site, of: value) { return result }
    throw mistake(.noMember(name.text, of: value, nearest: nearest(name.text)), at: name.span)
  }

  /// `[1, 2].publisher`
  private func publisher(of value: ScriptValue) -> ScriptStream? {
    switch value {
    case .array, .range, .null, .string: ScriptStream(sequence(value))
    default: nil
    }
  }
}

struct MemberCall {
  var name: Name
  var arguments: CallArguments
  var span: Span
}
