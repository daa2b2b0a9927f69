import Testing

@Suite struct CheckerTests {
  @Test("a misspelt operator is found with the nearest name")
  func operatorName() {
    #expect(
      mistakes(
        """
        let response = PassthroughSubject()
        let shared = response.sharereplay(1)
        """)
          == """
          t:2:23: error: no operator is called 'sharereplay'
           2 | let shared = response.sharereplay(1)
             |                       ^~~~~~~~~~~ did you mean 'shareReplay'?

          """)
  }

  @Test("every mistake of a file is found at once")
  func allAtOnce() {
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
          t:1:16: error: nothing is called 'PassthroughSubjct'
           1 | let response = PassthroughSubjct()
             |                ^~~~~~~~~~~~~~~~~ did you mean 'PassthroughSubject'?
          t:3:24: error: 'prefix' takes an integer here, not a string
           3 | let a = numbers.prefix("x").debounce(four: 3)
             |                        ^~~
          t:3:38: error: 'debounce' has no argument 'four:'
           3 | let a = numbers.prefix("x").debounce(four: 3)
             |                                      ^~~~~~~ did you mean 'for:'?
          t:4:1: error: nothing is called 'respons'
           4 | respons: --a
             | ^~~~~~~ did you mean 'response'?
          t:6:14: error: 'a' has a meaning already
           6 | where a = 1, a = 2
             |              ^ remove one of them

          """)
  }

  @Test("what is a mark in rows can have no other meaning")
  func marks() {
    let text = mistakes("where - = 3, ( = 3, | = 4, # = \"lost\", + = 1, a = 2")
    #expect(text.matches(of: /error:/).count == 3)
    for (column, mark) in [(7, "-"), (14, "("), (21, "|")] {
      #expect(text.contains("t:1:\(column): error: '\(mark)' is a mark in rows already\n"))
    }
    let others = mistakes("grammar asyncalgorithms\nwhere ( = 3, [ = 4")
    #expect(others.hasPrefix("t:2:14: error: '[' is a mark in rows already\n"))
  }

  @Test("a relay can neither finish nor fail, and the row says where it does")
  func relays() {
    #expect(
      mistakes(
        """
        let relay = PublishRelay()
        let other = PublishRelay()
        relay: -a-|
        other: -a-#
        """)
          == """
          t:3:11: error: 'relay' is a relay: it cannot finish
           3 | relay: -a-|
             |           ^ remove '|'
          t:4:11: error: 'other' is a relay: it cannot fail
           4 | other: -a-#
             |           ^ remove '#'

          """)
  }

  @Test("a sink's row must subscribe before it cancels, and receives nothing by hand")
  func sinkRows() {
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
          t:4:1: error: the row of 'never' never subscribes
           4 | never: -----
             | ^~~~~ write '^' where it subscribes
          t:5:10: error: 'a' cannot happen here: a row of this kind has '^', '!' and '+n'
           5 | hand:  ^-a--
             |          ^ what it should receive stands behind 'expect'

          """)
  }

  @Test("names are declared before they are used, once each, and constants stay")
  func names() {
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
             |         ^~~~~ move its 'let' up
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

  @Test("settings name what is allowed")
  func settings() {
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
          t:1:9: error: there is no dialect 'rxswfit'
           1 | dialect rxswfit
             |         ^~~~~~~ did you mean 'rxswift'?
          t:2:7: error: a frame must last longer than nothing
           2 | frame 0ms
             |       ^~~ write 'frame 10ms'
          t:3:7: error: there is no build 'fast'
           3 | build fast
             |       ^~~~ write debug, release
          t:5:1: error: a script has one 'title'
           5 | title "two"
             | ^~~~~~~~~~~ remove this one

          """)
  }

  @Test("what is expected must be recorded, and only what can be received")
  func expectations() {
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
          t:5:8: error: 'text' is a string: nothing of it is recorded
           5 | expect text: -a-
             |        ^~~~
          t:6:14: error: '^' is not received by anybody
           6 | expect sink: ^-a
             |              ^ write only values, '|' and '#'

          """)
  }

  @Test("marbles in cold() are read where they stand")
  func coldMarbles() {
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
          t:2:25: error: a value needs the one marble that it stands for as its label
           2 | let more = cold("-ab|", ab: 1)
             |                         ^~ write 'a: …'

          """)
  }

  @Test("strict makes errors of warnings")
  func strict() {
    let script = """
      let numbers = PassthroughSubject()
      numbers: -a-(bc
      """
    #expect(mistakes(script).contains("warning: the group is not closed"))
    #expect(
      mistakes(script, options: .init(isStrict: true)).contains("error: the group is not closed"))
  }

  @Test("what happens at a time stands in a block")
  func effects() {
    #expect(
      mistakes(
        """
        let numbers = PassthroughSubject()
        numbers.send(1)
        """)
          == """
          t:2:9: error: 'send' happens at a time
           2 | numbers.send(1)
             |         ^~~~ write it in a block: 'at 0 { … }'

          """)
  }
}
