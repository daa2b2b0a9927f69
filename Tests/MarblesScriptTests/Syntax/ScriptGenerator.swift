import Marbles

@testable import MarblesScript

/// Creates random trees that the parser can return. The same seed gives the same tree.
struct ScriptGenerator {
  private var state: UInt64
  private var budget = 0

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// xorshift64*
  private mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func number(_ bound: Int) -> Int { Int(next() >> 33) % max(1, bound) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }

  private mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

  private mutating func several<Element>(
    _ most: Int, _ make: (inout ScriptGenerator) -> Element
  ) -> [Element] {
    (0..<number(most + 1)).map { _ in make(&self) }
  }

  private static let nowhere = SourceRange(0, 0)

  private mutating func name() -> Name {
    let names = ["a", "bc", "größe", "🍎", "title", "at", "in", "where", "expect", "x1"]
    return Name(text: pick(names), span: Self.nowhere)
  }

  private mutating func label() -> Name? {
    chance(40) ? Name(text: pick(["in", "for", "by", "onNext", "title"]), span: Self.nowhere) : nil
  }

  private mutating func expression(_ kind: Expression.Kind) -> Expression {
    Expression(kind: kind, span: Self.nowhere)
  }
}

// MARK: Statements

extension ScriptGenerator {
  mutating func script() -> Script {
    Script(statements: several(6) { $0.statement() })
  }

  private mutating func statement() -> Statement {
    budget = 40
    return Statement(kind: statementKind(), span: Self.nowhere)
  }

  private mutating func statementKind() -> Statement.Kind {
    switch number(15) {
    case 0: return .title(expression(.string(pieces())))
    case 1: return .frame(expression(.duration(duration())))
    case 2: return .dialect(name())
    case 3: return .grammar(name())
    case 4: return .build(name())
    case 5: return .until(value())
    case 6: return .row(row())
    case 7:
      let keys = ["a", "#", "|", "\"", "(", "👨‍👩‍👧", "1", "-", "="]
      let entry = { (generator: inout ScriptGenerator) in
        ValueEntry(
          key: Name(text: generator.pick(keys), span: Self.nowhere), value: generator.value())
      }
      return .values([entry(&self)] + several(2, entry))
    case 8: return .at(AtBlock(time: value(), lane: chance(50) ? name() : nil, body: body()))
    case 9:
      return .thread(ThreadBlock(name: name(), from: chance(50) ? value() : nil, body: body()))
    case 10: return .expect(.row(row()))
    case 11: return .expect(.condition(value()))
    case 12:
      let text = expression(.string(pieces()))
      return .expect(chance(50) ? .stops(text) : .warning(text))
    case 13:
      let dialects = ["combine", "rxjs"].map { Name(text: $0, span: Self.nowhere) }
      return .compare(chance(50) ? .row(row()) : .dialects(dialects))
    default: return .code(code(inLoop: false))
    }
  }

  private mutating func row() -> Row {
    let plain = ["a", "größe", "🍎", "title", "at", "in"]
    let names = [pick(plain)] + several(2) { $0.pick(plain) }
    let text = pick(["--a-|", "", "(ab) 10ms c#", "\"(", "^--!", "a / b", "http://x", "x"])
    return Row(
      names: names.map { Name(text: $0, span: Self.nowhere) },
      marbles: Marbling(text: text, span: Self.nowhere))
  }

  private mutating func body() -> [CodeStatement] { several(3) { $0.code(inLoop: true) } }

  private mutating func code(inLoop: Bool) -> CodeStatement {
    budget -= 1
    return CodeStatement(
      kind: budget < 0 ? .expression(expression(.name("a"))) : codeKind(), span: Self.nowhere)
  }

  private mutating func codeKind() -> CodeStatement.Kind {
    switch number(13) {
    case 0, 1:
      let type = chance(20) ? TypeName(text: "[A<B, C?>]", span: Self.nowhere) : nil
      return .binding(
        Binding(
          isVariable: chance(50), names: [name()] + several(2) { $0.name() }, type: type,
          value: value()))
    case 2:
      return .assignment(
        target: target(), operator: pick(AssignmentOperator.allCases), value: value())
    case 3:
      let branches = (0...number(2)).map { _ in Branch(conditions: conditions(), body: body()) }
      return .conditional(branches, otherwise: chance(50) ? body() : nil)
    case 4: return .guarded(conditions(), otherwise: body())
    case 5:
      return .loop(
        ForLoop(
          pattern: pattern(), sequence: value(), filter: chance(30) ? value() : nil, body: body(),
          isAwaited: chance(30)))
    case 6: return .choice(value(), several(3) { $0.switchCase() })
    case 7: return .return(value())
    case 8: return .throw(value())
    case 9: return pick([.break, .continue, .return(nil)])
    case 10:
      return .repetition(
        chance(70)
          ? Repetition(conditions: conditions(), body: body())
          : Repetition(conditions: [.expression(value())], body: body(), testsFirst: false))
    default: return .expression(value())
    }
  }

  private mutating func switchCase() -> SwitchCase {
    let patterns = several(2) { $0.pattern() }
    let filter = !patterns.isEmpty && chance(30) ? value() : nil
    return SwitchCase(patterns: patterns, filter: filter, body: body())
  }

  private mutating func conditions() -> [Condition] {
    (0...number(2)).map { _ in
      switch number(3) {
      case 0: .binding(name(), chance(50) ? value() : nil)
      case 1: .pattern(pattern(), value())
      default: .expression(value())
      }
    }
  }

  private mutating func pattern() -> Pattern {
    budget -= 1
    let kind: Pattern.Kind
    switch budget < 0 ? 0 : number(6) {
    case 0: kind = .wildcard
    case 1, 2: kind = .binding(name())
    case 3: kind = .member(name(), chance(50) ? several(2) { $0.pattern() } : nil)
    case 4: kind = .tuple([pattern(), pattern()])
    default: kind = .expression(expression(.integer(number(9))))
    }
    return Pattern(kind: kind, span: Self.nowhere)
  }

  private mutating func target() -> Expression {
    let base = expression(.name(name().text))
    switch number(3) {
    case 0: return base
    case 1: return expression(.member(base, name()))
    default: return expression(.subscript(base, [argument()]))
    }
  }
}

// MARK: Expressions

extension ScriptGenerator {
  mutating func value() -> Expression {
    budget -= 1
    return expression(budget < 0 || chance(35) ? leaf() : compound())
  }

  private mutating func leaf() -> Expression.Kind {
    switch number(11) {
    case 0: return .integer(pick([0, 1, -1, 42, .max, .min]))
    case 1: return .double(pick([0.5, -2.25, 1e300, .leastNonzeroMagnitude, 3, -0.0]))
    case 2: return .duration(duration())
    case 3: return .string(pieces())
    case 4: return .boolean(chance(50))
    case 5: return .null
    case 6: return .shorthand(number(3))
    case 7: return .implicitMember(name())
    case 8: return .keyPath(root: nil, [name()] + several(1) { $0.name() })
    default: return .name(pick(["_", "now", "title", "expect", "in", "await", "größe", "b"]))
    }
  }

  private mutating func compound() -> Expression.Kind {
    switch number(13) {
    case 0: return .array(several(3) { $0.chance(10) ? $0.loneOperator() : $0.value() })
    case 1: return .tuple(chance(20) ? [] : [argument(), argument()])
    case 2: return .member(value(), chance(20) ? Name(text: "0", span: Self.nowhere) : name())
    case 3, 4: return .call(call())
    case 5: return .subscript(value(), [argument()])
    case 6: return .closure(closure())
    case 7: return prefixed()
    case 8, 9: return .binary(pick(BinaryOperator.allCases), value(), value())
    case 10: return .conditional(value(), then: value(), otherwise: value())
    case 11:
      let types = ["A", "[B]", "C<D, E?>", "(F) -> G"].map {
        TypeName(text: $0, span: Self.nowhere)
      }
      let subject = expression(.generic(expression(.name("Subject")), [pick(types), pick(types)]))
      return chance(30)
        ? .member(subject, name())
        : .call(Call(function: subject, arguments: several(2) { $0.argument() }))
    default:
      return chance(50)
        ? .forceUnwrap(value()) : .member(expression(.optionalChain(value())), name())
    }
  }

  /// A minus in front of a number is part of the number.
  private mutating func prefixed() -> Expression.Kind {
    .prefix(pick(PrefixOperator.allCases), value())
  }

  private mutating func loneOperator() -> Expression {
    expression(.operatorReference(pick(BinaryOperator.allCases)))
  }

  private mutating func argument() -> Argument {
    Argument(label: label(), value: chance(10) ? loneOperator() : value())
  }

  private mutating func call() -> Call {
    var arguments = several(2) { $0.argument() }
    if chance(40) {
      arguments.append(
        Argument(label: nil, value: expression(.closure(closure())), isTrailing: true))
      while chance(20) {
        let name = Name(text: pick(["onNext", "in"]), span: Self.nowhere)
        let value = expression(.closure(closure()))
        arguments.append(Argument(label: name, value: value, isTrailing: true))
      }
    }
    return Call(function: value(), arguments: arguments)
  }

  private mutating func closure() -> Closure {
    let parameters = chance(60) ? several(2) { $0.name() } : nil
    let type = TypeName(text: "Just<Int>", span: Self.nowhere)
    return Closure(
      captures: chance(10) ? [Name(text: "self", span: Self.nowhere)] : [],
      parameters: parameters, result: parameters != nil && chance(20) ? type : nil, body: body())
  }

  private mutating func duration() -> VirtualDuration {
    .nanoseconds(
      pick([0, 1, -1, 1_000_000, 1_500_000, 10_000_000, 60_000_000_000, 90_000_000_000, .max]))
  }

  /// Never two texts in a row, and none empty.
  private mutating func pieces() -> [StringPiece] {
    var pieces: [StringPiece] = []
    if chance(70) { pieces.append(.text(text())) }
    while budget > 0, chance(30) {
      pieces.append(.interpolation(value()))
      if chance(50) { pieces.append(.text(text())) }
    }
    return pieces
  }

  private mutating func text() -> String {
    pick(["a", "\"", "\\", "\n\t\r\0", "{ }", "\u{1B}[1m", "e\u{301}", "🏳️‍🌈", "// no", "\\(x)", "''"])
  }
}
