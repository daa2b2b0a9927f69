import Testing

@testable import MarblesScript

@Suite("Expressions") struct ExpressionTests {
  @Test(
    "operators have the precedence of Swift",
    arguments: [
      ("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)"),
      ("a || b && !c", "(a || (b && (! c)))"),
      ("a == b && c < d", "((a == b) && (c < d))"),
      ("a ?? b ?? c", "(a ?? (b ?? c))"),
      ("a ?? 1 + 2", "(a ?? (1 + 2))"),
      ("0..<n + 1", "(0 ..< (n + 1))"),
      ("1...5", "(1 ... 5)"),
      ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
      ("a > 1 ? .b : .c", "((a > 1) ? .b : .c)"),
      ("-a.b", "(- a.b)"),
      ("-(1)", "(- 1)"),
      ("a - -1", "(a - -1)"),
      ("a-1", "(a - 1)"),
      ("a -1", "(a - 1)"),
      ("!a == b", "((! a) == b)"),
      ("(1 + 2) * 3", "((1 + 2) * 3)"),
      ("a % 2 == 0", "((a % 2) == 0)"),
    ])
  func operatorsHaveThePrecedenceOfSwift(text: String, tree: String) {
    #expect(parse("let x = " + text) == "let x = " + tree)
  }

  @Test(
    "literals are read as in Swift, with durations",
    arguments: [
      ("0", "0"), ("1_000", "1000"), ("0xFF", "255"), ("0b101", "5"), ("0o17", "15"),
      ("-5", "-5"), ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"), ("1.5", "1.5d"), ("1e3", "1000.0d"),
      ("2.5e-3", "0.0025d"), ("10ms", "10000000ns"), ("1.5s", "1500000000ns"),
      ("2m", "120000000000ns"), ("0.000001ms", "1ns"), ("1.10s", "1100000000ns"),
      ("true", "true"), ("false", "false"), ("nil", "nil"), ("[]", "[]"), ("[1, [2],]", "[1 [2]]"),
      ("()", "(tuple)"), ("(1)", "1"), ("(1, a: 2)", "(tuple 1 a:2)"), ("$0 + $12", "($0 + $12)"),
    ])
  func literalsAreReadAsInSwiftWithDurations(text: String, tree: String) {
    #expect(parse("let x = " + text) == "let x = " + tree)
  }

  @Test(
    "strings have escapes and interpolations",
    arguments: [
      (#""""#, #""""#),
      (#""a\tb\n\r\0\\\"\'""#, #""a\tb\n\r\0\\\"'""#),
      (#""\u{1F34E}\u{41}""#, #""🍎A""#),
      (#""a \(b) c""#, #""a \(b) c""#),
      (#""\(f("(", x: "\(y)"))""#, #""\((f "(" x:"\(y)"))""#),
      (#""\(a)\(b)""#, #""\(a)\(b)""#),
      (#""// no comment""#, #""// no comment""#),
      ("\"é🏳️‍🌈\"", "\"é🏳️‍🌈\""),
    ])
  func stringsHaveEscapesAndInterpolations(text: String, tree: String) {
    #expect(parse("let x = " + text) == "let x = " + tree)
  }

  @Test(
    "members, calls and subscripts can follow each other",
    arguments: [
      ("a.b.c", "a.b.c"),
      ("pair.0.1", "pair.0.1"),
      ("$0.1", "$0.1"),
      ("a[0].b", "(at a 0).b"),
      ("f(1, b: 2)", "(f 1 b:2)"),
      ("f(in: 1, for: 2)", "(f in:1 for:2)"),
      (".max(4)", "(.max 4)"),
      (".unlimited", ".unlimited"),
      (".a.b", ".a.b"),
      ("a.map(\\.count).filter(\\.self)", "((a.map \\.count).filter \\.self)"),
      ("a.map(\\String.count)", "(a.map \\String.count)"),
      ("a.scan(0, +)", "(a.scan 0 op+)"),
      ("a.reduce(1, *).sorted(by: <)", "((a.reduce 1 op*).sorted by:op<)"),
      ("self?.current", "current"),
      ("a?.b()?[1]!.c", "(at (a?.b)? 1)!.c"),
      ("a!", "a!"),
      ("f(&x)", "(f (& x))"),
      ("try f()", "(f)"),
      ("try? f()", "(try? (f))"),
      ("(f)(1)", "(f 1)"),
    ])
  func membersCallsAndSubscriptsCanFollowEachOther(text: String, tree: String) {
    #expect(parse("let x = " + text) == "let x = " + tree)
  }

  @Test(
    "generic arguments after a type are no comparisons",
    arguments: [
      ("A<B>()", "(A<B>)"),
      ("A<B, [C]>(1)", "(A<B|[C]> 1)"),
      ("A<B<C>, D?>.e", "A<B<C>|D?>.e"),
      ("A<[String: Int]> { 1 }", "(A<[String: Int]> trailing{1})"),
      ("A<(B, C) -> D>()", "(A<(B, C) -> D>)"),
      ("A<any B, Never>()", "(A<any B|Never>)"),
      ("A<Void>.create(size: 3)", "(A<Void>.create size:3)"),
      ("a < b", "(a < b)"),
      ("a<b", "(a < b)"),
      ("f(a < b, c > d)", "(f (a < b) (c > d))"),
      ("[Int]()", "[]"),
      ("Int.self", "Int.self"),
    ])
  func genericArgumentsAfterATypeAreNoComparisons(text: String, tree: String) {
    #expect(parse("let x = " + text) == "let x = " + tree)
  }

  @Test(
    "closures can have all heads of Swift",
    arguments: [
      ("{ }", "{}"),
      ("{ $0 + 1 }", "{($0 + 1)}"),
      ("{ a in a }", "(a) {a}"),
      ("{ a, b in a }", "(a,b) {a}"),
      ("{ _ in }", "(_) {}"),
      ("{ () in 1 }", "() {1}"),
      ("{ () -> Just<Int> in return 1 }", "() -> Just<Int> {return 1}"),
      ("{ (a: Int, b) -> [Int] in a }", "(a,b) -> [Int] {a}"),
      ("{ (a) throws -> Int in a }", "(a) -> Int {a}"),
      ("{ [weak self] in self }", "[self] {self}"),
      ("{ [weak self, unowned b] x in x }", "[self,b] (x) {x}"),
      ("{ @MainActor (a: @escaping () -> Void) in a }", "(a) {a}"),
      ("{ (a, b) }", "{(tuple a b)}"),
      ("{ [a, b] }", "{[a b]}"),
      ("{ a; b }", "{a; b}"),
    ])
  func closuresCanHaveAllHeadsOfSwift(text: String, tree: String) {
    #expect(parse("let x = " + text) == "let x = " + tree)
  }

  @Test(
    "a call can have one or several trailing closures",
    arguments: [
      ("f { 1 }", "(f trailing{1})"),
      ("f() { 1 }", "(f trailing{1})"),
      ("f(1) { 2 }.g { 3 }", "((f 1 trailing{2}).g trailing{3})"),
      ("f { 1 } b: { 2 } c: { 3 }", "(f trailing{1} trailingb:{2} trailingc:{3})"),
      ("f { 1 } { 2 }", "((f trailing{1}) trailing{2})"),
      ("f()() { 2 }", "((f) trailing{2})"),
      ("{ 1 }()", "({1})"),
    ])
  func aCallCanHaveOneOrSeveralTrailingClosures(text: String, tree: String) {
    #expect(parse("let x = " + text) == "let x = " + tree)
  }
}
