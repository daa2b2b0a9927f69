import Testing

@testable import MarblesScript

@Suite struct RunawayTests {
  @Test("a sink that sends to its own subject ends with an error, not with a crash")
  func aSinkThatSendsToItsOwnSubjectEndsWithAnErrorNotWithACrash() {
    let text = mistakes(
      """
      let numbers = PassthroughSubject()
      let sink = numbers.sink { numbers.send($0 + 1) }
      numbers: -1
      """)
    #expect(
      text.hasPrefix(
        "t:2:27: error: 500 deliveries are inside one another, without end: "
          + "numbers → sink → numbers\n"))
  }

  @Test("two relays that feed each other end with an error")
  func twoRelaysThatFeedEachOtherEndWithAnError() {
    let text = mistakes(
      """
      let ping = PublishRelay()
      let pong = PublishRelay()
      ping.map { $0 + 1 }.bind(to: pong)
      pong.map { $0 + 1 }.bind(to: ping)
      ping: -1
      """)
    #expect(
      text.contains(
        "error: 500 deliveries are inside one another, without end: "
          + "ping → binding → pong → binding → ping\n"))
  }

  @Test("an endless timer ends with an error that names it")
  func anEndlessTimerEndsWithAnErrorThatNamesIt() {
    let text = mistakes(
      """
      let ticks = Timer.publish(every: 3).autoconnect()
      let clock = ticks.sink()
      """)
    #expect(text.contains("t:1:1: error: 'ticks' keeps the run busy without end"))
    #expect(text.contains("write 'until 40' to end there, or cancel it"))
  }

  @Test("an endless run without time has no hint to end earlier", arguments: ["", "until 40\n"])
  func anEndlessRunWithoutTimeHasNoHintToEndEarlier(setting: String) {
    let text = mistakes(setting + "let s = Timer.publish(every: 0).autoconnect().sink()")
    #expect(text.contains("error: 's' keeps the run busy without end"))
    #expect(
      text.contains("let more time pass between them (a period of 0 lets none pass), or cancel it"))
    #expect(!text.contains("write 'until 40'"))
  }

  @Test(
    "an unhandled error is reported where it is thrown",
    arguments: [
      ("at 1 { throw \"x\" }", "1:8"), ("var f = { throw \"x\" }\nat 1 { f() }", "1:11"),
      ("dialect rxswift\nlet a = Observable.create { o in throw \"x\" }.subscribe()", "2:34"),
    ])
  func anUnhandledErrorIsReportedWhereItIsThrown(script: String, place: String) {
    #expect(mistakes(script).hasPrefix("t:\(place): error: this fails: x\n"))
  }

  @Test("an endless timer with 'until' is no error")
  func anEndlessTimerWithUntilIsNoError() {
    #expect(
      failures(
        """
        until 10
        let clock = Timer.publish(every: 3).autoconnect().sink()
        expect clock.times == [3, 6, 9]
        """) == [])
  }

  @Test("a closure with a result of the wrong type is reported at its own place")
  func aClosureWithAResultOfTheWrongTypeIsReportedAtItsOwnPlace() {
    let text = mistakes(
      """
      let numbers = PassthroughSubject()
      let inner = numbers.flatMap { n in
        n + 1
      }.sink()
      numbers: -1
      """)
    #expect(
      text.contains("t:2:29: error: this closure must return a publisher, not an integer"),
      "\(text)")
    let filter = mistakes(
      """
      let numbers = PassthroughSubject()
      let odd = numbers.filter { $0 % 2 }.sink()
      numbers: -1
      """)
    #expect(
      filter.contains("t:2:26: error: this closure must return true or false, not an integer"),
      "\(filter)")
  }

  @Test("a function that calls itself without an end is an error")
  func aFunctionThatCallsItselfWithoutAnEndIsAnError() {
    let text = mistakes(
      """
      var again = { 0 }
      let numbers = PassthroughSubject()
      let sink = numbers.sink { again($0) }
      at 0 { again = { again($0) } }
      numbers: -1
      """)
    #expect(text.contains("error: this calls itself without end"))
  }

  @Test("a loop that never ends is an error")
  func aLoopThatNeverEndsIsAnError() {
    #expect(
      mistakes("at 0 { for n in 0...1_000_000_000_000 { let x = n } }", work: 40_000)
        .contains("this computes without end"))
  }

  @Test(
    "an expression that cannot be computed is an error at its place",
    arguments: [
      ("10 / $0", "this divides by zero"),
      ("10 % $0", "this divides by zero"),
      ("9223372036854775807 + 1 + $0", "the result is larger than an integer can be"),
      ("[1, 2][$0 + 5]", "5 is out of range: there are 2 elements"),
      ("$0 + \"a\"", "'+' cannot join an integer and a string"),
      ("$0.count", "an integer has no 'count'"),
      ("!$0", "this must be true or false, not an integer"),
      ("(3...$0).count", "a range cannot end before it begins"),
      ("nil! + $0", "this is nil"),
    ])
  func anExpressionThatCannotBeComputedIsAnErrorAtItsPlace(_ expression: String, _ message: String)
  {
    let text = mistakes(
      """
      let numbers = PassthroughSubject()
      let sink = numbers.map { \(expression) }.sink()
      numbers: -0
      """)
    #expect(text.contains("error: \(message)"))
    #expect(text.hasPrefix("t:2:"))
  }
}
