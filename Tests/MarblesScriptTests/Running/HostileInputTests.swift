import Testing

@testable import MarblesScript

/// Inputs that once crashed or were not escaped.
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

  @Test("the largest integer is a valid index")
  func theLargestIntegerIsAValidIndex() {
    #expect(said("let a = [1].publisher.output(at: 9223372036854775807).sink()\n") == "")
    #expect(said("let a = [1].publisher.output(in: 0...9223372036854775807).sink()\n") == "")
  }

  @Test("a closure parameter with a too large number is reported")
  func aClosureParameterWithATooLargeNumberIsReported() {
    let message = said("let a = Just(1).map { $9223372036854775807 }.sink()\n")
    #expect(message.hasPrefix("x.txt:1:23: error: "))
  }

  @Test("control characters are made visible in messages")
  func controlCharactersAreMadeVisibleInMessages() {
    let script = """
      expect "\\u{1b}]0;x\\u{7}" == "\\u{202e}"

      """
    let message = said(script)
    #expect(!message.isEmpty)
    #expect(!message.unicodeScalars.contains { [0x1B, 0x07, 0x202E].contains($0.value) })
  }

  @Test("all wrong arguments of a call are reported at once")
  func allWrongArgumentsOfACallAreReportedAtOnce() {
    let message = said(
      """
      let r = PassthroughSubject()
      let q = r.buffer(size: "x", prefetch: .keepful, whenFull: .dropOldest).sink()

      """)
    #expect(message.contains("x.txt:2:18: error: 'buffer' takes an integer here, not a string"))
    #expect(message.contains("x.txt:2:29: error: "))
  }
}
