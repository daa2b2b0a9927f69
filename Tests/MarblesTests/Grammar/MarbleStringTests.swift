import Testing

@testable import Marbles

/// Marks as one line: `0 a, 10 b, 11 |`.
func line(_ events: [MarbleString.Event]) -> String {
  events.map { event in
    let mark: String =
      switch event.mark {
      case .value(let text): text
      case .finished: "|"
      case .failed: "#"
      case .subscribe: "^"
      case .cancel: "!"
      case .request(let count): count.map { "+\($0)" } ?? "+inf"
      case .delayNext: ","
      }
    return "\(event.frame) \(mark)"
  }.joined(separator: ", ")
}

/// Problems drawn below the text, a line each: what it is about and its words.
func drawn(_ problems: [MarbleString.Problem]) -> [String] {
  problems.map { problem in
    let indent = String(repeating: " ", count: problem.range.lowerBound)
    let mark = "^" + String(repeating: "~", count: max(0, problem.range.count - 1))
    return indent + mark + (problem.isError ? " error: " : " warning: ") + problem.message
  }
}

@Suite("Marble strings of RxJS 9")
struct MarbleStringTests {
  @Test(
    "a string is counted by frames",
    arguments: [
      ("", ""), ("---", ""), ("-a-b-|", "1 a, 3 b, 5 |"), ("a", "0 a"), ("#", "0 #"),
      ("--a#", "2 a, 3 #"), ("-a-^-b", "1 a, 5 b"), ("ab", "0 a, 1 b"), ("(ab)-c", "0 a, 0 b, 5 c"),
      ("(a|)", "0 a, 0 |"), ("-(a#)", "1 a, 1 #"), ("(abc)-|", "0 a, 0 b, 0 c, 6 |"),
      ("a 9ms (bc)-|", "0 a, 10 b, 10 c, 15 |"),
      ("a 9ms b 9s c|", "0 a, 10 b, 9011 c, 9012 |"), ("a 1.5m b", "0 a, 90001 b"),
      ("a 10ms", "0 a"), ("10ms a", "10 a"), ("  - a -", "1 a"), ("a\tb\nc", "0 a, 1 b, 2 c"),
      ("a\t3ms\nb", "0 a, 4 b"), ("[a>*", "0 [, 1 a, 2 >, 3 *"), ("a,b", "0 a, 1 ,, 2 b"),
    ])
  func aStringIsCountedByFrames(text: String, events: String) {
    let reading = MarbleString(text).notifications(hot: text.contains("^"))
    let zero = text.contains("^") ? 3 : 0
    let shifted = reading.value.map {
      MarbleString.Event(frame: $0.frame + zero, time: $0.time, mark: $0.mark, range: $0.range)
    }
    #expect(line(shifted) == events)
    #expect(reading.errors.isEmpty)
  }

  @Test(
    "a hot string is counted from its frame 0, in virtual time",
    arguments: [
      (" - a - ^ - b|", "-2 a, 2 b, 3 |"), ("10ms ^ a 5ms b|", "1 a, 7 b, 8 |"),
      ("(^a)b|", "0 a, 4 b, 5 |"), ("-a-", "1 a"), ("a(b^c)d", "-1 a, 0 b, 0 c, 5 d"),
    ])
  func aHotStringIsCountedFromItsFrame0InVirtualTime(text: String, events: String) {
    let reading = MarbleString(text).notifications(hot: true)
    #expect(line(reading.value) == events)
    #expect(reading.problems.isEmpty)
  }

  @Test(
    "a grapheme cluster is one marble",
    arguments: [
      ("👨‍👩‍👧‍👦-🇩🇪|", "0 👨‍👩‍👧‍👦, 2 🇩🇪, 3 |"), ("e\u{301}x", "0 e\u{301}, 1 x"),
      ("(👍🏽)-|", "0 👍🏽, 4 |"),
    ])
  func aGraphemeClusterIsOneMarble(text: String, events: String) {
    #expect(line(MarbleString(text).notifications().value) == events)
  }

  @Test(
    "characters that look like a duration are values, with a warning",
    arguments: [
      ("10ms|", "0 1, 1 0, 2 m, 3 s, 4 |", ["^~~~ 10ms"]),
      ("a 10msb|", "0 a, 1 1, 2 0, 3 m, 4 s, 5 b, 6 |", ["  ^~~~ 10ms"]),
      ("a1ms b", "0 a, 1 1, 2 m, 3 s, 4 b", [" ^~~ 1ms"]),
      ("--1.5s--", "2 1, 3 ., 4 5, 5 s", ["  ^~~~ 1.5s"]),
      ("a 1h b", "0 a, 1 1, 2 h, 3 b", ["  ^~ 1h"]), ("a1hb", "0 a, 1 1, 2 h, 3 b", []),
      ("(3ms)", "0 3, 0 m, 0 s", [" ^~~ 3ms"]), ("123", "0 1, 1 2, 2 3", []),
    ])
  func charactersThatLookLikeADurationAreValuesWithAWarning(
    text: String, events: String, marked: [String]
  ) {
    let reading = MarbleString(text).notifications()
    #expect(line(reading.value) == events)
    #expect(reading.errors.isEmpty)
    let expected = marked.map { mark in
      let parts = mark.split(separator: " ")
      let word = parts[parts.count - 1]
      return mark.dropLast(word.count)
        + "warning: '\(word)' looks like a duration, but was taken for \(word.count) values"
    }
    #expect(drawn(reading.problems) == expected.map(String.init))
  }

  @Test(
    "strings that RxJS accepts and that are probably not intended cause a warning",
    arguments: [
      (
        "((ab)c)-d", "1 a, 1 b, 5 c, 8 d",
        [" ^ warning: a group cannot hold a group, so it was taken to begin here"]
      ),
      ("(ab", "0 a, 0 b", ["^ warning: the group is not closed, so it was taken to the end"]),
      ("ab)", "0 a, 1 b", ["  ^ warning: no group is open here"]),
      ("(a,b)", "0 a, 0 ,, 0 b", ["  ^ warning: ',' in a group is a value"]),
      ("a()b", "0 a, 3 b", [" ^~ warning: the group is empty: it only lets time pass"]),
      ("a|b-c", "0 a, 1 |, 2 b, 4 c", ["  ^~~ warning: nothing can happen after the end '|'"]),
      ("(#a)", "0 #, 0 a", ["  ^ warning: nothing can happen after the end '#'"]),
      (
        "(a-b)", "0 a, 0 b",
        ["  ^ warning: no time passes inside a group: '-' only delays what follows it"]
      ),
      (
        "a 1.5ms b", "0 a, 2 b", ["  ^~~~~ warning: '1.5ms' is no whole number of frames"]
      ),
      (
        "a 1.0000001ms b", "0 a, 2 b",
        ["  ^~~~~~~~~~~ warning: '1.0000001ms' is no whole number of frames"]
      ),
    ])
  func stringsThatRxJSAcceptsAndThatAreProbablyNotIntendedCauseAWarning(
    text: String, events: String, problems: [String]
  ) {
    let reading = MarbleString(text).notifications()
    #expect(line(reading.value) == events)
    #expect(drawn(reading.problems) == problems)
    #expect((try? reading.get()) != nil)
    #expect(throws: MarbleString.ParseError.self) { try reading.get(strict: true) }
  }

  @Test("all problems are reported in the order of the text")
  func allProblemsAreReportedInTheOrderOfTheText() {
    let reading = MarbleString("-!a^^(b,").notifications(hot: true)
    #expect(
      drawn(reading.problems) == [
        " ^ error: '!' unsubscribes; it is allowed only in subscriptions and rows",
        "    ^ error: a string has only one zero point '^'",
        "     ^ warning: the group is not closed, so it was taken to the end",
        "       ^ warning: ',' in a group is a value",
      ])
  }

  @Test("^ is refused in a cold string")
  func isRefusedInAColdString() {
    let reading = MarbleString("-^-a").notifications()
    #expect(
      drawn(reading.problems) == [
        " ^ error: '^' is the zero point of a hot string; a cold one begins when it is subscribed"
      ])
    #expect(line(reading.value) == "3 a")
  }

  @Test("zeros below one nanosecond cause no warning")
  func zerosBelowOneNanosecondCauseNoWarning() {
    let reading = MarbleString("a 1.00000000ms b").notifications()
    #expect(line(reading.value) == "0 a, 2 b")
    #expect(reading.problems.isEmpty)
  }

  @Test("the exact time of a duration between frames is kept")
  func theExactTimeOfADurationBetweenFramesIsKept() {
    let events = MarbleString("a 15ms b", frameLength: .milliseconds(10)).notifications().value
    #expect(events.map(\.time.nanoseconds) == [0, 25_000_000])
    #expect(events.map(\.frame) == [0, 2])
  }

  @Test("durations are divided by the length of a frame")
  func durationsAreDividedByTheLengthOfAFrame() {
    let reading = MarbleString("a 90ms b-c", frameLength: .milliseconds(10)).notifications()
    #expect(line(reading.value) == "0 a, 10 b, 12 c")
    #expect(reading.problems.isEmpty)
  }

  @Test(
    "a time beyond the range of virtual time is reported",
    arguments: [
      ("99999999999999999999ms a", "'99999999999999999999ms' is longer than virtual time can be"),
      ("200000000m a", "'200000000m' is longer than virtual time can be"),
      ("9000000000s 9000000000s a", "the time is later than virtual time can be"),
    ])
  func aTimeBeyondTheRangeOfVirtualTimeIsReported(text: String, message: String) {
    let reading = MarbleString(text).notifications()
    #expect(reading.errors.map(\.message) == [message])
  }

  @Test("a string beyond the maximum length is refused")
  func aStringBeyondTheMaximumLengthIsRefused() {
    let string = MarbleString(String(repeating: "a", count: 1_000_001))
    #expect(
      string.notifications().errors.map(\.message) == [
        "a marble string has at most 1000000 bytes"
      ])
    #expect(string.subscription().errors.count == 1)
  }

  @Test(
    "twenty thousand brackets, digits and durations are read in linear time",
    .timeLimit(.minutes(1)))
  func twentyThousandBracketsDigitsAndDurationsAreReadInLinearTime() {
    for piece in ["(", ")", "1", "1ms", "a 1ms ", "((a)", "1.", "+9"] {
      let text = String(repeating: piece, count: 20_000 / piece.count)
      _ = MarbleString(text).notifications(hot: true)
      _ = MarbleString(text).row(requests: true)
      _ = MarbleString(text).subscription()
      _ = MarbleString(text, dialect: .rxpy).notifications()
      _ = MarbleString(text, dialect: .asyncAlgorithms).notifications()
    }
  }
}

@Suite("Subscription strings")
struct SubscriptionStringTests {
  @Test(
    "a subscription string has a begin and an end",
    arguments: [
      ("^", 0, nil), ("--^--!", 2, 5), ("(^!)", 0, 0), ("-(^!)", 1, 1), ("", nil, nil),
      ("---", nil, nil), ("^ 10ms !", 0, 11), ("10ms ^ 1s !", 10, 1011), ("\t^-!", 0, 2),
      ("--!", nil, 2),
    ] as [(String, Int?, Int?)])
  func aSubscriptionStringHasABeginAndAnEnd(text: String, subscribed: Int?, unsubscribed: Int?) {
    let reading = MarbleString(text).subscription()
    #expect(reading.value.subscribed?.frame == subscribed)
    #expect(reading.value.unsubscribed?.frame == unsubscribed)
    #expect(reading.problems.isEmpty)
  }

  @Test("the order of ^ and ! is not checked, like in RxJS, but causes a warning")
  func theOrderOfAndIsNotCheckedLikeInRxJSButCausesAWarning() {
    let reading = MarbleString("!^").subscription()
    #expect(reading.value.subscribed?.frame == 0)
    #expect(reading.value.unsubscribed?.frame == 0)
    #expect(reading.problems.isEmpty)
    #expect(
      drawn(MarbleString("!--^").subscription().problems) == [
        "^ warning: '!' comes before '^', so nothing is ever received"
      ])
  }

  @Test(
    "other marks are refused",
    arguments: [
      ("^-abc-!", "  ^~~ error: 'abc' is no part of a subscription"),
      ("^^", " ^ error: it subscribes a second time"),
      ("^!!", "  ^ error: it unsubscribes a second time"),
      ("^-|", "  ^ error: '|' is no part of a subscription"),
      ("^-5ms-!", "  ^~~ error: '5ms' looks like a duration, but was taken for 3 values"),
    ])
  func otherMarksAreRefused(text: String, problem: String) {
    #expect(drawn(MarbleString(text).subscription().problems) == [problem])
  }
}

@Suite("Rows of scripts")
struct RowTests {
  @Test(
    "a mark of a row takes one frame per character",
    arguments: [
      ("---^--!--^", "3 ^, 6 !, 9 ^"), ("(^+2)", "0 ^, 0 +2"),
      (
        "^+2--+10-+inf-!",
        "0 ^, 1 +2, 5 +10, 9 +inf, 14 !"
      ),
      ("  ^ 10ms !", "0 ^, 11 !"), ("-p---f-|", "1 p, 5 f, 7 |"),
    ])
  func aMarkOfARowTakesOneFramePerCharacter(text: String, events: String) {
    let reading = MarbleString(text).row(requests: true)
    #expect(line(reading.value) == events)
    #expect(reading.problems.isEmpty)
  }

  @Test("+ is a value where requests are not allowed")
  func isAValueWhereRequestsAreNotAllowed() {
    #expect(line(MarbleString("-+3").row(requests: false).value) == "1 +, 2 3")
  }

  @Test("a request needs a number in range")
  func aRequestNeedsANumberInRange() {
    #expect(
      drawn(MarbleString("^-+-+99999999999999999999").row(requests: true).problems) == [
        "  ^ error: '+' requests, but not how many",
        "    ^~~~~~~~~~~~~~~~~~~~~ error: '+99999999999999999999' is too large a number",
      ])
  }

  @Test("a mark after the end causes a warning")
  func aMarkAfterTheEndCausesAWarning() {
    #expect(
      drawn(MarbleString("a-|-b").row(requests: false).problems) == [
        "    ^ warning: nothing can happen after the end '|'"
      ])
  }
}
