import Testing

/// Errors of arguments that are found when a script runs.
@Suite struct OperatorErrorTests {
  @Test(
    "an operator of Combine reports an argument that it cannot use",
    arguments: [
      ("collect(0)", "collect(_:) needs a count of at least 1"),
      ("collect(.byTime(0))", "a window of time must be longer than 0"),
      ("collect(.byTimeOrCount(0, 2))", "a window of time must be longer than 0"),
      (
        "collect(.byTimeOrCount(5, 0))",
        "byTimeOrCount needs a time and a number, such as .byTimeOrCount(5, 2)"
      ),
      (
        "collect(.byTimeOrCount(5))",
        "byTimeOrCount needs a time and a number, such as .byTimeOrCount(5, 2)"
      ),
      ("output(in: -1...2)", "output(in:) needs a range that begins at 0 or later"),
    ])
  func anOperatorOfCombineReportsAnArgumentThatItCannotUse(call: String, message: String) {
    let text = mistakes("let s = PassthroughSubject()\nlet a = s.\(call).sink()")
    #expect(text.contains("error: \(message)\n"), "\(text)")
  }

  @Test("a count, a window and a range with the smallest valid value are accepted")
  func aCountAWindowAndARangeWithTheSmallestValidValueAreAccepted() {
    for call in [
      "collect(1)", "collect(.byTime(1))", "collect(.byTimeOrCount(1, 1))", "output(in: 0...0)",
    ] {
      #expect(mistakes("let s = PassthroughSubject()\nlet a = s.\(call).sink()") == "", "\(call)")
    }
  }

  @Test(
    "an operator of RxSwift reports a count of 0",
    arguments: ["buffer(timeSpan: 5, count: 0)", "window(timeSpan: 5, count: 0)"])
  func anOperatorOfRxSwiftReportsACountOf0(call: String) {
    let text = mistakes(
      "dialect rxswift\nlet s = PublishSubject()\nlet a = s.\(call).subscribe()")
    #expect(text.contains("error: 0 is too small; it must be 1 or more\n"), "\(text)")
  }
}
