import Testing

@Suite struct CheckerTests {
  @Test("a misspelled operator is reported with the nearest name")
  func aMisspelledOperatorIsReportedWithTheNearestName() {
    #expect(
      mistakes(
        """
        let response = PassthroughSubject()
        let shared = response.sharereplay(1)
        """)
          == """
          t:2:23: error: 'sharereplay' is not an operator
           2 | let shared = response.sharereplay(1)
             |                       ^~~~~~~~~~~ did you mean 'shareReplay'?

          """)
  }

  @Test("all errors of a file are reported at once")
  func allErrorsOfAFileAreReportedAtOnce() {
    #expect(
      mistakes(
        """
        let response = PassthroughSubjct()
        let numbers = PassthroughSubject()
        let a = numbers.prefix("x").debounce(four: 3)
        respons: --a
        numbers: --a
        where a = 1, a = 2
        """)
          == """
          t:1:16: error: 'PassthroughSubjct' is not declared
           1 | let response = PassthroughSubjct()
             |                ^~~~~~~~~~~~~~~~~ did you mean 'PassthroughSubject'?
          t:3:24: error: 'prefix' takes an integer here, not a string
           3 | let a = numbers.prefix("x").debounce(four: 3)
             |                        ^~~
          t:3:38: error: 'debounce' has no argument 'four:'
           3 | let a = numbers.prefix("x").debounce(four: 3)
             |                                      ^~~~~~~ did you mean 'for:'?
          t:4:1: error: 'respons' is not declared
           4 | respons: --a
             | ^~~~~~~ did you mean 'response'?
          t:6:14: error: 'a' has a value already
           6 | where a = 1, a = 2
             |              ^ remove one of the two

          """)
  }

  @Test("a mark of rows cannot be the key of a value")
  func aMarkOfRowsCannotBeTheKeyOfAValue() {
    let text = mistakes("where - = 3, ( = 3, | = 4, # = \"lost\", + = 1, a = 2")
    #expect(text.matches(of: /error:/).count == 3)
    for (column, mark) in [(7, "-"), (14, "("), (21, "|")] {
      #expect(text.contains("t:1:\(column): error: '\(mark)' is a mark in rows\n"))
    }
    let others = mistakes("grammar asyncalgorithms\nwhere ( = 3, [ = 4")
    #expect(others.hasPrefix("t:2:14: error: '[' is a mark in rows\n"))
  }

  @Test("a row of a relay cannot complete or fail")
  func aRowOfARelayCannotCompleteOrFail() {
    #expect(
      mistakes(
        """
        let relay = PublishRelay()
        let other = PublishRelay()
        relay: -a-|
        other: -a-#
        """)
          == """
          t:3:11: error: 'relay' is a relay and cannot complete
           3 | relay: -a-|
             |           ^ remove '|'
          t:4:11: error: 'other' is a relay and cannot fail
           4 | other: -a-#
             |           ^ remove '#'

          """)
  }

  @Test(
    "a row of a sink can subscribe and cancel in each grammar",
    arguments: ["rxjs", "rxjs6", "rxpy", "asyncalgorithms"])
  func aRowOfASinkCanSubscribeAndCancelInEachGrammar(_ grammar: String) {
    let script = """
      grammar \(grammar)
      let s = PassthroughSubject()
      let a = s.sink()
      s: 1-2-3-4-
      a: --^--!
      expect a.events == [(2, 2), (4, 3)]
      """
    #expect(failures(script) == [])
  }

  @Test("a row of a sink subscribes before it cancels, and contains no values")
  func aRowOfASinkSubscribesBeforeItCancelsAndContainsNoValues() {
    #expect(
      mistakes(
        """
        let numbers = PassthroughSubject()
        let early, never, hand = numbers.sink()
        early: --!--^
        never: -----
        hand:  ^-a--
        """)
          == """
          t:3:10: error: 'early' is cancelled before it subscribes
           3 | early: --!--^
             |          ^ write '^' before '!'
          t:4:1: error: the row of 'never' has no '^'
           4 | never: -----
             | ^~~~~ write '^' where it subscribes
          t:5:10: error: 'a' is not allowed in the row of a subscriber; '^', '!' and '+n' are
           5 | hand:  ^-a--
             |          ^ write expected values after 'expect'

          """)
  }

  @Test("names are declared once and before their use, and constants are not assigned")
  func namesAreDeclaredOnceAndBeforeTheirUseAndConstantsAreNotAssigned() {
    #expect(
      mistakes(
        """
        let a = later.map { $0 }
        let later = PassthroughSubject()
        let later = PassthroughSubject()
        at 3 { later = 4 }
        """)
          == """
          t:1:9: error: 'later' is used before it is declared
           1 | let a = later.map { $0 }
             |         ^~~~~ move its declaration up
          t:3:5: error: 'later' is declared twice
           3 | let later = PassthroughSubject()
             |     ^~~~~ choose another name
          t:2:5: note: it was declared here
           2 | let later = PassthroughSubject()
             |     ^~~~~
          t:4:8: error: 'later' is a constant and cannot be assigned
           4 | at 3 { later = 4 }
             |        ^~~~~ declare it with 'var'

          """)
  }

  @Test("a wrong setting is reported with the allowed values")
  func aWrongSettingIsReportedWithTheAllowedValues() {
    #expect(
      mistakes(
        """
        dialect rxswfit
        frame 0ms
        build fast
        title "one"
        title "two"
        """)
          == """
          t:1:9: error: 'rxswfit' is not a dialect
           1 | dialect rxswfit
             |         ^~~~~~~ did you mean 'rxswift'?
          t:2:7: error: a frame must be longer than zero
           2 | frame 0ms
             |       ^~~ write 'frame 10ms'
          t:3:7: error: 'fast' is not a build
           3 | build fast
             |       ^~~~ write debug, release
          t:5:1: error: 'title' is set twice
           5 | title "two"
             | ^~~~~~~~~~~ remove this one

          """)
  }

  @Test("an expectation is about a recorded name and elements that can be received")
  func anExpectationIsAboutARecordedNameAndElementsThatCanBeReceived() {
    #expect(
      mistakes(
        """
        let numbers = PassthroughSubject()
        let text = "x"
        let sink = numbers.sink()
        expect sink.valus == [1]
        expect text: -a-
        expect sink: ^-a
        """)
          == """
          t:4:13: error: a recording has no 'valus'
           4 | expect sink.valus == [1]
             |             ^~~~~ did you mean 'values'?
          t:5:8: error: 'text' is a string and is not recorded
           5 | expect text: -a-
             |        ^~~~
          t:6:14: error: '^' is not allowed in an expectation
           6 | expect sink: ^-a
             |              ^ write only values, '|' and '#'

          """)
  }

  @Test("errors in the marbles of cold() are reported at their place")
  func errorsInTheMarblesOfColdAreReportedAtTheirPlace() {
    #expect(
      mistakes(
        """
        let work = cold("-a^b|")
        let more = cold("-ab|", ab: 1)
        """)
          == """
          t:1:20: error: '^' is the zero point of a hot string; \
          a cold one begins when it is subscribed
           1 | let work = cold("-a^b|")
             |                    ^
          t:2:25: error: the label of a value is the character of its marble
           2 | let more = cold("-ab|", ab: 1)
             |                         ^~ write 'a: …'

          """)
  }

  @Test("strict turns warnings into errors")
  func strictTurnsWarningsIntoErrors() {
    let script = """
      let numbers = PassthroughSubject()
      numbers: -a-(bc
      """
    #expect(mistakes(script).contains("warning: the group is not closed"))
    #expect(
      mistakes(script, options: .init(isStrict: true)).contains("error: the group is not closed"))
  }
}
