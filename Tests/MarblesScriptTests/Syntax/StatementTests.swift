import Testing

@testable import MarblesScript

@Suite("Statements of a script") struct StatementTests {
  @Test("a script contains settings, names, rows, values and expectations")
  func aScriptContainsSettingsNamesRowsValuesAndExpectations() {
    let dump = parse(
      """
      // examples/share.txt
      title "share(): a late subscriber misses earlier values"

      let response = PassthroughSubject()
      let shared   = Deferred { response }.share()
      let first, second, afterCompletion = shared.sink()

      response:        -p---f-|
      first:           ^
      second:          ---^  // later
      afterCompletion: ----------^

      where p = "partial", f = "final"

      expect first:           -p---f-|
      expect second:          -----f-|
      expect afterCompletion: ----------|
      expect response.subscriptions == 1
      """)
    #expect(
      dump == """
        title "share(): a late subscriber misses earlier values"
        let response = (PassthroughSubject)
        let shared = ((Deferred trailing{response}).share)
        let first,second,afterCompletion = (shared.sink)
        row response <-p---f-|>
        row first <^>
        row second <---^>
        row afterCompletion <----------^>
        where p="partial" f="final"
        expect row first <-p---f-|>
        expect row second <-----f-|>
        expect row afterCompletion <----------|>
        expect (response.subscriptions == 1)
        """)
  }

  @Test("settings have a duration, a number of frames or a word")
  func settingsHaveADurationANumberOfFramesOrAWord() {
    let dump = parse(
      """
      frame 10ms
      until 1.5s
      until 40
      dialect rxswift
      grammar rxpy
      build release
      """)
    #expect(
      dump == """
        frame 10000000ns
        until 1500000000ns
        until 40
        dialect rxswift
        grammar rxpy
        build release
        """)
  }

  @Test("words that begin statements are names before a colon, '=' or a period")
  func wordsThatBeginStatementsAreNamesBeforeAColonOrAPeriod() {
    let dump = parse(
      """
      let title, at = Subject()
      title: --a--|
      at, title: -b
      frame = 5
      until += 1
      build.send(1)
      expect: --a
      expect expect: --a
      """)
    #expect(
      dump == """
        let title,at = (Subject)
        row title <--a--|>
        row at,title <-b>
        frame = 5
        until += 1
        (build.send 1)
        row expect <--a>
        expect row expect <--a>
        """)
  }

  @Test("an at block has a time, an optional lane, and statements")
  func anAtBlockHasATimeAnOptionalLaneAndStatements() {
    let dump = parse(
      """
      at 3 { subject.send(1); cart.accept([2]) }
      at 10ms on T1 {
        let seen = cart.value
        x = 3
      }
      at start + 2 on T2 { }
      """)
    #expect(
      dump == """
        at 3 on - {(subject.send 1); (cart.accept [2])}
        at 10000000ns on T1 {let seen = cart.value; x = 3}
        at (start + 2) on T2 {}
        """)
  }

  @Test("a thread has a name and an optional start")
  func aThreadHasANameAndAnOptionalStart() {
    let dump = parse(
      """
      thread T1 { cart.accept(cart.value + [1]) }
      thread T2 from 2 {
        cart.accept([])
      }
      """)
    #expect(
      dump == """
        thread T1 from - {(cart.accept (cart.value + [1]))}
        thread T2 from 2 {(cart.accept [])}
        """)
  }

  @Test("an expectation is a row, a condition, a stop or a warning")
  func anExpectationIsARowAConditionAStopOrAWarning() {
    let dump = parse(
      """
      expect a, b: --x--|
      expect screen.values == [[], ["apple"]]
      expect .finished == a.completion
      expect a.events == [(3, "a"), (7, .finished)]
      expect stops "Binding error to publish relay: boom"
      expect warning "dropped"
      expect stops == 1
      """)
    #expect(
      dump == """
        expect row a,b <--x--|>
        expect (screen.values == [[] ["apple"]])
        expect (.finished == a.completion)
        expect (a.events == [(tuple 3 "a") (tuple 7 .finished)])
        expect stops "Binding error to publish relay: boom"
        expect warning "dropped"
        expect (stops == 1)
        """)
  }

  @Test("a key of 'where' is any grapheme cluster")
  func aKeyOfWhereIsAnyGraphemeCluster() {
    let dump = parse(
      """
      where a = 1,
        # = "boom", | = 3, " = 4, = = 5, ( = 6
      where 👨‍👩‍👧 = "family", e\u{301} = "accent", 1 = "one"
      """)
    #expect(
      dump == """
        where a=1 #="boom" |=3 "=4 ==5 (=6
        where 👨‍👩‍👧="family" e\u{301}="accent" 1="one"
        """)
  }

  @Test("a statement ends with its line unless a bracket is open or the next line continues it")
  func aStatementEndsWithItsLineUnlessABracketIsOpenOrTheNextLineContinuesIt() {
    let dump = parse(
      """
      let a = source
        // a comment between them is allowed

        .map { $0 }
        .share()
      let b = merge(
        a,
        c
      )
      let d = flag
        ? 1
        : 2
      let e = 1 +
        2
        + 3
      let f =
        4
      f
      (g)
      -h
      [i]
      """)
    #expect(
      dump == """
        let a = ((source.map trailing{$0}).share)
        let b = (merge a c)
        let d = (flag ? 1 : 2)
        let e = ((1 + 2) + 3)
        let f = 4
        f
        g
        (- h)
        [i]
        """)
  }

  @Test("semicolons separate statements of one line")
  func semicolonsSeparateStatementsOfOneLine() {
    #expect(parse("let a = 1; let b = 2;; a.send(b);") == "let a = 1\nlet b = 2\n(a.send b)")
  }

  @Test("names can have letters of any script, and be keywords in backticks")
  func namesCanHaveLettersOfAnyScriptAndBeKeywordsInBackticks() {
    let dump = parse("let größe, 温度, 🍎 = Subject()\nlet `in` = größe.merge(`in`)\n温度: -a")
    #expect(
      dump == "let größe,温度,🍎 = (Subject)\nlet in = (größe.merge in)\nrow 温度 <-a>")
  }

  @Test("carriage returns and a byte order mark are accepted")
  func carriageReturnsAndAByteOrderMarkAreAccepted() {
    let text = "\u{FEFF}title \"t\"\r\n\r\na: --x  \r\nlet b = 1\rexpect a: --x\r\n"
    let (script, diagnostics) = Script.parse(SourceText(name: "script.txt", text: text))
    #expect(diagnostics.isEmpty)
    #expect(script.dump == "title \"t\"\nrow a <--x>\nlet b = 1\nexpect row a <--x>")
  }

  @Test(
    "an empty script has no statements", arguments: ["", "\n\n", "// nothing", "/* a /* b */ c */"])
  func anEmptyScriptHasNoStatements(text: String) {
    #expect(parse(text) == "")
  }
}

@Suite("Rows") struct RowTests {
  private func marbles(_ text: String) -> (Marbling?, SourceText) {
    let source = SourceText(name: "script.txt", text: text)
    guard case .row(let row) = Script.parse(source).script.statements.first?.kind else {
      return (nil, source)
    }
    return (row.marbles, source)
  }

  @Test("the text of a row follows the colon, without the spaces around it")
  func theTextOfARowFollowsTheColonWithoutTheSpacesAroundIt() {
    let (row, source) = marbles("名前 , b :  -a (b|) 10ms\t ")
    #expect(row?.text == "-a (b|) 10ms")
    #expect(row.map { source.text(of: $0.span) } == "-a (b|) 10ms")
  }

  @Test("offsets in the text of a row are offsets in the file")
  func offsetsInTheTextOfARowAreOffsetsInTheFile() {
    let (row, source) = marbles("größe: -🍎-b")
    #expect(row.map { source.text(of: $0.span.inside(1..<5)) } == "🍎")
  }

  @Test(
    "a comment in a row is at its start or after white space",
    arguments: [
      ("a: // nothing", ""), ("a://nothing", ""), ("a: --b // c", "--b"), ("a: --b\t//c", "--b"),
      ("a: http://x //c", "http://x"), ("a: --/ /", "--/ /"), ("a:", ""), ("a: /", "/"),
    ])
  func aCommentInARowIsAtItsStartOrAfterWhiteSpace(line: String, text: String) {
    #expect(marbles(line).0?.text == text)
  }

  @Test("quotes and brackets in a row are marbles")
  func quotesAndBracketsInARowAreMarbles() {
    #expect(
      parse("a: -\"-(\nb: -{-[\nexpect c: \\(\nlet d = 1")
        == "row a <-\"-(>\nrow b <-{-[>\nexpect row c <\\(>\nlet d = 1")
  }
}
