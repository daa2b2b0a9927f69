import Marbles
import MarblesCombine

extension Checker {
  mutating func infer(_ call: Call, span: Span) -> StaticKind {
    switch call.function.kind {
    case .generic(let inner, _):
      var copy = call
      copy.function = inner
      return infer(copy, span: span)
    case .name(let name) where known(name) == nil:
      return infer(word: name, call)
    case .implicitMember(let name):
      for argument in call.arguments { infer(argument.value) }
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

  private mutating func infer(word name: String, _ call: Call) -> StaticKind {
    guard let word = vocabulary[name] else {
      for argument in call.arguments { infer(argument.value) }
      if vocabulary.namespaces.contains(name) {
        let members = vocabulary.members(of: name)
        report(
          .unknownWord("()", in: name, nearest: members.first.map { "\(name).\($0)" }),
          at: call.function.span)
      } else {
        report(.unknownName(name, nearest: nearestName(to: name)), at: call.function.span)
      }
      return .unknown
    }
    if name == "cold" || name == "hot" {
      checkMarbles(call, isHot: name == "hot")
      return .stream
    }
    check(call, word.signatures, of: name, at: call.function.span)
    return word.kind
  }

  private mutating func infer(qualified: String, _ name: Name, _ call: Call) -> StaticKind {
    if let word = vocabulary[qualified] {
      check(call, word.signatures, of: qualified, at: name.span)
      return word.kind
    }
    for argument in call.arguments { infer(argument.value) }
    return kind(of: qualified, name)
  }

  private mutating func infer(method name: Name, of base: Expression, _ call: Call) -> StaticKind {
    let kind = infer(base)
    // Where pasted code keeps its subscriptions is declared elsewhere.
    if kind == .end || kind == .cancellable || kind == .unknown,
      Members.keepsElsewhere(name.text),
      let holder = call.arguments.first?.value.firstName, known(holder) == nil
    {
      return kind
    }
    if kind == .end || kind == .unknown, name.text == "request",
      let demand = call.arguments.first?.value, demand.asksForNothing
    {
      report(.asksForNothing(source.text(of: demand.span)), at: demand.span)
      return .void
    }
    if let signatures = Members.of(kind)?[name.text] {
      if kind == .stream, name.text == "connect" {
        report(.nothingToConnect, at: name.span)
      }
      check(call, signatures, of: name.text, at: name.span)
      return result(of: name.text, on: kind)
    }
    if kind.isStream { return infer(operator: name, on: kind, call) }
    for argument in call.arguments { infer(argument.value) }
    switch kind {
    case .string, .array, .range, .int, .double, .bool, .tuple, .duration, .null:
      checkValueMember(name, of: kind)
    case .unknown: checkUnknownMember(name, of: base)
    case .end, .cache, .cancellable, .scheduler, .closure:
      report(
        .unknownMember(name.text, of: kind, nearest: nearestMember(to: name.text, of: kind)),
        at: name.span)
    default: break
    }
    return isEnd(name, call) ? .end : .unknown
  }

  private func isEnd(_ name: Name, _ call: Call) -> Bool {
    Members.isEnd(name.text, firstLabel: call.arguments.first?.label?.text)
  }

  private func result(of method: String, on kind: StaticKind) -> StaticKind {
    switch method {
    case "response": .stream
    case "connect": .cancellable
    case "recorded", "store", "disposed": kind
    case "value": .unknown
    default: .void
    }
  }

  private mutating func infer(operator name: Name, on kind: StaticKind, _ call: Call)
    -> StaticKind
  {
    if isEnd(name, call), let signatures = Members.ends[name.text] {
      check(call, signatures, of: name.text, at: name.span)
      if name.text == "assign" { checkAssigned(call) }
      return .end
    }
    let candidates = operators.candidates(name.text, in: plan.dialect)
    guard !candidates.isEmpty else {
      // What an operator from elsewhere takes is from elsewhere, too.
      if ForeignOperators.hint(name.text) == nil {
        for argument in call.arguments { infer(argument.value) }
      }
      report(
        .unknownOperator(name.text, nearest: nearestMember(to: name.text, of: kind)),
        at: name.span)
      return .stream
    }
    let shapes = shapes(of: call)
    if !candidates.contains(where: { (try? $0.signatures.match(shapes.map(\.shape))) != nil }) {
      reportMismatch(shapes, candidates[0].signatures, of: name.text, at: name.span)
    }
    return Self.connectables.contains(name.text) ? .connectable : .stream
  }

  /// The objects of a script have one property that can be set.
  private mutating func checkAssigned(_ call: Call) {
    guard let path = call.arguments.first?.value, case .keyPath(_, let names) = path.kind,
      names.map(\.text) != ["value"]
    else { return }
    report(.onlyValueAssigned, at: path.span)
  }

  private static let connectables: Set<String> = [
    "multicast", "makeConnectable", "publish", "replay", "replayAll",
  ]

  // MARK: Arguments

  private typealias Shape = (shape: ArgumentShape, kind: StaticKind, span: Span)

  private mutating func shapes(of call: Call) -> [Shape] {
    call.arguments.map { argument in
      let kind = infer(argument.value)
      let shape = ArgumentShape(label: argument.label?.text, isTrailing: argument.isTrailing) {
        kind.fits($0)
      }
      return (shape, kind, argument.label?.span.through(argument.value.span) ?? argument.value.span)
    }
  }

  private mutating func check(
    _ call: Call, _ signatures: [Signature], of callee: String, at span: Span
  ) {
    let shapes = shapes(of: call)
    reportMismatch(shapes, signatures, of: callee, at: span)
  }

  private mutating func reportMismatch(
    _ shapes: [Shape], _ signatures: [Signature], of callee: String, at span: Span
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
        // From now on it counts as right, so that the next mistake of the call is found too.
        rest[argument].fits = { _ in .yes }
      }
    }
  }

  private mutating func checkMarbles(_ call: Call, isHot: Bool) {
    let shapes = shapes(of: call)
    guard let first = call.arguments.first else {
      return reportMismatch(
        [], [Signature(.required(nil, .string))], of: isHot ? "hot" : "cold",
        at: call.function.span)
    }
    reportMismatch(
      [shapes[0]], [Signature(.required(nil, .string))], of: isHot ? "hot" : "cold",
      at: first.value.span)
    for argument in call.arguments.dropFirst() where argument.label?.text.count != 1 {
      report(.marbleLabel, at: argument.label?.span ?? argument.value.span)
    }
    guard case .string(let pieces) = first.value.kind, pieces.count <= 1 else { return }
    guard case .text(let text) = pieces.first ?? .text("") else { return }
    let string = MarbleString(text, dialect: plan.grammar, frameLength: plan.frame)
    let inner = Span(first.value.span.start + 1, first.value.span.end - 1)
    report(
      string.notifications(hot: isHot).problems, in: text,
      at: source.text(of: inner) == text ? inner : nil, else: first.value.span)
  }

  /// Problems of marbles, whose offsets count characters of their text.
  mutating func report(
    _ problems: [MarbleString.Problem], in text: String, at span: Span?, else whole: Span
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

/// Where the characters of a text begin, in bytes.
struct ByteOffsets {
  private var starts: [Int] = []

  init(_ text: String) {
    var offset = 0
    for character in text {
      starts.append(offset)
      offset += character.utf8.count
    }
    starts.append(offset)
  }

  /// The bytes of a range of characters.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    let last = starts.count - 1
    return starts[min(range.lowerBound, last)]..<starts[min(range.upperBound, last)]
  }
}

extension StaticKind {
  fileprivate func fits(_ type: ArgumentType) -> ArgumentShape.Fit {
    if self == .unknown { return .maybe }
    switch (type, self) {
    case (.any, _), (.int, .int), (.bool, .bool), (.string, .string), (.range, .range): return .yes
    case (.duration, .duration), (.duration, .int), (.duration, .double), (.demand, .int):
      return .yes
    case (.duration, .member(let name)): return ArgumentType.unitsOfTime.contains(name) ? .yes : .no
    case (.demand, .member(let name)):
      return ["unlimited", "none", "max"].contains(name) ? .yes : .no
    case (.closure, .closure), (.publisherClosure, .closure), (.keyPath, .closure): return .yes
    case (.publisher, _): return isStream ? .yes : .no
    case (.subject, .subject), (.subject, .relay), (.scheduler, .scheduler): return .yes
    // `hot` is a subject, though nobody else may send to it.
    case (.subject, .stream): return .no
    case (.scheduler, .member(let name)): return ["main", "shared"].contains(name) ? .yes : .no
    case (.choice(let names), .member(let name)): return names.contains(name) ? .yes : .no
    default: return .no
    }
  }
}
