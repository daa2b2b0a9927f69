import Testing

@testable import MarblesScript

@Suite("The printer") struct PrinterTests {
  private func parsed(_ text: String) -> (script: Script, mistakes: String) {
    let source = SourceText(name: "printed.txt", text: text)
    let (script, diagnostics) = Script.parse(source)
    return (script, diagnostics.rendered(in: source))
  }

  @Test("a printed script is read as the same tree", arguments: 0..<40 as Range<UInt64>)
  func aPrintedScriptIsReadAsTheSameTree(block: UInt64) {
    for seed in (block * 25)..<(block * 25 + 25) {
      var generator = ScriptGenerator(seed: seed)
      let script = generator.script()
      let text = Printer.print(script)
      let again = parsed(text)
      #expect(again.mistakes == "", "seed \(seed):\n\(text)")
      #expect(again.script.dump == script.dump, "seed \(seed):\n\(text)")
      #expect(Printer.print(again.script) == text, "seed \(seed)")
    }
  }

  @Test("a script in regular form is printed without a change")
  func aScriptInRegularFormIsPrintedWithoutAChange() {
    let text = #"""
      title "a \(b) \"c\""
      frame 10ms
      let first, second = Deferred { response }.map { $0 + 1 }.share()
      let sum = a.scan(0, +).sink(demand: 3)
      a, b: --a-|
      where a = 1, # = "boom"
      at 3 on T1 {
        let seen = cart.value
        if seen.isEmpty, let x = y {
          cart.accept(seen + [1])
        } else {
          return
        }
      }
      thread T2 from 2 {
        for i in 0..<3 {
          a.send(i * (2 + i))
        }
      }
      expect a.events == [(3, "a"), (7, .finished)]
      expect a: --a

      """#
    #expect(Printer.print(parsed(text).script) == text)
  }

  @Test("superfluous parentheses are removed, necessary ones are kept")
  func superfluousParenthesesAreRemovedNecessaryOnesAreKept() {
    let text = "let a = ((1 + (2 * 3)) - (4 - 5)) * (-(6)) + ((b ? c : d))"
    #expect(
      Printer.print(parsed(text).script)
        == "let a = (1 + 2 * 3 - (4 - 5)) * -(6) + (b ? c : d)\n")
  }
}
