import Testing

@testable import MarblesScript

@Suite("Statements in blocks and closures") struct CodeTests {
  /// The statements of an `at` block.
  private func code(_ text: String) -> String {
    let dump = parse("at 0 { \(text) }")
    return String(dump.dropFirst("at 0 on - {".count).dropLast())
  }

  @Test(
    "a block can contain declarations and assignments",
    arguments: [
      ("let a = 1", "let a = 1"),
      ("var a: Int? = nil", "var a: Int? = nil"),
      ("var a: AnyCancellable?", "var a: AnyCancellable? = -"),
      ("let a: [String: (Int) -> Bool] = b", "let a: [String: (Int) -> Bool] = b"),
      ("let a, b = Subject()", "let a,b = (Subject)"),
      ("let a = 1, b = 2", "let a = 1; let b = 2"),
      ("private let a = 1", "let a = 1"),
      ("x = 1", "x = 1"),
      ("x += 1; y -= 2; z *= 3; z /= 4; z %= 5", "x += 1; y -= 2; z *= 3; z /= 4; z %= 5"),
      ("_ = a.connect()", "_ = (a.connect)"),
      ("a.value = 1", "a.value = 1"),
      ("a[0] = 1", "(at a 0) = 1"),
      ("self?.current = nil", "current = nil"),
    ])
  func aBlockCanContainDeclarationsAndAssignments(text: String, tree: String) {
    #expect(code(text) == tree)
  }

  @Test(
    "a block can contain if and guard",
    arguments: [
      ("if a { b }", "if a {b}"),
      ("if a, b > 1 { c } else { d }", "if a, (b > 1) {c} else {d}"),
      ("if a { } else if b { } else { c }", "if a {} else if b {} else {c}"),
      ("if let a { b }", "if let a = - {b}"),
      ("if let a = b, let c { }", "if let a = b, let c = - {}"),
      ("if case .failure = $0 { a }", "if case .failure = $0 {a}"),
      ("if case .failure(let e) = a { e }", "if case .failure(let:e) = a {e}"),
      ("if case let .failure(e) = a { e }", "if case .failure(let:e) = a {e}"),
      ("if f(x: { 1 }) { }", "if (f x:{1}) {}"),
      ("if (f { 1 }) { }", "if (f trailing{1}) {}"),
      ("guard let self else { return }", "guard  {return -}"),
      ("guard a else { return b }", "guard a {return b}"),
    ])
  func aBlockCanContainIfAndGuard(text: String, tree: String) {
    #expect(code(text) == tree)
  }

  @Test(
    "a block can contain for loops",
    arguments: [
      ("for x in xs { a }", "for let:x in xs where - {a}"),
      ("for _ in 0..<3 { a }", "for _ in (0 ..< 3) where - {a}"),
      ("for (i, x) in xs { a }", "for (let:i let:x) in xs where - {a}"),
      ("for x in xs where x > 1 { a }", "for let:x in xs where (x > 1) {a}"),
      ("for case .add(let x) in xs { x }", "for .add(let:x) in xs where - {x}"),
      ("for x in xs { break; continue }", "for let:x in xs where - {break; continue}"),
    ])
  func aBlockCanContainForLoops(text: String, tree: String) {
    #expect(code(text) == tree)
  }

  @Test("a switch has cases with patterns, and a default")
  func aSwitchHasCasesWithPatternsAndADefault() {
    let tree = code(
      """
      switch action {
        case .add(let item): items.append(item)
        case .removeAll, .reset(by: _):
          items.removeAll()
          return
        case CartAction.none: break
        case 1, "a" where flag: throw E.boom
        case (let a, 2): a
        default: break
      }
      """)
    #expect(
      tree == """
        switch action case .add(let:item) where - {(items.append item)} \
        case .removeAll|.reset(_) where - {(items.removeAll); return -} \
        case .none where - {break} \
        case 1|"a" where flag {throw E.boom} \
        case (let:a 2) where - {a} \
        case  where - {break}
        """)
  }

  @Test("return takes the expression on its line")
  func returnTakesTheExpressionOnItsLine() {
    #expect(code("return 1") == "return 1")
    #expect(code("return; a") == "return -; a")
    #expect(code("return\n a") == "return -; a")
  }

  @Test("imports, attributes and access levels are ignored")
  func importsAttributesAndAccessLevelsAreIgnored() {
    #expect(
      parse("import Combine\n@preconcurrency import RxSwift\n@MainActor\nprivate let a = 1")
        == "let a = 1")
  }
}
