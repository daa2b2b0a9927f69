import Marbles
import Testing

@testable import MarblesCommand

@Suite("Documents")
struct DocsTests {
  private static let page = """
    # A page

    <!-- marbles: ../share.json svg -->

    And text, as text:

    <!-- marbles: ../share.json -->
    <!-- /marbles -->

    ```swift
    <!-- marbles: not/here.txt -->
    ```

    The end
    """

  private func world(_ page: String, at path: String = "docs/page.md") -> TestWorld {
    let world = TestWorld()
    world.put(TestWorld.recording().json(), "docs/../share.json")
    world.put(page, path)
    return world
  }

  @Test("docs inserts the picture after a block or marker; an SVG is a separate file")
  func docsInsertsThePictureAfterABlockOrMarkerAnSVGIsASeparateFile() throws {
    let world = world(Self.page)
    let ending = world.run("docs", "docs/page.md")
    #expect(ending.errors == "docs/../share.svg: written\ndocs/page.md: written\n")
    #expect(ending.status == .success)
    let text = try #require(world.text("docs/page.md"))
    #expect(
      text.hasPrefix(
        """
        # A page

        <!-- marbles: ../share.json svg -->
        ![A picture: 1 upstream subscription, 1 subscriber](../share.svg)
        <!-- /marbles -->

        And text, as text:

        <!-- marbles: ../share.json -->
        ```text
        A picture

        """))
    #expect(
      text.hasSuffix(
        """
        ```
        <!-- /marbles -->

        ```swift
        <!-- marbles: not/here.txt -->
        ```

        The end
        """))
    #expect(world.text("docs/../share.svg")?.contains("<svg") == true)
  }

  @Test("the word explore draws the failing run of a script with threads, and reports no failure")
  func theWordExploreDrawsTheFailingRunOfAScriptWithThreadsAndReportsNoFailure() throws {
    let script = """
      let cart = BehaviorRelay(value: [])
      let screen = cart.sink()
      thread T1 { cart.accept(cart.value + [1]) }
      thread T2 from 2 { cart.accept(cart.value + [2]) }
      expect cart.value.count == 2
      """
    let page = "```marbles\n\(script)\n```\n"
    let usual = world(page)
    #expect(usual.run("docs", "docs/page.md").status == .success)
    #expect(try #require(usual.text("docs/page.md")).contains("2 writes, none lost"))
    let explored = world(page.replacing("```marbles", with: "```marbles explore"))
    let ending = explored.run("docs", "docs/page.md")
    #expect(ending.status == .success)
    #expect(ending.errors == "docs/page.md: written\n")
    #expect(try #require(explored.text("docs/page.md")).contains("2 writes, 1 of them lost"))
  }

  @Test("the word explore is an error for a script without threads")
  func theWordExploreIsAnErrorForAScriptWithoutThreads() {
    let world = world("```marbles explore\nlet a = Just(1).sink()\n```\n")
    let ending = world.run("docs", "docs/page.md")
    #expect(ending.status == .invalidInput)
    #expect(ending.errors.contains("page.md:1:1: error: there are no threads to run in"))
  }

  @Test("the word animate plays the run in the SVG file")
  func theWordAnimatePlaysTheRunInTheSVGFile() throws {
    let world = world("<!-- marbles: ../share.json svg animate name=played -->\n")
    #expect(world.run("docs", "docs/page.md").status == .success)
    #expect(try #require(world.text("docs/page.md")).contains("](../played.svg)"))
    #expect(try #require(world.text("docs/../played.svg")).contains("@keyframes"))
    let still = self.world("<!-- marbles: ../share.json svg -->\n")
    #expect(still.run("docs", "docs/page.md").status == .success)
    #expect(try #require(still.text("docs/../share.svg")).contains("@keyframes") == false)
  }

  @Test("docs changes nothing on a second run")
  func docsChangesNothingOnASecondRun() {
    let world = world(Self.page)
    #expect(world.run("docs", "docs/page.md", "--check").status == .failed)
    #expect(world.text("docs/page.md") == Self.page)
    _ = world.run("docs", "docs/page.md")
    let before = world.files.contents
    let ending = world.run("docs", "docs/page.md")
    #expect(ending.errors == "")
    #expect(world.files.contents == before)
    #expect(world.run("docs", "docs/page.md", "--check").status == .success)
  }

  @Test("docs --check lists pages and pictures that are out of date")
  func docsCheckListsPagesAndPicturesThatAreOutOfDate() {
    let world = world(Self.page)
    let ending = world.run("docs", "docs/page.md", "--check")
    #expect(ending.output == "docs/../share.svg: is missing\ndocs/page.md: would change\n")
  }

  @Test("docs keeps the line endings and all other lines byte for byte")
  func docsKeepsTheLineEndingsAndAllOtherLinesByteForByte() throws {
    let page = "a\r\n<!-- marbles: ../share.json mermaid -->\r\nb\nc  \r\n\r\n\r\n"
    let world = world(page)
    _ = world.run("docs", "docs/page.md")
    let text = try #require(world.text("docs/page.md"))
    #expect(text.hasPrefix("a\r\n<!-- marbles: ../share.json mermaid -->\r\n```mermaid\r\n"))
    #expect(text.hasSuffix("```\r\n<!-- /marbles -->\r\nb\nc  \r\n\r\n\r\n"))
  }

  @Test("the word picture writes two files, one for dark mode")
  func theWordPictureWritesTwoFilesOneForDarkMode() throws {
    let world = world("<!-- marbles: ../share.json picture name=both -->\n")
    _ = world.run("docs", "docs/page.md")
    #expect(
      world.text("docs/page.md") == """
        <!-- marbles: ../share.json picture name=both -->
        <picture>
          <source media="(prefers-color-scheme: dark)" srcset="../both-dark.svg">
          <img alt="A picture: 1 upstream subscription, 1 subscriber" src="../both.svg">
        </picture>
        <!-- /marbles -->

        """)
    #expect(world.text("docs/../both-dark.svg")?.contains("prefers-color-scheme") == false)
  }

  @Test("a page of a DocC catalogue has its pictures in Resources, light and dark")
  func aPageOfADocCCatalogueHasItsPicturesInResourcesLightAndDark() throws {
    let path = "Sources/X/X.docc/Page.md"
    let world = world("<!-- marbles: share.json svg -->", at: path)
    world.put(TestWorld.recording().json(), "Sources/X/X.docc/share.json")
    _ = world.run("docs", path)
    #expect(world.text(path)?.contains("](share)\n") == true)
    for name in ["share.svg", "share~dark.svg"] {
      #expect(world.text("Sources/X/X.docc/Resources/\(name)")?.contains("<svg") == true)
    }
  }

  @Test("an error in a page is reported with its line, and nothing is written")
  func anErrorInAPageIsReportedWithItsLineAndNothingIsWritten() {
    let pages = [
      ("<!-- marbles: ../share.json smv -->", "1:1: error: unknown word 'smv'"),
      ("\n<!-- marbles: -->", "2:1: error: the marker has no file name"),
      (
        "\n\n<!-- marbles: nowhere.txt -->",
        "3:1: error: cannot read 'docs/nowhere.txt': no such file"
      ),
      ("text\n```marbles\nlet a", "2:1: error: the code block has no end"),
      ("<!-- marbles: ../share.json width=x -->", "1:1: error: 'x' is not a valid width"),
      (
        "<!-- marbles: ../share.json picture -->",
        "2:1: error: another picture of this page is in 'docs/../share.svg'"
      ),
      (
        "<!-- marbles: ../share.json name=../x -->",
        "1:1: error: '../x' is not a valid picture name"
      ),
    ]
    for (page, message) in pages {
      let page = "\(page)\n<!-- marbles: ../share.json svg -->\n"
      let world = world(page)
      let ending = world.run("docs", "docs/page.md")
      #expect(ending.errors.contains("docs/page.md:" + message), "\(ending.errors)")
      #expect(ending.status == .invalidInput)
      #expect(world.text("docs/page.md") == page)
      #expect(world.text("docs/../share.svg") == nil)
    }
  }

  @Test("docs searches folders for pages")
  func docsSearchesFoldersForPages() {
    let world = world(Self.page)
    world.files.folders = ["docs"]
    world.put("no picture here", "docs/other.md")
    world.put("<!-- marbles: -->", "docs/other.txt")
    #expect(world.run("docs", "docs").status == .success)
    #expect(world.text("docs/other.md") == "no picture here")
    world.files.folders = ["empty"]
    #expect(world.run("docs", "empty").errors == "empty: no Markdown files\n")
  }

  @Test("text that looks like Markdown or HTML is escaped in a page")
  func textThatLooksLikeMarkdownOrHTMLIsEscapedInAPage() throws {
    let title = "](x) <script> ``` --> \u{202E} & \" | \n# x"
    let world = TestWorld()
    world.put(TestWorld.recording(title: title).json(), "x.json")
    world.put(
      """
      <!-- marbles: x.json svg -->

      <!-- marbles: x.json -->

      <!-- marbles: x.json picture name=y -->
      """, "page.md")
    #expect(world.run("docs", "page.md").status == .success)
    let text = try #require(world.text("page.md"))
    #expect(text.contains("\n![\\](x) \\<script\\> \\`\\`\\` --\\> ⟨RLO⟩ \\& \" | ␊# x"))
    #expect(text.contains("\n````text\n"))
    #expect(text.contains("alt=\"](x) &lt;script&gt; ``` --&gt; ⟨RLO⟩ &amp; &quot; | ␊# x"))
    #expect(world.run("docs", "page.md", "--check").status == .success)
  }
}

@Suite("Snapshots")
struct SnapshotsTests {
  @Test("snapshots --unused lists the snapshots that no test uses")
  func snapshotsUnusedListsTheSnapshotsThatNoTestUses() {
    let world = TestWorld()
    world.files.folders = ["Tests", "Tests/A", "Tests/A/__Marbles__"]
    world.put(
      """
      @Test func shares() { expectSnapshot(of: recording, as: .svg, named: "late one") }
      @Test func `with spaces`() { expectSnapshot(of: recording) }
      """, "Tests/A/ShareTests.swift")
    let used = ["ShareTests.shares.late-one.svg", "ShareTests.with-spaces.txt"]
    let unused = ["GoneTests.shares.txt", "ShareTests.gone.txt", "ShareTests.shares.other.svg"]
    for name in used + unused { world.put("x", "Tests/A/__Marbles__/" + name) }
    let ending = world.run("snapshots", "--unused", "Tests")
    #expect(ending.output == unused.map { "Tests/A/__Marbles__/\($0)\n" }.joined())
    #expect(ending.errors == "5 snapshots, 3 unused\n")
    #expect(ending.status == .failed)
  }

  @Test("a snapshot is found by the file-name spelling of its test file")
  func aSnapshotIsFoundByTheFileNameSpellingOfItsTestFile() {
    let world = TestWorld()
    world.files.folders = ["Tests", "Tests/__Marbles__"]
    world.put(
      "@Test func draws<T>(_ value: T) { expectSnapshot(of: recording) }",
      "Tests/Recording+Draws.swift")
    world.put("@Test func other() {}", "Tests/Recording-Draws.swift")
    for name in ["draws", "other", "gone"] {
      world.put("x", "Tests/__Marbles__/Recording-Draws.\(name).txt")
    }
    let ending = world.run("snapshots", "--unused", "Tests")
    #expect(ending.output == "Tests/__Marbles__/Recording-Draws.gone.txt\n")
    #expect(ending.errors == "3 snapshots, 1 unused\n")
  }

  @Test("snapshots without an option is refused")
  func snapshotsWithoutAnOptionIsRefused() {
    let ending = TestWorld().run("snapshots", "Tests")
    #expect(ending.errors == "marbles: error: marbles snapshots needs '--unused'\n")
    #expect(ending.status == .invalidInput)
  }

  @Test("a computed snapshot name counts as a use of all names")
  func aComputedSnapshotNameCountsAsAUseOfAllNames() {
    let source = TestSource(#"func a() { x(named: "\(b)") } func c() { x(named: d) }"#)
    #expect(source.hasComputedNames)
    #expect(source.names.isEmpty)
    #expect(source.functions == ["a", "c"])
  }
}
