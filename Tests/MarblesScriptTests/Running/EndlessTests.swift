import Testing

@testable import MarblesScript

/// Each construct that can be repeated, repeated without an end: the run ends with an error at the
/// place of the construct, after a number of steps and not after a time.
@Suite("Scripts without an end") struct EndlessTests {
  /// Runs a script in which `▼` marks the place of the first error, and `HUGE` is the largest
  /// integer.
  private func expect(
    _ marked: String, _ message: String, _ work: Int = Budget.largestWork,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let whole = marked.replacing("HUGE", with: String(Int.max))
    let before = whole.prefix { $0 != "▼" }.split(separator: "\n", omittingEmptySubsequences: false)
    let script = whole.replacing("▼", with: "")
    let place = "\(before.count):\((before.last?.count ?? 0) + 1)"
    let said = mistakes(script, work: work).split(separator: "\n").first ?? ""
    #expect(said == "t:\(place): error: \(message)", sourceLocation: sourceLocation)
  }

  /// A small part of the steps that a run may take.
  private let small = Budget.largestWork / 50
  private let computes = "this computes without end"
  private let delivers = "this delivers without end"
  private let subscribes = "this subscribes without end"
  private let tooLong = "this is longer than a million elements"

  @Test(
    "an endless source that delivers at once is stopped at its place",
    arguments: [
      "let a = (▼1...HUGE).publisher.ignoreOutput().sink()",
      "let a = ▼[1].publisher.append(1...HUGE).ignoreOutput().sink()",
      "let a = ▼Just(1).prepend(1...HUGE).filter { _ in false }.sink()",
      "dialect rxswift\nlet a = ▼Observable.range(start: 0, count: HUGE).ignoreElements().subscribe()",
      "let a = ▼Observable.range(start: 0, count: HUGE).ignoreOutput().sink()",
      "let a = (▼1...2).publisher.flatMap { _ in (1...HUGE).publisher.last() }.sink()",
    ])
  func anEndlessSourceThatDeliversAtOnceIsStoppedAtItsPlace(script: String) {
    expect(script, delivers, small)
  }

  @Test(
    "an endless sequence of subscriptions is stopped",
    arguments: [
      "let a = ▼Fail(\"x\").retry(HUGE).sink()",
      "dialect rxswift\nlet a = ▼Observable.error(1).retry().subscribe()",
    ])
  func anEndlessSequenceOfSubscriptionsIsStopped(script: String) {
    expect(script, subscribes, small)
  }

  @Test(
    "a method that visits elements takes steps, with a closure or without",
    arguments: [
      "reduce(0) { a, b in 0 }", "contains(0)", "firstIndex(of: 0)", "allSatisfy { $0 > 0 }",
      "first { $0 < 0 }", "forEach { _ in 1 }", "filter { $0 < 0 }", "compactMap { _ in nil }",
      "map { $0 }", "prefix(HUGE)", "suffix(2)", "sorted()", "min()", "reversed()", "max()",
      "dropFirst(1)", "enumerated()",
    ])
  func aMethodThatVisitsElementsTakesStepsWithAClosureOrWithout(method: String) {
    expect("let a = Just(1).map { _ in (▼1...HUGE).\(method) }.sink()", computes, small)
  }

  @Test(
    "a value that doubles is refused before it is large",
    arguments: [
      "let a = (1...99).publisher.scan([1]) { s, _ in ▼[s, s] }.sink()",
      "let a = (1...99).publisher.scan(\"x\") { s, _ in ▼s + s }.sink()",
      "let a = (1...99).publisher.scan(\"x\") { s, _ in ▼\"\\(s)\\(s)\" }.sink()",
      "let a = (1...99).publisher.scan(1) { s, _ in ▼(s, s) }.last().sink()",
      "let a = (1...99).publisher.scan(1) { s, _ in ▼.pair(s, s) }.last().sink()",
      "struct P { var a: Any = 1; var b: Any = 1 }\nvar s = P()\nat 1 { for i in 1...60 { s = ▼P(a: s, b: s) } }",
      "struct P { var a: Any = 1; var b: Any = 1 }\nvar s = P()\nat 1 { for i in 1...60 { let t = s; s.a = t; s.▼b = t } }",
      "var a = [1]\nat 0 { for i in 1...99 { ▼a.append(a) } }",
      "var a = [1, 2]\nat 0 { for i in 1...99 { a[1] = ▼a + a } }",
      "var a = [1]\nat 0 { for i in 1...99 { ▼a += a } }",
    ])
  func aValueThatDoublesIsRefusedBeforeItIsLarge(script: String) { expect(script, tooLong) }

  @Test("pairs of pairs of a shared stream are refused at the operator that makes them")
  func pairsOfPairsOfASharedStreamAreRefusedAtTheOperatorThatMakesThem() {
    let pairs = (1...30).map { number in
      let mark = number == 19 ? "▼" : ""
      return "let p\(number) = \(mark)p\(number - 1).zip(p\(number - 1)).makeConnectable()"
    }
    let starts = (0...30).reversed().map { "p\($0): ^" }
    let all = ["let p0 = Just(1).makeConnectable()"] + pairs + ["let a = p30.sink()"] + starts
    expect(all.joined(separator: "\n"), tooLong)
  }

  @Test("a value that is nested too deeply is refused")
  func aValueThatIsNestedTooDeeplyIsRefused() {
    expect(
      "let a = (1...9999).publisher.scan([1]) { s, _ in ▼[s] }.sink()",
      "this is nested more than 500 levels deep")
  }

  @Test("a pipeline that leads back to itself is stopped")
  func aPipelineThatLeadsBackToItselfIsStopped() {
    let frame = "\nat 1 { let s = p.sink() }"
    let back = "this leads back to itself without end"
    expect("var p = Just(1)\nat 0 { p = ▼Deferred { p } }" + frame, back)
    expect("var p = Just(1)\nat 0 { p = ▼Just(2).flatMap { _ in p } }" + frame, back)
    expect("var p = Just(1)\nat 0 { p = ▼Just(2).append(Deferred { p }) }" + frame, delivers, small)
  }

  @Test(
    "a pipeline that grows in a loop is refused", arguments: ["map { $0 }", "share()", "delay(1)"])
  func aPipelineThatGrowsInALoopIsRefused(call: String) {
    expect(
      "dialect rxswift\nvar p = Just(1)\nat 0 { for _ in 1...9999 { p = ▼p.\(call) } }",
      "this pipeline has more than 1000 operators")
  }

  @Test(
    "a thread that never ends is stopped, whatever it does",
    arguments: ["x = x + 1", "let y = i", "let s = Just(1)"])
  func aThreadThatNeverEndsIsStoppedWhateverItDoes(body: String) {
    expect("var x = 0\nthread T { for i in ▼1...HUGE { \(body) } }", computes, small)
  }

  @Test("a loop that makes too many lanes or events is stopped at its place")
  func aLoopThatMakesTooManyLanesOrEventsIsStoppedAtItsPlace() {
    expect(
      "at 0 { for i in ▼1...99999 { let s = Just(i).sink() } }",
      "this creates more than 20000 lanes")
    // Thirty subscribers, so that few turns of the loop are enough.
    let names = (1...30).map { "a\($0)" }.joined(separator: ", ")
    expect(
      "let s = PassthroughSubject()\nlet \(names) = s.sink()\nat 0 { for i in ▼1...HUGE { s.send(i) } }",
      "more than 300000 events happen")
  }

  @Test("an expectation that computes without an end is reported once")
  func anExpectationThatComputesWithoutAnEndIsReportedOnce() {
    let script = "let a = Just(1).sink()\nexpect (▼1...HUGE).contains(0)\nexpect a.values == [1]"
    expect(script, computes, small)
    let plain = script.replacing("▼", with: "").replacing("HUGE", with: String(Int.max))
    #expect(mistakes(plain, work: small).matches(of: /error:/).count == 1)
  }

  @Test("an error stops the run, also that of an endless source")
  func anErrorStopsTheRunAlsoThatOfAnEndlessSource() {
    expect(
      "let a = (0...HUGE).publisher.map { ▼1 / $0 }.sink()", "this divides by zero")
  }

  @Test("a deep recursion through long expressions ends with an error, not with a crash")
  func aDeepRecursionThroughLongExpressionsEndsWithAnErrorNotWithACrash() {
    let long =
      String(repeating: "1 + (", count: 60) + "f($0)" + String(repeating: ")", count: 60)
    let said = mistakes("var f = { $0 }\nat 0 { f = { \(long) } }\nat 1 { let x = f(1) }")
    #expect(
      said.split(separator: "\n").first?
        .hasSuffix("error: this calls itself without end") == true)
  }

  @Test("an exploration of many orders of long threads ends, and reports that it is not complete")
  func anExplorationOfManyOrdersOfLongThreadsEndsAndReportsThatItIsNotComplete() {
    let simulation = Simulation(
      script: """
        let r = BehaviorRelay(value: 0)
        thread A { for i in 1...8 { r.accept(r.value + 1) } }
        thread B { for i in 1...8 { r.accept(r.value + 1) } }
        """, file: "t")
    let exploration = simulation.explore(work: Budget.largestWork / 16)
    #expect(!exploration.isComplete)
    #expect(exploration.runs > 10)
  }

  @Test("a comparison stops at the first dialect in which the script does not end")
  func aComparisonStopsAtTheFirstDialectInWhichTheScriptDoesNotEnd() {
    let simulation = Simulation(
      script: """
        compare combine, rxswift, rxjs
        let f = { x in Just(x).delay(for: 1).flatMap { f($0) } }
        let a = f(1).sink()
        """, file: "t")
    let outcome = simulation.run(work: 2_000)
    #expect(outcome.reachedLimit)
    #expect(outcome.comparison == nil)
    #expect(outcome.diagnostics.count == 1)
  }

  @Test("an exploration stops at the first run that does not end, and reports its error")
  func anExplorationStopsAtTheFirstRunThatDoesNotEndAndReportsItsError() throws {
    let simulation = Simulation(
      script: """
        let r = BehaviorRelay(value: 0)
        let f = { x in Just(x).delay(for: 1).flatMap { f($0) } }
        let a = f(1).sink()
        thread A { r.accept(1); r.accept(2) }
        thread B { r.accept(3); r.accept(4) }
        """, file: "t")
    let exploration = simulation.explore(work: 100_000, workOfRun: 2_000)
    #expect(exploration.reachedLimit)
    #expect(exploration.runs == 1)
    #expect(!exploration.isComplete)
    let outcome = try #require(exploration.worst)
    #expect(outcome.diagnostics.containsError)
  }
}
