import Testing

@testable import MarblesScript

@Suite struct ExpectationTests {
  @Test("a failed row has the first difference and both sides")
  func aFailedRowHasTheFirstDifferenceAndBothSides() {
    let simulation = Simulation(
      script: """
        let numbers = PassthroughSubject()
        let sink = numbers.map { $0 + 1 }.sink()
        numbers: 5-1-0|
        expect sink: 6-2-3|
        """, file: "t")
    let failure = simulation.run().failures.first
    #expect(failure?.text == "'sink' is not as expected: at 4 expected '3', recorded '1'")
    #expect(failure?.comparison?.expected.count == 4)
    #expect(
      failure?.comparison?.recorded.map(\.time.nanoseconds) == [0, 2_000_000, 4_000_000, 5_000_000])
  }

  @Test(
    "missing, surplus, late and early elements are distinguished",
    arguments: [
      ("a-b", "at 4 expected nothing, recorded 'c'"),
      ("a-b-c-d", "at 6 expected 'd', recorded nothing"),
      ("a-b---c", "expected 'c' at 6, recorded it at 4"),
      ("a-c", "at 2 expected 'c', recorded 'b'"),
      ("a-b-c|", "at 5 expected the end, recorded nothing"),
    ])
  func missingSurplusLateAndEarlyElementsAreDistinguished(_ row: String, _ text: String) {
    let script = """
      let letters = PassthroughSubject()
      let sink = letters.sink()
      letters: a-b-c
      expect sink: \(row)
      """
    #expect(failures(script) == ["'sink' is not as expected: \(text)"])
  }

  @Test("a failed condition has both sides")
  func aFailedConditionHasBothSides() {
    #expect(
      failures(
        """
        let letters = PassthroughSubject()
        let sink = letters.sink()
        letters: a-b|
        expect sink.values == ["a"]
        expect sink.values.count > 2
        expect sink.completion == .finished
        """) == [
          "expected sink.values to be [\"a\"], recorded [\"a\", \"b\"]",
          "expected sink.values.count > 2, recorded 2",
        ])
  }

  @Test("a list that is compared with a number is reported as a number")
  func aListThatIsComparedWithANumberIsReportedAsANumber() {
    #expect(
      failures(
        """
        let letters = PassthroughSubject()
        let shared = letters.share()
        let early, late = shared.sink()
        letters: a-b
        late: -^
        expect late.missed == 2
        expect late.missed == []
        """) == [
          "expected late.missed to be 2, recorded 1",
          "expected late.missed to be [], recorded [\"a\"]",
        ])
  }

  @Test("every attribute of a name can be expected")
  func everyAttributeOfANameCanBeExpected() {
    #expect(
      failures(
        """
        let source = PassthroughSubject()
        let work = Deferred { source }
        let shared = work.shareReplay(2)
        let early, late = shared.sink()
        source: -a-b-c-#
        early:  ^----!
        late:   ----^
        where # = "lost"
        expect early.values == ["a", "b"]
        expect early.times == [1, 3]
        expect early.completion == nil
        expect early.cancellations == 1
        expect late.completion == .failure("lost")
        expect late.events == [(4, "a"), (4, "b"), (5, "c"), (7, .failure("lost"))]
        expect late.replayed == ["a", "b"]
        expect late.missed == []
        expect late.subscribers == 0
        expect work.subscriptions == 1
        expect work.cancellations == 0
        expect shared.connections == 1
        expect shared.subscriptions == 2
        expect shared.held == ["b", "c"]
        expect shared.maxHeld == 2
        expect source.values == ["a", "b", "c"]
        """) == [])
  }

  @Test("a binding's error stops a debug build, as expected, and is a warning in a release build")
  func aBindingsErrorStopsADebugBuildAsExpectedAndIsAWarningInAReleaseBuild() {
    let script = """
      let name = BehaviorRelay(value: "")
      let api = PassthroughSubject()
      api.bind(to: name)
      api: -a-#-b
      where # = "boom"
      """
    #expect(failures(script + "\nexpect stops \"Binding error to behavior relay: boom\"") == [])
    #expect(
      failures("build release\n" + script + "\nexpect warning \"Binding error\"") == [])
    #expect(
      failures(script + "\nexpect name.value == \"a\"") == [
        "the run stops: Binding error to behavior relay: boom"
      ])
    #expect(failures(script + "\nexpect stops \"other\"").count == 1)
  }

  @Test("expectations of names that the run did not reach are reported once, as not checked")
  func expectationsOfNamesThatTheRunDidNotReachAreReportedOnceAsNotChecked() {
    #expect(
      failures(
        """
        let letters = PassthroughSubject()
        let early = letters.sink()
        let wrong = [1][3]
        let late = letters.sink()
        letters: a
        expect early.values == []
        expect late.values == ["a"]
        expect early.subscriptions + late.subscriptions == 2
        expect late: a
        """) == [
          "3 is out of range: there is 1 element",
          "not checked, like 2 more expectations: the run ended before 'late' was declared",
        ])
  }

  @Test("the first of several expectations that are not checked is the place of the report")
  func theFirstOfSeveralExpectationsThatAreNotCheckedIsThePlaceOfTheReport() {
    let simulation = Simulation(
      script: """
        let letters = PassthroughSubject()
        at 5 on phone { let late = letters.sink() }
        letters: a
        until 3
        expect late.values == []
        expect late: a
        """, file: "t")
    let report = simulation.run().failures.map(\.diagnostic).rendered(in: simulation.source)
    #expect(report.hasPrefix("t:5:8: "), "\(report)")
  }

  @Test("an expectation of a name in a block that is not reached is reported as not checked")
  func anExpectationOfANameInABlockThatIsNotReachedIsReportedAsNotChecked() {
    #expect(
      failures(
        """
        let letters = PassthroughSubject()
        at 5 on phone { let late = letters.sink() }
        letters: a
        until 3
        expect late.values == []
        """) == ["not checked: the run ended before 'late' was declared"])
  }
}
