import Marbles
import MarblesCombine

extension Checker {
  /// The kind of an expression; reports its errors.
  @discardableResult
  mutating func infer(_ expression: Expression) -> ValueKind {
    switch expression.kind {
    case .integer: return .int
    case .double: return .double
    case .duration: return .duration
    case .boolean: return .bool
    case .null: return .null
    case .shorthand(let number):
      if !hasShorthands { report(.shorthandOutsideOfClosure("$\(number)"), at: expression.span) }
      return .unknown
    case .invalid: return .unknown
    case .keyPath: return .closure(1)
    case .operatorReference: return .closure(2)
    case .name(let name): return infer(name: name, at: expression.span)
    case .member(let base, let name): return infer(member: name, of: base)
    case .call(let call): return infer(call, span: expression.span)
    case .closure(let closure): return infer(closure)
    case .generic(let inner, _): return infer(inner)
    case .binary(let sign, let left, let right): return infer(sign, left, right)
    case .implicitMember(let name):
      memberNames.insert(name.text)
      return .member(name.text)
    case .string:
      inferParts(of: expression)
      return .string
    case .array:
      inferParts(of: expression)
      return .array
    case .dictionary:
      inferParts(of: expression)
      return .dictionary
    case .tuple(let elements):
      inferParts(of: expression)
      return elements.isEmpty ? .void : .tuple
    case .subscript, .optionalChain, .forceUnwrap, .optionalTry, .cast:
      inferParts(of: expression)
      return .unknown
    case .typeTest(let inner, _):
      infer(inner)
      return .bool
    case .prefix(let sign, let operand):
      let kind = infer(operand)
      return sign == .not ? .bool : kind
    case .conditional(let condition, let then, let otherwise):
      infer(condition)
      let kind = infer(then)
      return infer(otherwise) == kind ? kind : .unknown
    }
  }

  private mutating func inferParts(of expression: Expression) {
    expression.forEachChild { infer($0) }
  }

  private mutating func infer(name: String, at span: SourceRange) -> ValueKind {
    if let known = known(name) {
      if !known.isDeclared, !isDeferred { report(.usedBeforeDeclared(name), at: span) }
      return known.kind
    }
    if plan.types.declares(name) { return .unknown }
    if isExpecting, laneScopes.values.contains(where: { $0[name] != nil }) { return .unknown }
    if isMemberOfSelf(name) {
      return infer(member: Name(text: name, span: span), of: .itself(at: span))
    }
    if let word = Word.named(name) { return word.kind }
    if name != "self" {
      report(.unknownName(name, nearest: nearestName(to: name)), at: span)
    }
    return .unknown
  }

  private mutating func infer(_ closure: Closure) -> ValueKind {
    var names: [String: Known] = [:]
    for parameter in closure.signature ?? [] {
      if let value = parameter.value { later { _ = $0.infer(value) } }
    }
    for parameter in closure.parameters ?? [] {
      names[parameter.text] = Known(kind: .unknown, span: parameter.span, isVariable: true)
    }
    let outer = hasShorthands
    hasShorthands = closure.parameters == nil
    later(names) { $0.check(closure.body) }
    hasShorthands = outer
    let highest = closure.parameters == nil ? closure.body.highestShorthand : nil
    return .closure(closure.parameters?.count ?? highest.map { $0 + 1 })
  }

  private mutating func infer(_ sign: BinaryOperator, _ left: Expression, _ right: Expression)
    -> ValueKind
  {
    let a = infer(left)
    let b = infer(right)
    switch sign {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or: return .bool
    case .closedRange, .halfOpenRange: return .range
    default: return a == b ? a : .unknown
    }
  }

  // MARK: Members

  /// Whether a name without a declaration is one of the type that is extended: `count`.
  func isMemberOfSelf(_ name: String) -> Bool {
    known("self").map { Member.exists(name, of: $0.kind) } ?? false
  }

  /// Whether the script extends the type of such a value with a member of that name.
  func hasOwnMember(_ name: String, _ kind: ValueKind) -> Bool {
    !plan.types.byName.isEmpty
      && kind.typeNames.contains { type in
        let declared = plan.types.byName[type]
        return declared?.getters[name] != nil || declared?.methods[name] != nil
      }
  }

  /// The name of a word with a dot, if its base is a type and not a name of the script.
  func qualified(_ base: Expression, _ name: Name) -> String? {
    switch base.kind {
    case .generic(let inner, _): qualified(inner, name)
    case .name(let type) where known(type) == nil && Word.namespaces.contains(type):
      "\(type).\(name.text)"
    case .member(let outer, let inner): qualified(outer, inner).map { "\($0).\(name.text)" }
    default: nil
    }
  }

  /// The kind of a word with a dot; nil (and reported) if there is no such word.
  mutating func kind(of qualified: String, _ name: Name) -> ValueKind {
    if let word = Word.named(qualified) { return word.kind }
    let type = String(qualified.prefix { $0 != "." })
    let members = Word.members(of: type)
    guard !members.isEmpty else {
      memberNames.insert(name.text)
      return .member(name.text)
    }
    report(
      .unknownWord(
        name.text, in: type, nearest: Suggestion.nearest(to: name.text, among: members)),
      at: name.span)
    return .unknown
  }

  private mutating func infer(member name: Name, of base: Expression) -> ValueKind {
    // A type that pasted code names: `setFailureType(to: LoadError.self)`.
    if name.text == "self", let type = base.typeName, known(type) == nil { return .unknown }
    if let qualified = qualified(base, name) { return kind(of: qualified, name) }
    if isExpecting, case .name(let subject) = base.kind, isRecorded(subject) {
      return inferAttribute(name, of: base)
    }
    let kind = infer(base)
    if name.text.hasPrefix("$"), plan.types.contains(name.text) { return .subject }
    if name.text == "self" || Int(name.text) != nil { return .unknown }
    if kind == .unknown {
      checkUnknownMember(name, of: base)
      return .unknown
    }
    if let member = Member.property(name.text, of: kind) { return member.result(on: kind) }
    switch kind {
    case .void, .member: break
    case .tuple where plan.types.contains(name.text): break
    case _ where hasOwnMember(name.text, kind): break
    default: reportMember(name, of: kind)
    }
    return .unknown
  }

  /// Reports a name that the receiver does not have, or that has to be called.
  mutating func reportMember(_ name: Name, of kind: ValueKind) {
    let member = Member.method(name.text, of: kind)
    if let instead = member?.refusal {
      report(.refusedMember(name.text, of: kind, instead: instead), at: name.span)
      return
    }
    let isOperator =
      kind.isStream
      && (SinkOperator.named(name.text) != nil
        || !operators.candidates(name.text, in: plan.rules.dialect).isEmpty)
    if member != nil || isOperator {
      report(.notCalled(name.text), at: name.span)
    } else {
      report(
        .unknownMember(name.text, of: kind, nearest: nearestMember(to: name.text, of: kind)),
        at: name.span)
    }
  }

  /// Reports a name that no value, object or stream has.
  mutating func checkUnknownMember(_ name: Name, of base: Expression) {
    let isOperator =
      SinkOperator.named(name.text) != nil
      || !operators.candidates(name.text, in: plan.rules.dialect).isEmpty
    let members = Member.named(name.text, of: .unknown)
    guard !base.isInvalid, !isOperator, !members.contains(where: { $0.refusal == nil }),
      !plan.types.contains(name.text), name.text != "init"
    else { return }
    // The members of an undeclared name are unknown, and the name is reported already.
    if let first = base.firstName, first != "self", known(first) == nil, Word.named(first) == nil {
      return
    }
    if let instead = members.first?.refusal {
      report(.refusedMember(name.text, of: .unknown, instead: instead), at: name.span)
      return
    }
    let all = operators.names + SinkOperator.names + Member.names(of: .unknown)
    report(
      .unknownOperator(name.text, nearest: Suggestion.nearest(to: name.text, among: all)),
      at: name.span)
  }

  func nearestMember(to name: String, of kind: ValueKind) -> String? {
    var names = Member.names(of: kind).sorted()
    if kind.isStream { names += operators.names + SinkOperator.names.sorted() }
    return Suggestion.nearest(to: name, among: names)
  }
}
