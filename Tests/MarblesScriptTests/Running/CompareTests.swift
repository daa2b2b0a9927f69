import Marbles
import Testing

@testable import MarblesScript

@Suite("Comparisons") struct CompareTests {
  private func outcome(_ script: String) -> Outcome {
    Simulation(script: script, file: "t").run()
  }

  @Test("compare dialects draws share() after the end, which restarts in RxSwift only")
  func compareDialectsDrawsShareAfterTheEndWhichRestartsInRxSwiftOnly() {
    let outcome = outcome(
      """
      title "share() after the end"
      compare rxswift, combine
      let shared = cold("-x|").share()
      let A, B = shared.sink()
      A: ^
      B: ---^
      expect B.values == []
      """)
    // The script itself is Combine's.
    #expect(outcome.isAsExpected)
    #expect(
      ASCIIFormat().render(outcome.diagram()) == """
        share() after the end
        they differ from 3 on

        virtual time    0     1     2     3     4     5

        RxSwift  2 upstream subscriptions, 2 subscribers
        cold("-x|") #1  ^-----x-----|
        cold("-x|") #2  .     .     .     ^-----x-----|
        shared          1=====v=====|     1=====v=====|
        A               ^-----x-----|
        B               .     .     .     ^-----x-----|    1 missed

        Combine  1 upstream subscription, 2 subscribers
        cold("-x|")     ^-----x-----|
        shared          1=====v=====|
        A               ^-----x-----|
        B               .     .     .     (^|)             1 missed
        difference                        X

        X first difference, at 3: B finished in Combine, not in RxSwift

        legend      ^ subscribe   | finished   v passes through   1 2 .. subscriber count
                    ( ) same instant, in order   . not subscribed yet   = connected

        """)
  }

  @Test("compare with a row draws the expected row above the recorded one, and never fails")
  func compareWithARowDrawsTheExpectedRowAboveTheRecordedOneAndNeverFails() {
    let outcome = outcome(
      """
      title "not as hoped for"
      let typing = PassthroughSubject()
      let late = typing.delay(for: 1).sink()
      typing: ab-c|
      where a = "car", b = "cart", c = "carton"
      compare late: -abc-|
      """)
    #expect(outcome.isAsExpected)
    #expect(outcome.expectations == 0)
    let onlyThis = outcome.diagram(options: LayoutOptions(lanes: ["late"]))
    #expect(onlyThis.rows.map(\.name) == ["expected", "recorded"])
    #expect(
      ASCIIFormat().render(outcome.diagram()) == """
        not as hoped for
        3 of 4 events agree; expected over recorded

        virtual time  0       1       2       3       4       5
        expected      ^-------car-----cart----carton----------|
        recorded      ^-------car-----cart----?-------carton--|
        difference                            X

        X first difference, at 3: expected “carton”, recorded nothing; it came at 4, 1 late

        captions    recorded at 4: carton 1 late
        legend      ^ subscribe   | finished   ? missing

        """)
  }

  @Test("a dialect that is given as an option is the only one drawn")
  func aDialectThatIsGivenAsAnOptionIsTheOnlyOneDrawn() {
    let script = """
      compare rxswift, combine
      let A = Just(1).sink()
      """
    let options = Simulation.Options(dialect: "combine")
    #expect(Simulation(script: script, file: "t", options: options).run().comparison == nil)
  }

  @Test("compare can be a name, and errors in a comparison are reported")
  func compareCanBeANameAndErrorsInAComparisonAreReported() {
    #expect(
      mistakes("let compare = PassthroughSubject()\nlet A = compare.sink()\ncompare: -a-|") == "")
    #expect(
      mistakes("compare combin, rxswift") == """
        t:1:9: error: 'combin' is not a dialect
         1 | compare combin, rxswift
           |         ^~~~~~ did you mean 'combine'?

        """)
    #expect(mistakes("compare rxjs").contains("'compare' takes two dialects or more, or a row"))
    #expect(mistakes("compare").contains("dialects or a row"))
    #expect(
      mistakes("let a = Just(1).sink()\ncompare a: -1|\ncompare a: 1|").contains("compare"))
    #expect(mistakes("compare other: -1|").contains("'other' is not declared"))
  }
}
