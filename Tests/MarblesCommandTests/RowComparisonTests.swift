import Marbles
import Testing

@testable import MarblesCommand

@Suite("Row comparison")
struct RowComparisonTests {
  @Test("the caret marks a value that has the text of a completion")
  func theCaretMarksAValueThatHasTheTextOfACompletion() {
    let time = VirtualTime.zero + .milliseconds(1)
    let value = RowComparison.Entry(time: time, text: "|")
    let end = RowComparison.Entry(time: time, text: "|", isEnd: true)
    let rows = RowComparison(expected: [value], recorded: [end], frame: .milliseconds(1))
    #expect(
      rows.lines(headings: ("expected", "recorded")) == [
        "expected: -|", "recorded: -|", "           ^",
      ])
    let same = RowComparison(expected: [end], recorded: [end], frame: .milliseconds(1))
    #expect(same.lines(headings: ("expected", "recorded")).count == 2)
  }
}
