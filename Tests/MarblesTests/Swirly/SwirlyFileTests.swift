import Testing

@testable import Marbles

@Suite("A swirly file")
struct SwirlyFileTests {
  private func line(_ stream: SwirlyFile.Stream) -> String {
    stream.events.map { event in
      let mark: String =
        switch event.mark {
        case .value(_, let label): label
        case .inner(let name): "<\(name)>"
        case .finished: "|"
        case .failed: "#"
        }
      return "\(event.frame) \(mark)" + (event.isGhost ? "?" : "")
    }.joined(separator: ", ")
  }

  private func blocks(_ file: SwirlyFile) -> [String] {
    file.blocks.map { block in
      switch block {
      case .stream(let stream): (stream.title.map { $0 + ": " } ?? "") + line(stream)
      case .operation(let operation): "> " + operation.title
      }
    }
  }

  @Test("a file contains streams, named streams and operators")
  func aFileContainsStreamsNamedStreamsAndOperators() {
    let file = SwirlyFile(
      parsing: """
        % three inner streams, one after the other
        x = --a-b|

        y = -c|
        title = second
        c := cherry

        -x----y----|

        > concatAll

           --a-b-c-|

        """)
    #expect(
      blocks(file) == [
        "1 <x>, 6 <y>, 11 |", "> concatAll",
        "5 a, 7 b, 9 c, 11 |",
      ])
    #expect(file.inner["x"].map(line) == "2 a, 4 b, 5 |")
    #expect(file.inner["y"].map(line) == "1 cherry, 2 |")
    #expect(file.inner["y"]?.title == "second")
    #expect(file.problems.isEmpty)
  }

  @Test("a stream can have a title, ghosts, labels and an offset")
  func aStreamCanHaveATitleGhostsLabelsAndAnOffset() {
    let file = SwirlyFile(
      parsing: "  -a-b-(c|)\r\ntitle = input\r\nghosts = a, c\r\nb := twenty two\r\n")
    #expect(blocks(file) == ["input: 3 a?, 5 twenty two, 7 c?, 7 |"])
    guard case .stream(let stream)? = file.blocks.first else { return }
    #expect(stream.offset == 2)
    #expect(stream.length == 11)
    #expect(file.problems.isEmpty)
  }

  @Test("styles are accepted with a warning")
  func stylesAreAcceptedWithAWarning() {
    let file = SwirlyFile(
      parsing: "[styles]\nframe_width = 20\n\n[styles.a]\nfill_color = red\n\n-a-|\n")
    #expect(blocks(file) == ["1 a, 3 |"])
    #expect(
      file.problems.map(\.description) == [
        "1:1: warning: '[styles]' is ignored: pictures have one look",
        "4:1: warning: '[styles.a]' is ignored: pictures have one look",
      ])
  }

  @Test("all errors of a file are reported at once, each with its place")
  func allErrorsOfAFileAreReportedAtOnceEachWithItsPlace() {
    let file = SwirlyFile(
      parsing: """
        title = lost

        x = -a b|

        x = -c|

        foo = -d-|

        -a-^-(b
        ghosts = z
        weight = red
        y := why
        -c-d-|

        >
        """)
    #expect(
      file.problems.map(\.description) == [
        "1:1: error: 'title' has no stream to belong to; put it directly below one",
        "3:5: error: the stream 'x' has a space in it; write '-' for a frame",
        "5:1: error: a second stream is called 'x'; choose another name",
        "7:1: error: 'foo' cannot name a stream; a name is one character",
        "9:4: error: '^' is the zero point of a hot string; "
          + "a cold one begins when it is subscribed",
        "9:6: warning: the group is not closed, so it was taken to the end; add ')'",
        "10:10: warning: no marble 'z' is in this stream",
        "11:1: warning: a stream has no setting 'weight'; it has 'title', 'ghosts' and 'a := text'",
        "12:1: warning: no marble 'y' is in this stream",
        "13:1: warning: '-c-d-|' is not a setting and is ignored; "
          + "put a blank line before a stream",
        "15:1: warning: the operator has no name; write '> map'",
      ])
  }

  @Test("a stream that contains itself is an error")
  func aStreamThatContainsItselfIsAnError() {
    let file = SwirlyFile(parsing: "x = -y|\n\ny = -x|\n\nz = -x|\n\n-x-z-|\n")
    #expect(file.errors.map(\.message).contains("the stream 'y' contains itself"))
    #expect(file.inner["x"].map(line) == "1 y, 2 |")
    let doubling = (0..<20).map { index in
      let name = Character(Unicode.Scalar(UInt8(65 + index)))
      let next = Character(Unicode.Scalar(UInt8(66 + index)))
      return "\(name) = \(next)\(next)|\n\n"
    }
    let large = SwirlyFile(parsing: doubling.joined() + "-A-|\n")
    #expect(
      large.errors.map(\.message) == ["more than 1000 inner streams would have to be drawn"])
  }

  @Test("a file without a stream is an error")
  func aFileWithoutAStreamIsAnError() {
    #expect(SwirlyFile(parsing: "").errors.map(\.message) == ["there is no stream to draw"])
    #expect(SwirlyFile(parsing: "> map").errors.map(\.message) == ["there is no stream to draw"])
  }

  @Test(
    "a swirly file is recognized by its first line",
    arguments: [
      ("% comment\n", true), ("\n\n-a-b-|", true), ("> map", true), ("[styles]\na = b", true),
      ("[links]\na = b", true), ("[1, 2]", false),
      ("x = --a-|", true), ("  --a--|", true), ("\u{FEFF}% x", true), ("(ab)-|", true),
      ("-a-^-b c|", true), ("x = -a b-|", true),
      ("// comment\n", false), ("title \"x\"", false), ("let x = Just(1)", false),
      ("response: -a-|", false), ("frame 10ms", false), ("", false), ("var x = -1", false),
      ("a.sink()", false), ("x := -a", false), ("expect A: -a-|", false),
    ])
  func aSwirlyFileIsRecognizedByItsFirstLine(text: String, isSwirly: Bool) {
    #expect(SwirlyFile.recognizes(text) == isSwirly)
  }

  @Test("unknown blocks and lines are ignored with a warning")
  func unknownBlocksAndLinesAreIgnoredWithAWarning() {
    let file = SwirlyFile(
      parsing: """
        [styles]
        event_radius = 30

        --p--q--|
          % an indented comment
        title = source
            ----q|

        [links]
        a = b

        """)
    #expect(
      file.problems.map(\.description) == [
        "1:1: warning: '[styles]' is ignored: pictures have one look",
        "7:5: warning: '    ----q|' is not a setting and is ignored; "
          + "put a blank line before a stream",
        "9:1: warning: the block '[links]' is not supported and is ignored",
      ])
    guard case .stream(let stream) = file.blocks.first else {
      Issue.record("the stream is missing")
      return
    }
    #expect(file.blocks.count == 1)
    #expect(stream.title == "source")
  }

  @Test(
    "the grid mode is one error", arguments: ["", "% a comment\n"])
  func theGridModeIsOneError(start: String) {
    let text = start + "@ t | 0 | 1 | 2\n\n> s | 'p' |  | 'q'\n"
    #expect(SwirlyFile.recognizes(text))
    #expect(
      SwirlyFile(parsing: text).errors.map(\.message) == [
        "the grid mode of mdbook-swirly is not supported"
      ])
  }

  @Test("a file can begin with a named stream in parentheses")
  func aFileCanBeginWithANamedStreamInParentheses() {
    #expect(SwirlyFile.recognizes("x = (pq)r\n\n-x---|\n"))
    #expect(!SwirlyFile.recognizes("x = (1 + 2)\n"))
  }
}
