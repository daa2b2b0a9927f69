import Testing

@testable import MarblesCommand

/// Tests of pages in the forms that editors and formatters produce.
@Suite("Markdown pages")
struct MarkdownTests {
  private let block = "```marbles\nlet a = hot(\"-a-|\")\nlet s = a.sink()\n```\n"

  /// Runs `docs` on a page and returns the new page; checks that a second run changes nothing.
  private func drawn(_ page: String, _ location: SourceLocation = #_sourceLocation) -> String {
    let world = TestWorld()
    world.put("let s = Just(1).sink()\n", "tap.txt")
    world.put(page, "page.md")
    let ending = world.run("docs", "page.md")
    #expect(ending.status == .success, "\(ending.errors)", sourceLocation: location)
    let text = world.text("page.md") ?? ""
    _ = world.run("docs", "page.md")
    #expect(world.text("page.md") == text, "the second run", sourceLocation: location)
    let check = world.run("docs", "page.md", "--check")
    #expect(check.status == .success, "--check", sourceLocation: location)
    return text
  }

  private func pictures(_ text: String) -> Int { text.ranges(of: MarkdownPage.end).count }

  @Test("a blank line between block and picture does not add a second picture")
  func aBlankLineBetweenBlockAndPictureDoesNotAddASecondPicture() {
    let first = drawn(block + "\nThe end.\n")
    #expect(first.contains("```\n<!-- marbles -->\n```text\n"))
    let formatted = first.replacing("```\n<!-- marbles -->\n", with: "```\n\n<!-- marbles -->\n\n")
      .replacing("```\n<!-- /marbles -->", with: "```\n\n<!-- /marbles -->")
    #expect(formatted != first)
    // Else formatter and docs would undo the changes of each other.
    #expect(drawn(formatted) == formatted)
    let old = block + "\n<!-- marbles -->\n\n```text\nold\n```\n\n<!-- /marbles -->\n\nThe end.\n"
    #expect(drawn(old).contains("old") == false)
    #expect(pictures(drawn(old)) == 1)
    #expect(drawn(old).hasSuffix("<!-- /marbles -->\n\nThe end.\n"))
  }

  @Test("a block in a quote gets its picture inside the quote")
  func aBlockInAQuoteGetsItsPictureInsideTheQuote() {
    let page = "> [!NOTE]\n" + block.split(separator: "\n").map { "> \($0)\n" }.joined() + "after\n"
    let text = drawn(page)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(text.hasPrefix(page.dropLast(6) + "> <!-- marbles -->\n> ```text\n"))
    #expect(text.hasSuffix("> ```\n> <!-- /marbles -->\nafter\n"))
    #expect(lines.dropLast(2).allSatisfy { $0.hasPrefix(">") && !$0.hasSuffix(" ") })
  }

  @Test(
    "a block in a list item gets its picture inside the item",
    arguments: [
      ("- ", "  "), ("1. ", "   "), ("* + ", "    "), ("- > ", "  > "), ("10)  ", "     "),
    ])
  func aBlockInAListItemGetsItsPictureInsideTheItem(first: String, other: String) {
    let lines = block.split(separator: "\n")
    let page = lines.enumerated().map { ($0 == 0 ? first : other) + $1 + "\n" }.joined() + "after\n"
    let text = drawn(page)
    #expect(text.hasPrefix(page.dropLast(6) + "\(other)<!-- marbles -->\n\(other)```text\n"))
    #expect(text.hasSuffix("\(other)<!-- /marbles -->\nafter\n"))
  }

  @Test(
    "code in comments, raw HTML, indented code and other code is not drawn",
    arguments: [
      "<!-- not yet:\n```marbles\nlet a = Just(1).sink()\n```\nsecret\n-->\n",
      "This is how:\n\n    ```marbles\n    let a = Just(1).sink()\n    ```\n",
      "- item\n\n      ```marbles\n      let a = Just(1).sink()\n      ```\n",
      "````text\n```marbles\nlet a = Just(1).sink()\n```\n````\n",
      "<pre>\n```marbles\nlet a = Just(1).sink()\n```\n</pre>\n",
      "Write `<!-- marbles: tap.txt svg -->` on a line.\n",
      "> quote\n\n    <!-- marbles: tap.txt -->\n",
    ])
  func codeInCommentsRawHTMLIndentedCodeAndOtherCodeIsNotDrawn(page: String) {
    #expect(drawn(page) == page)
  }

  @Test("indented text of a list item is not indented code")
  func indentedTextOfAListItemIsNotIndentedCode() {
    let page = "1.  item\n\n    ```marbles\n    let a = Just(1).sink()\n    ```\n"
    #expect(drawn(page).contains("    <!-- marbles -->\n    ```text\n"))
  }

  @Test("a block after a byte order mark is drawn, and the mark stays")
  func aBlockAfterAByteOrderMarkIsDrawnAndTheMarkStays() {
    let text = drawn("\u{FEFF}" + block)
    #expect(Array(text.utf8).starts(with: Array(("\u{FEFF}" + block).utf8)))
    #expect(pictures(text) == 1)
    #expect(text.unicodeScalars.filter { $0 == "\u{FEFF}" }.count == 1)
  }

  @Test("new lines end like the line of the block", arguments: ["\n", "\r", "\r\n"])
  func newLinesEndLikeTheLineOfTheBlock(end: String) {
    let page = block.replacing("\n", with: end) + "after" + end
    let text = drawn(page)
    #expect(text.hasPrefix(block.replacing("\n", with: end) + "<!-- marbles -->" + end))
    #expect(text.hasSuffix("<!-- /marbles -->" + end + "after" + end))
    let ends = Set(text.unicodeScalars.filter { $0 == "\n" || $0 == "\r" }.map { "\($0)" })
    #expect(ends == Set(end.unicodeScalars.map { "\($0)" }))
  }

  @Test("a page without a final line end stays without one")
  func aPageWithoutAFinalLineEndStaysWithoutOne() {
    #expect(drawn("<!-- marbles: tap.txt svg -->").hasSuffix("\n<!-- /marbles -->"))
    #expect(drawn(String(block.dropLast())).hasPrefix(block + "<!-- marbles -->\n"))
    #expect(drawn(String(block.dropLast())).hasSuffix("\n<!-- /marbles -->"))
  }

  @Test(
    "spaces and case of markers and languages do not matter",
    arguments: [
      "<!--marbles: tap.txt-->\n", "<!--   Marbles :tap.txt   -->\n",
      " <!-- marbles:  tap.txt -->\n",
      "``` Marbles ascii\nlet a = Just(1).sink()\n```\n",
      "~~~~MARBLES\nlet a = Just(1).sink()\n~~~~\n",
    ])
  func spacesAndCaseOfMarkersAndLanguagesDoNotMatter(page: String) {
    let text = drawn(page)
    #expect(pictures(text) == 1)
    #expect(drawn(text.replacing("<!-- /marbles -->", with: "<!--/marbles-->")).contains("text"))
  }

  @Test("a marker inside other text is reported, and nothing is drawn")
  func aMarkerInsideOtherTextIsReportedAndNothingIsDrawn() {
    let world = TestWorld()
    world.put("See <!-- marbles: tap.txt svg --> here.\n", "page.md")
    let ending = world.run("docs", "page.md")
    #expect(
      ending.errors.hasPrefix("page.md:1:1: warning: a marker inside other text is ignored\n"))
    #expect(ending.status == .success)
  }

  @Test("an error in a block is reported at its place in the page")
  func anErrorInABlockIsReportedAtItsPlaceInThePage() {
    let world = TestWorld()
    world.put("# Page\n\n> - ```marbles\n>   let s = Just(1).snk()\n>   ```\n", "page.md")
    let ending = world.run("docs", "page.md")
    #expect(ending.errors.contains("page.md:4:21: error:"), "\(ending.errors)")
    #expect(ending.errors.contains(" 4 | >   let s = Just(1).snk()\n   |                     ^~~"))
  }

  @Test("a block without an end is an error, also at the end of its quote")
  func aBlockWithoutAnEndIsAnErrorAlsoAtTheEndOfItsQuote() {
    let world = TestWorld()
    world.put("> ```marbles\n> let s = Just(1).sink()\n\nafter\n", "page.md")
    let ending = world.run("docs", "page.md")
    #expect(ending.errors.hasPrefix("page.md:1:1: error: the code block has no end"))
  }

  @Test("a file that is not Markdown is refused")
  func aFileThatIsNotMarkdownIsRefused() {
    let world = TestWorld()
    world.put("let s = Just(1).sink()\n", "tap.txt")
    let ending = world.run("docs", "tap.txt")
    #expect(
      ending.errors == "marbles: error: 'tap.txt' is not a Markdown file (.md, .markdown)\n")
    #expect(ending.status == .invalidInput)
  }

  @Test("a page that would become too large to read is refused before all of it is drawn")
  func aPageThatWouldBecomeTooLargeToReadIsRefusedBeforeAllOfItIsDrawn() {
    let world = TestWorld()
    world.put("let s = Just(1).sink()\n", "tap.txt")
    let markers = String(repeating: "<!-- marbles: tap.txt -->\n", count: 50)
    let page = String(repeating: "x", count: 8_388_608 - 1 - markers.utf8.count) + "\n" + markers
    world.put(page, "page.md")
    let ending = world.run("docs", "page.md")
    #expect(
      ending.errors.hasPrefix(
        "page.md:2:1: error: with this picture the page would be larger than 8 MB\n"))
    #expect(ending.status == .invalidInput)
    #expect(world.text("page.md") == page)
    #expect(world.files.reads["tap.txt"] == 1)
  }

  @Test("a marker in a picture that is replaced causes no warning")
  func aMarkerInAPictureThatIsReplacedCausesNoWarning() {
    let old = "<!-- marbles -->\nold <!-- marbles: a.txt -->\n<!-- /marbles -->\n"
    let block = MarkdownPage("```marbles\nlet a = Just(1).sink()\n```\n" + old)
    #expect(block.problems.isEmpty)
    #expect(block.requests.map(\.existing) == [3..<6])
    let marker = MarkdownPage(
      "<!-- marbles: b.txt -->\nold <!-- marbles: a.txt -->\n<!-- /marbles -->\n")
    #expect(marker.problems.isEmpty)
    #expect(marker.requests.map(\.existing) == [1..<3])
  }

  @Test("pictures that are drawn again do not count twice towards the size of a page")
  func picturesThatAreDrawnAgainDoNotCountTwiceTowardsTheSizeOfAPage() {
    let world = TestWorld()
    world.put("let s = Just(1).sink()\n", "tap.txt")
    world.put("<!-- marbles: tap.txt -->\n", "page.md")
    #expect(world.run("docs", "page.md").status == .success)
    let drawn = world.text("page.md") ?? ""
    let large = String(repeating: "x", count: 8_388_608 - 1 - drawn.utf8.count) + "\n" + drawn
    world.put(large, "page.md")
    #expect(world.run("docs", "--check", "page.md").errors == "")
  }

  @Test("scanning takes linear time for deep nesting and many open blocks")
  func scanningTakesLinearTimeForDeepNestingAndManyOpenBlocks() {
    let signs = String(repeating: "> ", count: 5_000) + "\n"
    let items = String(repeating: "- ", count: 5_000) + "\n"
    let page = items + String(repeating: "\n", count: 5_000) + signs + signs
    #expect(MarkdownPage(page).requests.isEmpty)
    let fences = String(repeating: "~~~\n<!-- marbles: x -->\n", count: 5_001)
    #expect(MarkdownPage(fences).requests.count == 2_500)
    let open = String(repeating: "```marbles\n", count: 200_000)
    #expect(MarkdownPage(open).problems.map(\.problem) == [.blockWithoutEnd])
    let code = "`" + String(repeating: "<!-- marbles: ", count: 20_000)
    #expect(MarkdownPage(code).problems.isEmpty)
    #expect(MarkdownPage(code + "` <!-- marbles: a -->").problems.map(\.problem) == [.markerInLine])
  }
}
