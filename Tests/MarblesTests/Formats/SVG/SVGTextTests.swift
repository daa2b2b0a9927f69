import Testing

@testable import Marbles

@Suite("Text in SVG pictures")
struct SVGTextTests {
  private let text =
    "an element is sent before a subscriber subscribes; a late subscriber receives the rest of them"

  @Test("wrapped text contains each word once, in lines that fit", arguments: [true, false])
  func wrappedTextContainsEachWordOnceInLinesThatFit(isBalanced: Bool) {
    for width in stride(from: 90.0, to: 700, by: 30) {
      let lines = SVGText.lines(text, size: 13, width: width, most: 20, isBalanced: isBalanced)
      #expect(lines.joined(separator: " ") == text)
      for line in lines { #expect(SVGText.sans(line, size: 13) <= width, "\(line)") }
    }
  }

  @Test("text that needs too many lines is cut in the last one")
  func textThatNeedsTooManyLinesIsCutInTheLastOne() throws {
    let lines = SVGText.lines(text, size: 13, width: 120, most: 2)
    #expect(lines.count == 2)
    #expect(text.hasPrefix(lines[0] + " "))
    let last = try #require(lines.last)
    #expect(last.hasSuffix("…"))
    #expect(text.contains(last.dropLast()))
  }
}
