import Testing

@testable import Marbles

@Suite("Marble strings of other libraries")
struct DialectTests {
  private func read(_ text: String, _ dialect: MarbleString.Dialect) -> (String, [String]) {
    let reading = MarbleString(text, dialect: dialect).notifications(hot: text.contains("^"))
    return (line(reading.value), drawn(reading.problems))
  }

  @Test(
    "RxPY: a run of characters is one value and takes one frame per character",
    arguments: [
      ("(abc)-|", "0 abc, 6 |", []), ("(a|)", "0 a|", []), ("(a,|)", "0 a, 0 |", []),
      ("--12-(a,b,12)#", "2 12, 5 a, 5 b, 5 12, 13 #", []), ("^<>[]", "0 ^<>[]", []),
      ("-(a, b )-c", "1 a, 1 b, 7 c", []),
    ] as [(String, String, [String])])
  func rxPYARunOfCharactersIsOneValueAndTakesOneFramePerCharacter(
    text: String, events: String, problems: [String]
  ) {
    let (line, drawn) = read(text, .rxpy)
    #expect(line == events)
    #expect(drawn == problems)
  }

  @Test("RxPY: spaces are ignored, which joins values")
  func rxPYSpacesAreIgnoredWhichJoinsValues() {
    let (line, problems) = read("a 10ms b|", .rxpy)
    #expect(line == "0 a10msb, 6 |")
    #expect(
      problems == ["^~~~~~~~ warning: spaces are dropped: this is the one value 'a10msb'"])
  }

  @Test("RxPY: a comma is allowed only in a group")
  func rxPYACommaIsAllowedOnlyInAGroup() {
    let (line, problems) = read("a,b", .rxpy)
    #expect(line == "0 a, 2 b")
    #expect(problems == [" ^ error: a comma is allowed only inside '( )'"])
  }

  @Test("RxPY: unmatched brackets are skipped with a warning")
  func rxPYUnmatchedBracketsAreSkippedWithAWarning() {
    #expect(
      read("a)b(c", .rxpy) == (
        "0 a, 1 b, 2 c",
        [
          " ^ warning: no group is open here",
          "   ^ warning: the group is not closed, so it was taken to the end",
        ]
      ))
  }

  @Test(
    "RxPY: numbers are those of Python",
    arguments: [
      ("007", .integer(7)), ("1_000", .integer(1000)), ("12", .integer(12)), ("+5", .integer(5)),
      ("1.5", .double(1.5)), ("1e3", .double(1000)), ("inf", .double(.infinity)),
      ("5.", .double(5)),
      (".5", .double(0.5)), ("a1", nil), ("1__0", nil), ("_1", nil), ("0x10", nil), ("", nil),
      ("1.2.3", nil),
    ] as [(String, MarbleNumber?)])
  func rxPYNumbersAreThoseOfPython(text: String, number: MarbleNumber?) {
    #expect(MarbleString.Dialect.rxpy.number(text) == number)
  }

  @Test(
    "async-algorithms: each mark and each group takes one tick",
    arguments: [
      ("a-b-|", "0 a, 2 b, 4 |"), ("-'hello'-'b c'|", "1 hello, 3 b c, 4 |"),
      ("[abc]-|", "0 a, 0 b, 0 c, 2 |"), ("a-^", "0 a, 2 #"), ("a--;", "0 a, 3 !"),
      ("a,-b", "0 a, 1 ,, 3 b"), ("a b", "0 a, 1 b"), ("['ab'|]", "0 ab, 0 |"), ("''", "0 "),
    ])
  func asyncAlgorithmsEachMarkAndEachGroupTakesOneTick(text: String, events: String) {
    let (line, problems) = read(text, .asyncAlgorithms)
    #expect(line == events)
    #expect(problems.isEmpty)
  }

  @Test("async-algorithms: invalid strings are reported")
  func asyncAlgorithmsInvalidStringsAreReported() {
    #expect(
      read("[a-[b]]-]'c", .asyncAlgorithms).1 == [
        "  ^ error: no time passes inside a group: '-' only delays what follows it",
        "   ^ error: a group cannot hold a group, so it was taken to begin here",
        "        ^ error: no group is open here",
        "         ^~ error: the quote is not closed",
      ])
    #expect(
      read("[a", .asyncAlgorithms).1 == [
        "^ error: the group is not closed, so it was taken to the end"
      ])
  }

  @Test(
    "RxJS before run mode: a space is a frame",
    arguments: [
      ("a b|", "0 a, 2 b, 3 |"), ("  -a", "3 a"), ("(ab)-|", "0 a, 0 b, 5 |"),
      ("--a-^-b", "-2 a, 2 b"),
      ("a!", "0 a, 1 !"),
    ])
  func rxJSBeforeRunModeASpaceIsAFrame(text: String, events: String) {
    let (line, problems) = read(text, .rxjs6)
    #expect(line == events)
    #expect(problems.isEmpty)
  }

  @Test("RxJS before run mode: there are no durations, and a tab is a value")
  func rxJSBeforeRunModeThereAreNoDurationsAndATabIsAValue() {
    #expect(
      read("a 5ms b", .rxjs6) == (
        "0 a, 2 5, 3 m, 4 s, 6 b",
        ["  ^~~ warning: '5ms' looks like a duration, but was taken for 3 values"]
      ))
    #expect(read("a\tb", .rxjs6) == ("0 a, 1 \t, 2 b", [" ^ warning: a tab is a value here"]))
  }

  @Test("RxJS before run mode: a frame can have ten units")
  func rxJSBeforeRunModeAFrameCanHaveTenUnits() {
    let string = MarbleString("-a-(bc)|", dialect: .rxjs6, framesPerCharacter: 10)
    #expect(line(string.notifications().value) == "10 a, 30 b, 30 c, 70 |")
  }
}

@Suite("Marbles printed as a string")
struct MarblePrinterTests {
  private func text(_ marks: [(Int, MarbleString.Mark)]) -> String {
    do {
      return try MarbleString(printing: marks.map { (frame: $0.0, mark: $0.1) }).text
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "printed marks are read back unchanged",
    arguments: [
      "", "a", "|", "#", "-a-b-|", "(ab)-c", "a-(b|)", "a 99ms b", "100ms a", "a 1s b", "a 2m b",
      "a 1234ms (bc) 40ms |", "a--^-b", "(^a)b|", "(a^)b", "-a---^", "1- 98ms -2", "日-👨‍👩‍👧‍👦|",
    ])
  func printedMarksAreReadBackUnchanged(source: String) throws {
    let read = MarbleString(source).notifications(hot: true).value
    let marks = read.map { (frame: $0.frame, mark: $0.mark) }
    let printed = try MarbleString(printing: marks)
    let again = printed.notifications(hot: true).value
    #expect(line(again) == line(read), "\(printed.text)")
  }

  @Test("values that combine with the syntax before them are refused")
  func valuesThatCombineWithTheSyntaxBeforeThemAreRefused() {
    // The text has as many characters as there are marks, at other frames or with other values.
    #expect(
      text([(0, .value("\u{301}")), (0, .value("a"))])
        == "no row can say it: '(\u{301}a)' means something else")
    #expect(
      text([(-1, .value("a")), (1, .value("\u{301}"))])
        == "no row can say it: 'a^\u{301}' means something else")
  }

  @Test("marks are printed in RxJS notation")
  func marksArePrintedInRxJSNotation() {
    #expect(text([(0, .value("a")), (3, .finished)]) == "a--|")
    #expect(text([(0, .value("a")), (10, .value("b")), (10, .value("c"))]) == "a---------(bc)")
    #expect(text([(100, .value("a")), (9100, .failed)]) == "100ms a 8999ms #")
    #expect(text([(-2, .value("a")), (0, .value("b")), (4, .finished)]) == "a-(^b)|")
    #expect(text([(0, .value("1")), (1, .value("m")), (60, .value("2"))]) == "1m- 56ms -2")
  }

  @Test("marks without an RxJS string are refused with the reason")
  func marksWithoutAnRxJSStringAreRefusedWithTheReason() {
    #expect(
      text([(3, .value("a")), (3, .value("b")), (4, .value("c")), (7, .finished)])
        == "no row can say it: the group at 3 is written as far as 7, and hides 4")
    #expect(
      text([(0, .value("ab"))])
        == "no row can say it: 'ab' is no single character that may stand for a value")
    #expect(
      text([(0, .value("-"))])
        == "no row can say it: '-' is no single character that may stand for a value")
    #expect(
      text([(0, .value("1")), (1, .value("s"))])
        == "no row can say it: '1s' means something else")
    #expect(
      text([(0, .value("a")), (1, .value("\u{301}"))])
        == "no row can say it: 'a\u{301}' means something else")
    #expect(text([(2, .finished), (1, .value("a"))]).contains("order"))
    #expect(text([(.max, .finished)]) == "no row is long enough to reach frame \(Int.max)")
  }

  @Test("a subscription is printed as a subscription string")
  func aSubscriptionIsPrintedAsASubscriptionString() {
    #expect(MarbleString(printing: 2, unsubscribed: 5)?.text == "--^--!")
    #expect(MarbleString(printing: 1, unsubscribed: 1)?.text == "-(^!)")
    #expect(MarbleString(printing: 0, unsubscribed: nil)?.text == "^")
    #expect(MarbleString(printing: 3, unsubscribed: 2) == nil)
    let long = MarbleString(printing: 100, unsubscribed: 1000)
    #expect(long?.subscription().value.subscribed?.frame == 100)
    #expect(long?.subscription().value.unsubscribed?.frame == 1000)
  }

  @Test("random marks are read back or refused")
  func randomMarksAreReadBackOrRefused() {
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let alphabet = ["a", "b", "1", "5", "m", "s", "h", ".", "é", "👍"]
    var printed = 0
    for _ in 0..<3000 {
      var frame = -next(4)
      var marks: [(frame: Int, mark: MarbleString.Mark)] = []
      for _ in 0..<next(6) {
        frame += [0, 1, 1, 2, 5, 40, 90_000][next(7)]
        marks.append((frame, .value(alphabet[next(alphabet.count)])))
      }
      guard let string = try? MarbleString(printing: marks) else { continue }
      printed += 1
      let read = string.notifications(hot: true).value
      #expect(read.map(\.frame) == marks.map(\.frame), "\(string.text)")
      #expect(read.map(\.mark) == marks.map(\.mark), "\(string.text)")
    }
    #expect(printed > 1500)
  }
}

@Suite("The meaning of marble strings")
struct MarbleMeaningTests {
  @Test(
    "the meaning as JSON has all readings",
    arguments: [
      (
        "a 9ms (bc)-|",
        #"{"notifications":[{"frame":0,"kind":"next","value":"a"},{"frame":10,"kind":"next","#
          + #""value":"b"},{"frame":10,"kind":"next","value":"c"},{"frame":15,"kind":"complete"}],"#
          + #""subscription":null}"#
      ),
      ("^--!", #"{"notifications":null,"subscription":{"subscribed":0,"unsubscribed":3}}"#),
      ("-^-", #"{"notifications":[],"subscription":{"subscribed":1,"unsubscribed":null}}"#),
      ("", #"{"notifications":[],"subscription":{"subscribed":null,"unsubscribed":null}}"#),
      (
        "a^#",
        #"{"notifications":[{"frame":-1,"kind":"next","value":"a"},{"frame":1,"kind":"error"}],"#
          + #""subscription":null}"#
      ),
      (
        "\"\\",
        #"{"notifications":[{"frame":0,"kind":"next","value":"\""},{"frame":1,"#
          + #""kind":"next","value":"\\"}],"subscription":null}"#
      ),
      ("^^!", #"{"notifications":null,"subscription":null}"#),
      (
        "a 1.5ms b",
        #"{"notifications":[{"frame":0,"kind":"next","value":"a"},{"frame":2.5,"#
          + #""kind":"next","value":"b"}],"subscription":null}"#
      ),
    ])
  func theMeaningAsJSONHasAllReadings(text: String, json: String) {
    #expect(MarbleString(text).meaning.json == json)
  }

  @Test("the meaning as text has one line per frame")
  func theMeaningAsTextHasOneLinePerFrame() {
    #expect(
      MarbleString("a 9ms (bc)-|").meaning.text == """
        notifications
           0  next a
          10  next b
          10  next c
          15  complete

        """)
    #expect(
      MarbleString("^--!").meaning.text == """
        subscription
          subscribed at 0, unsubscribed at 3

        """)
    #expect(
      MarbleString("--^-").meaning.text == """
        notifications
          none
        subscription
          subscribed at 2

        """)
  }
}
