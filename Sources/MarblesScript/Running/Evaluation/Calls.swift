import Marbles
import MarblesCombine

extension Run {
  func call(_ call: Call, span: SourceRange, in scope: Scope) throws(ScriptError) -> ScriptValue {
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

  private func callValue(_ callee: ScriptValue, _ call: Call, span: SourceRange, in scope: Scope)
    throws(ScriptError) -> ScriptValue
  {
    guard case .closure(let function) = callee else {
      throw mistake(
        RunError("\(callee.kindName) cannot be called"), at: call.function.span)
    }
    let values = try all(call.arguments.map(\.value), in: scope)
    return try self.call(function, values, at: span)
  }

  private func callWord(_ name: String, _ call: Call, span: SourceRange, in scope: Scope)
    throws(ScriptError) -> ScriptValue
  {
    guard let word = Word.named(name) else {
      throw mistake(RunError("nothing is called '\(name)'"), at: call.function.span)
    }
    let arguments = try arguments(of: call, in: scope)
    return try once { () throws(ScriptError) in try make(word, arguments, at: span) }
  }

  /// The name of a word with a dot, if its base is a type and not a name of the script.
  private func qualified(_ base: Expression, _ name: Name, in scope: Scope) -> String? {
    switch base.kind {
    case .generic(let inner, _): qualified(inner, name, in: scope)
    case .name(let type) where scope.find(type) == nil && Word.namespaces.contains(type):
      "\(type).\(name.text)"
    // `Subscribers.Demand.max(3)`
    case .member(let outer, let inner):
      qualified(outer, inner, in: scope).map { "\($0).\(name.text)" }
    default: nil
    }
  }

  private func callQualified(
    _ qualified: String, _ name: Name, _ call: Call, span: SourceRange, in scope: Scope
  ) throws(ScriptError) -> ScriptValue {
    let arguments = try arguments(of: call, in: scope)
    guard let word = Word.named(qualified) else {
      if let type = qualified.split(separator: ".").first, Word.typeNames.contains(String(type)) {
        return .member(name.text, arguments.items.map(\.value))
      }
      throw mistake(RunError("nothing is called '\(qualified)'"), at: call.function.span)
    }
    return try once { () throws(ScriptError) in try make(word, arguments, at: span) }
  }

  // MARK: Properties

  func member(_ name: Name, of base: Expression, span: SourceRange, in scope: Scope)
    throws(ScriptError)
    -> ScriptValue
  {
    if let qualified = qualified(base, name, in: scope) {
      if let word = Word.named(qualified) {
        return try once { () throws(ScriptError) in try make(word, CallArguments(), at: span) }
      }
      return .member(name.text, [])
    }
    if case .name(let subject) = base.kind, let recorded = try attributes?(subject, name) {
      return recorded
    }
    let receiver = try evaluate(base, in: scope)
    if case .null = receiver, case .optionalChain = base.kind { return .null }
    return try property(name, of: receiver)
  }
}
