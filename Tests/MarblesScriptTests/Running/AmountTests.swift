import Testing

@testable import MarblesScript

/// Invalid counts, sizes, durations and times.
@Suite("Amounts") struct AmountTests {
  private func first(_ script: String) -> String {
    String(mistakes(script).split(separator: "\n").first ?? "")
  }

  /// The script without the mark of its error, and the place of the mark.
  private func marked(_ text: String) -> (script: String, place: String) {
    let before = text.prefix { $0 != "▼" }.split(separator: "\n", omittingEmptySubsequences: false)
    let place = "t:\(before.count):\((before.last?.count ?? 0) + 1)"
    return (text.replacing("▼", with: ""), place)
  }

  @Test(
    "a negative amount is reported at its place, in each word and operator that takes one",
    arguments: [
      "Timer.publish(every: ▼-1).autoconnect().sink()", "ReplaySubject(capacity: ▼-1).sink()",
      "ReplaySubject.create(bufferSize: ▼-1).sink()", "ReplayRelay.create(bufferSize: ▼-1).sink()",
      "ReplaySubject(▼-1).sink()", "ResponseCache(timeToLive: ▼-1) { Just(1) }",
      "Just(1).receive(on: Queue(every: ▼-1)).sink()", "Just(1).delay(for: ▼-1).sink()",
      "Just(1).debounce(for: ▼-1).sink()", "Just(1).timeout(▼-1).sink()",
      "Just(1).throttle(for: ▼-1, latest: true).sink()", "Just(1).prefix(▼-1).sink()",
      "Just(1).dropFirst(▼-1).sink()", "Just(1).collect(▼-1).sink()", "Just(1).retry(▼-1).sink()",
      "Just(1).output(at: ▼-1).sink()", "Just(1).shareReplay(▼-1).sink()",
      "Just(1).buffer(size: ▼-1, whenFull: .dropOldest).sink()",
      "Observable.interval(▼-1).sink()", "Observable.timer(▼-1).sink()",
      "Observable.timer(1, period: ▼-1).sink()", "Observable.range(start: -3, count: ▼-1).sink()",
      "Just(1).take(▼-1).sink()", "Just(1).skip(▼-1).sink()", "Just(1).takeLast(▼-1).sink()",
      "Just(1).share(replay: ▼-1, scope: .forever).sink()", "Just(1).element(at: ▼-1).sink()",
      "Just([1]).map { $0.prefix(▼-1) }.sink()", "Just(\"a\").map { $0.dropLast(▼-1) }.sink()",
    ])
  func aNegativeAmountIsReportedAtItsPlaceInEachWordAndOperatorThatTakesOne(end: String) {
    let (script, place) = marked("let a = " + end)
    #expect(first(script) == "\(place): error: -1 is negative; it must be 0 or more")
  }

  @Test("a negative demand is reported at its place")
  func aNegativeDemandIsReportedAtItsPlace() {
    let negative = "error: .max(-1) is negative; it must be 0 or more"
    #expect(first("let a = Just(1).sink(demand: .max(-1))") == "t:1:30: \(negative)")
    #expect(
      first("let a = Just(1).flatMap(maxPublishers: .max(-1)) { Just($0) }.sink()")
        == "t:1:40: \(negative)")
  }

  @Test(
    "a time before the start is reported",
    arguments: ["at ▼-1 { }", "until ▼-1", "thread T from ▼-1 { }"])
  func aTimeBeforeTheStartIsReported(statement: String) {
    let (script, place) = marked(statement + "\nlet a = Just(1).sink()")
    #expect(first(script) == "\(place): error: -1 is before the start; time begins at 0")
  }

  @Test(
    "a duration beyond virtual time is reported, wherever it comes from",
    arguments: [
      "let a = Just(1).delay(for: ▼9223372036854775807).sink()",
      "let a = Just(1).delay(for: ▼1e300).sink()",
      "let a = Just(1).delay(for: ▼.seconds(9223372036854775807)).sink()",
      "until ▼9223372036854775807\nlet a = Just(1).sink()",
      "let a = Just(1).map { ▼5ms * 9223372036854775807 }.sink()",
      "frame 9000000000s\nlet a = Just(1).delay(for: ▼3).sink()",
    ])
  func aDurationBeyondVirtualTimeIsReportedWhereverItComesFrom(text: String) {
    let (script, place) = marked(text)
    #expect(
      first(script) == "\(place): error: this is longer than virtual time, which lasts 292 years")
  }

  @Test("a run that reaches the end of virtual time reports it")
  func aRunThatReachesTheEndOfVirtualTimeReportsIt() {
    let said = first("let a = Just(1).delay(for: 9000000000s).delay(for: 9000000000s).sink()")
    #expect(said == "t:1:1: error: the run reaches the end of virtual time, after 292 years")
  }

  @Test("a repeating timer without a duration is reported")
  func aRepeatingTimerWithoutADurationIsReported() {
    let said = mistakes(
      "dialect rxswift\nlet a = Observable.never().buffer(timeSpan: 0, count: 1).subscribe()")
    #expect(said.contains("'a' keeps the run busy without end: more than 50000 jobs at one time"))
    #expect(said.contains("let time pass between them, or cancel it"))
  }

  @Test("an expectation of the wrong type is an error, not a failure, and is reported once")
  func anExpectationOfTheWrongTypeIsAnErrorNotAFailureAndIsReportedOnce() {
    let takes = "error: this must be true or false, not"
    for (condition, kind) in [("3", "an integer"), ("\"x\"", "a string"), ("nil", "nil")] {
      #expect(first("let a = Just(1).sink()\nexpect \(condition)") == "t:2:8: \(takes) \(kind)")
    }
    let simulation = Simulation(
      script: "let a = Just(1).sink()\nexpect a.values[5] == 1", file: "t")
    let outcome = simulation.run()
    #expect(outcome.failures.isEmpty)
    #expect(outcome.diagnostics.map(\.text) == ["5 is out of range: there is 1 element"])
    #expect(
      first("let a = Just(1).sink()\nexpect stops 3")
        == "t:2:14: error: 'expect stops' takes a part of the message")
  }

  @Test("assign(to:on:) sets a current value, and other targets are reported with what to write")
  func assignToOnSetsACurrentValueAndOtherTargetsAreReportedWithWhatToWrite() {
    #expect(
      failures(
        """
        let label = CurrentValueSubject("")
        let texts = PassthroughSubject()
        texts.assign(to: \\.value, on: label)
        texts: -a-b
        expect label.value == "b"
        """) == [])
    let said = mistakes(
      "let label = CurrentValueSubject(1)\nJust(1).assign(to: \\.title, on: label)")
    #expect(said.contains("t:2:20: error: only the property 'value' can be assigned to"))
  }

  @Test("errors in a row of a hundred thousand characters have the right places")
  func errorsInARowOfAHundredThousandCharactersHaveTheRightPlaces() {
    let row = String(repeating: "a-", count: 50_000)
    let said = first("let s = BehaviorRelay(value: 0)\ns: \(row)|")
    #expect(said == "t:2:100004: error: 's' is a relay and cannot complete")
  }

  @Test("of thousands of misspelled names the first hundred have a suggestion")
  func ofThousandsOfMisspelledNamesTheFirstHundredHaveASuggestion() {
    let lines = (0..<300).map { "let value\($0) = valeu\($0)" }
    let found = Simulation(script: lines.joined(separator: "\n"), file: "t").diagnostics
    #expect(found.count == 300)
    #expect(found.count { $0.hint != nil } == 100)
  }
}
