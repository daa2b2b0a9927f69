import Marbles
import MarblesCombine

extension Checker {
  mutating func infer(_ call: Call, span: SourceRange) -> ValueKind {
    switch call.function.kind {
    case .generic(let inner, _):
      var copy = call
      copy.function = inner
      return infer(copy, span: span)
    case .name(let name) where known(name) == nil && plan.types.declares(name):
      for argument in call.arguments { infer(argument.value) }
      return .unknown
    case .name(let name) where known(name) == nil && isMemberOfSelf(name):
      let span = call.function.span
      return infer(method: Name(text: name, span: span), of: .itself(at: span), call)
    case .name(let name) where known(name) == nil:
      return infer(word: name, call)
    case .implicitMember(let name):
      for argument in call.arguments { infer(argument.value) }
      noteWait(name.text, call, span)
      memberNames.insert(name.text)
      return .member(name.text)
    case .member(let base, let name):
      if let qualified = qualified(base, name) {
        return infer(qualified: qualified, name, call)
      }
      return infer(method: name, of: base, call)
    default:
      let callee = infer(call.function)
      for argument in call.arguments { infer(argument.value) }
      switch callee {
      case .closure, .unknown, .member: break
      default: report(.cannotBeCalled(callee), at: call.function.span)
      }
      return .unknown
    }
  }

  private mutating func infer(word name: String, _ call: Call) -> ValueKind {
    guard let word = Word.named(name) else {
      for argument in call.arguments { infer(argument.value) }
      if Word.namespaces.contains(name) {
        let members = Word.members(of: name)
        report(
          .unknownWord("()", in: name, nearest: members.first.map { "\(name).\($0)" }),
          at: call.function.span)
      } else {
        report(.unknownName(name, nearest: nearestName(to: name)), at: call.function.span)
      }
      return .unknown
    }
    return infer(word, call, at: call.function.span)
  }

  private mutating func infer(qualified: String, _ name: Name, _ call: Call) -> ValueKind {
    if let word = Word.named(qualified) { return infer(word, call, at: name.span) }
    for argument in call.arguments { infer(argument.value) }
    return kind(of: qualified, name)
  }

  private mutating func infer(_ word: Word, _ call: Call, at span: SourceRange) -> ValueKind {
    switch word.reading {
    case .arguments: check(call, word.signatures, of: word.name, at: span)
    case .coldMarbles: checkMarbles(call, of: word, isHot: false)
    case .hotMarbles: checkMarbles(call, of: word, isHot: true)
    }
    return word.kind
  }

  private mutating func infer(method name: Name, of base: Expression, _ call: Call) -> ValueKind {
    if case .name(let object) = base.kind, object != "self", known(object) == nil,
      Word.named(object) == nil, !plan.types.declares(object), !isExpecting,
      nearestName(to: object) == nil
    {
      for argument in call.arguments { infer(argument.value) }
      report(.unknownObject(object, method: name.text), at: base.span)
      return .unknown
    }
    let kind = infer(base)
    if hasOwnMember(name.text, kind) {
      for argument in call.arguments { infer(argument.value) }
      return .unknown
    }
    let member = Member.method(name.text, of: kind)
    if let member {
      // In pasted code a set of subscriptions may be declared elsewhere.
      if member.isRetention, let holder = call.arguments.first?.value.firstName,
        known(holder) == nil
      {
        return kind
      }
      if checkDemand(of: member, call) { return .void }
    }
    if kind == .unknown {
      for argument in call.arguments { infer(argument.value) }
      checkUnknownMember(name, of: base)
      return isSink(name, call) ? .sink : .unknown
    }
    if let member { return infer(member, name, of: base, on: kind, call) }
    if kind.isStream { return infer(operator: name, on: kind, call) }
    for argument in call.arguments { infer(argument.value) }
    switch kind {
    case .void, .member: break
    default: reportMember(name, of: kind)
    }
    return isSink(name, call) ? .sink : .unknown
  }

  private mutating func infer(
    _ member: Member, _ name: Name, of base: Expression, on kind: ValueKind, _ call: Call
  ) -> ValueKind {
    if let instead = member.refusal {
      for argument in call.arguments { infer(argument.value) }
      report(.refusedMember(name.text, of: kind, instead: instead), at: name.span)
      return .unknown
    }
    if member.isMutation, case .name(let variable) = base.kind,
      let known = known(variable), !known.isVariable
    {
      report(.changedConstant(variable, by: name.text), at: name.span)
    }
    check(call, member.signatures, of: name.text, at: name.span)
    return member.result(on: kind)
  }

  /// Reports a written demand for no elements.
  private mutating func checkDemand(of member: Member, _ call: Call) -> Bool {
    guard member.signatures.first?.parameters.first?.type == .demand,
      let demand = call.arguments.first?.value, demand.asksForNothing
    else { return false }
    report(.asksForNothing(source.text(of: demand.span)), at: demand.span)
    return true
  }

  private func isSink(_ name: Name, _ call: Call) -> Bool { sinkOperator(name, call) != nil }

  private func sinkOperator(_ name: Name, _ call: Call) -> SinkOperator? {
    SinkOperator.named(name.text, firstLabel: call.arguments.first?.label?.text)
  }

  private mutating func infer(operator name: Name, on kind: ValueKind, _ call: Call)
    -> ValueKind
  {
    if let found = sinkOperator(name, call) {
      reportMismatch(
        shapesPassingOwner(of: call), found.signatures, of: name.text, at: name.span)
      checkAssigned(call)
      return .sink
    }
    let candidates = operators.candidates(name.text, in: plan.rules.dialect)
    guard !candidates.isEmpty else {
      // The arguments of an operator of another library are of that library, too.
      if ForeignOperators.hint(name.text) == nil {
        for argument in call.arguments { infer(argument.value) }
      }
      report(
        .unknownOperator(name.text, nearest: nearestMember(to: name.text, of: kind)),
        at: name.span)
      return .stream
    }
    let shapes = shapes(of: call)
    let fitting = candidates.lazy.compactMap { entry in
      (try? entry.signatures.match(shapes.map(\.shape))).map { found in
        zip(entry.signatures[found.signature].parameters, found.assigned)
      }
    }.first
    if let fitting {
      noteSeconds(of: call, fitting.map { (parameter: $0, indices: $1) })
    } else {
      reportMismatch(shapes, candidates[0].signatures, of: name.text, at: name.span)
    }
    return candidates[0].result == .connectable ? .connectable : .stream
  }

  /// The objects of a script have one property that can be set.
  private mutating func checkAssigned(_ call: Call) {
    guard let path = call.arguments.first?.value, case .keyPath(_, let names) = path.kind,
      names.map(\.text) != ["value"]
    else { return }
    report(.onlyValueAssigned, at: path.span)
  }

  // MARK: Arguments

  typealias Shape = (shape: ArgumentShape, kind: ValueKind, span: SourceRange)

  private mutating func shapes(of call: Call) -> [Shape] {
    call.arguments.map { argument in
      let kind = referredMethod(argument.value) ?? infer(argument.value)
      let shape = ArgumentShape(
        label: argument.label?.text, isTrailing: argument.isTrailing, kind: kind)
      return (shape, kind, argument.label?.span.through(argument.value.span) ?? argument.value.span)
    }
  }

  /// A method of an object as an argument: `names.forEach(relay.accept)`.
  private mutating func referredMethod(_ expression: Expression) -> ValueKind? {
    guard case .member(let base, let name) = expression.kind, case .name(let object) = base.kind,
      let known = known(object), let method = Member.method(name.text, of: known.kind),
      known.kind != .unknown, method.isEffect
    else { return nil }
    infer(base)
    return .closure(method.signatures.first?.parameters.count)
  }

  /// The arguments of a sink operator without `with: owner`, which its closures receive first.
  private mutating func shapesPassingOwner(of call: Call) -> [Shape] {
    let shapes = shapes(of: call)
    guard let owner = shapes.first, owner.shape.label == "with", !owner.shape.isTrailing else {
      return shapes
    }
    return shapes.dropFirst().map { shape in
      guard case .closure(let arity) = shape.kind else { return shape }
      var copy = shape
      copy.kind = .closure(arity.map { max(0, $0 - 1) })
      copy.shape.kind = copy.kind
      copy.shape.label = copy.shape.label ?? "onNext"
      return copy
    }
  }

  private mutating func check(
    _ call: Call, _ signatures: [Signature], of callee: String, at span: SourceRange
  ) {
    let shapes = shapes(of: call)
    reportMismatch(shapes, signatures, of: callee, at: span)
  }

  private mutating func reportMismatch(
    _ shapes: [Shape], _ signatures: [Signature], of callee: String, at span: SourceRange
  ) {
    let described = shapes.map { (label: $0.shape.label, kind: $0.kind.phrase) }
    var rest = shapes.map(\.shape)
    for _ in 0...shapes.count {
      do throws(SignatureFailure) {
        _ = try signatures.match(rest)
        return
      } catch {
        report(
          ArgumentError(error, of: callee, arguments: described),
          at: error.argument.map { shapes[$0].span } ?? span)
        guard case .wrongType(let argument, _) = error.problem else { return }
        // From now on it fits, so that the next error of the call is found too.
        rest[argument].kind = .unknown
      }
    }
  }

  private mutating func checkMarbles(_ call: Call, of word: Word, isHot: Bool) {
    let shapes = shapes(of: call)
    guard let first = call.arguments.first else {
      return reportMismatch([], word.signatures, of: word.name, at: call.function.span)
    }
    reportMismatch([shapes[0]], word.signatures, of: word.name, at: first.value.span)
    for argument in call.arguments.dropFirst() where argument.label?.text.count != 1 {
      report(.marbleLabel, at: argument.label?.span ?? argument.value.span)
    }
    guard case .string(let pieces) = first.value.kind, pieces.count <= 1 else { return }
    guard case .text(let text) = pieces.first ?? .text("") else { return }
    let string = MarbleString(text, dialect: plan.rules.grammar, frameLength: plan.rules.frame)
    let inner = SourceRange(first.value.span.start + 1, first.value.span.end - 1)
    report(
      string.notifications(hot: isHot).problems, in: text,
      at: source.text(of: inner) == text ? inner : nil, else: first.value.span)
  }

  /// Reports problems of marbles, whose offsets count characters of their text.
  mutating func report(
    _ problems: [MarbleString.Problem], in text: String, at span: SourceRange?,
    else whole: SourceRange
  ) {
    guard !problems.isEmpty else { return }
    let offsets = ByteOffsets(text)
    for problem in problems {
      let place = span.map { $0.inside(offsets.bytes(problem.range)) } ?? whole
      report(.marbles(problem, isStrict: options.isStrict), at: place)
    }
  }
}

extension Expression {
  /// Whether it is written as a demand for nothing: `0`, `.none`, `.max(0)`.
  fileprivate var asksForNothing: Bool {
    switch kind {
    case .integer(0): true
    case .implicitMember(let name): name.text == "none"
    case .call(let call):
      if case .implicitMember(let name) = call.function.kind, name.text == "max",
        let count = call.arguments.first?.value, case .integer(0) = count.kind
      {
        true
      } else {
        false
      }
    default: false
    }
  }
}

/// The offsets of the characters of a text, in bytes.
struct ByteOffsets {
  /// Empty if each character is one byte.
  private var starts: [Int] = []
  private let count: Int

  init(_ text: String) {
    count = text.utf8.count
    // A line break can be one character of two bytes.
    guard !text.utf8.allSatisfy({ $0 < 0x80 && $0 != Ascii.carriageReturn }) else { return }
    var offset = 0
    for character in text {
      starts.append(offset)
      offset += character.utf8.count
    }
    starts.append(offset)
  }

  /// The bytes of a range of characters.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    if starts.isEmpty { return range.clamped(to: 0..<count) }
    let last = starts.count - 1
    return starts[min(range.lowerBound, last)]..<starts[min(range.upperBound, last)]
  }
}
