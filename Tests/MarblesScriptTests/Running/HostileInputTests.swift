import Testing

@testable import MarblesScript

/// Inputs that once crashed, or got through unescaped.
@Suite struct HostileInputTests {
  private func said(_ script: String) -> String {
    let simulation = Simulation(script: script, file: "x.txt")
    guard !simulation.diagnostics.containsError else {
      return simulation.diagnostics.rendered(in: simulation.source)
    }
    let outcome = simulation.run()
    return (outcome.diagnostics + outcome.failures.map(\.diagnostic))
      .rendered(in: simulation.source)
  }

  @Test("the largest index is an index like another")
  func largestIndex() {
    #expect(said("let a = [1].publisher.output(at: 9223372036854775807).sink()\n") == "")
    #expect(said("let a = [1].publisher.output(in: 0...9223372036854775807).sink()\n") == "")
  }

  @Test("a closure has no parameter of such a number")
  func largestShorthand() {
    let message = said("let a = Just(1).map { $9223372036854775807 }.sink()\n")
    #expect(message.hasPrefix("x.txt:1:23: error: "))
  }

  @Test("what a terminal would obey is shown in messages")
  func controls() {
    let script = """
      expect "\\u{1b}]0;x\\u{7}" == "\\u{202e}"

      """
    let message = said(script)
    #expect(!message.isEmpty)
    #expect(!message.unicodeScalars.contains { [0x1B, 0x07, 0x202E].contains($0.value) })
  }

  @Test("every wrong argument of a call is told at once")
  func severalArguments() {
    let message = said(
      """
      let r = PassthroughSubject()
      let q = r.buffer(size: "x", prefetch: .keepful, whenFull: .dropOldest).sink()

      """)
    #expect(message.contains("x.txt:2:18: error: 'buffer' takes an integer here, not a string"))
    #expect(message.contains("x.txt:2:29: error: "))
  }
}
