import Marbles
import Testing

@testable import MarblesCommand

@Suite("Drawing")
struct DrawTests {
  @Test("a recording is printed as text, without messages")
  func aRecordingIsPrintedAsTextWithoutMessages() {
    let ending = TestWorld.withRecording().run("share.json")
    #expect(ending.status == .success)
    #expect(ending.output.hasPrefix("A picture\n"))
    #expect(ending.output.contains("share()"))
    #expect(ending.errors == "")
  }

  @Test(
    "each format is written beside its input, and reported",
    arguments: [
      ("--svg", "share.svg", "<svg"), ("--mermaid", "share.mmd", "sequenceDiagram"),
      ("--graph", "share.graph.mmd", "graph LR"),
    ])
  func eachFormatIsWrittenBesideItsInputAndReported(option: String, path: String, content: String) {
    let world = TestWorld()
    world.put(TestWorld.recording().json(), "in/recorded.json")
    let name = "in/" + path.replacing("share", with: "recorded")
    let ending = world.run("in/recorded.json", option)
    #expect(ending.errors == "\(name): written\n")
    #expect(ending.output == "")
    #expect(world.text(name)?.contains(content) == true)
    #expect(world.run("in/recorded.json", option).errors == "\(name): unchanged\n")
  }

  @Test(
    "a file that is missing is suggested without its extension, or with a similar name",
    arguments: [
      ("share", "share.json"), ("shrae.json", "share.json"), ("in/tap", "in/tap.txt"),
      ("in/tab.txt", "in/tap.txt"), ("in/map", nil), ("out/share", nil), ("in/picture", nil),
    ])
  func aFileThatIsMissingIsSuggestedWithoutItsExtensionOrWithASimilarName(
    path: String, suggestion: String?
  ) {
    let world = TestWorld.withRecording()
    world.put("let a = Just(1).sink()\n", "in/tap.txt")
    world.put("", "in/picture.svg")
    let rest = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    let ending = world.run("check", path)
    #expect(ending.errors == "marbles: error: cannot read '\(path)': no such file\(rest)\n")
    #expect(ending.status == .fileError)
  }

  @Test("a folder stands for the scripts and traces in it")
  func aFolderStandsForTheScriptsAndTracesInIt() {
    let world = TestWorld()
    world.files.folders = ["in", "in/deep", "empty"]
    for name in ["b", "deep/a"] {
      world.put(
        "let s = PassthroughSubject()\nlet a = s.sink()\ns: -x\nexpect a: -x\n", "in/\(name).txt")
    }
    world.put(TestWorld.recording().json(), "in/c.json")
    let checked = world.run("check", "in")
    #expect(
      checked.output == """
        ok     in/b.txt: 1 expectation
        ok     in/deep/a.txt: 1 expectation
        2 scripts, 2 expectations

        """)
    #expect(
      world.run("in", "--svg").errors == "in/b.svg: written\nin/deep/a.svg: written\n")
    for arguments in [["empty"], ["check", "empty"]] {
      let ending = world.run(arguments)
      #expect(
        ending.errors
          == "marbles: error: cannot read 'empty': the folder has no scripts or traces "
          + "(.jsonl, .marbles, .txt)\n")
      #expect(ending.status == .fileError)
    }
  }

  @Test("a recording written as JSON draws the same picture")
  func aRecordingWrittenAsJSONDrawsTheSamePicture() {
    let world = TestWorld.withRecording()
    _ = world.run("share.json", "--json", "-o", "copy.json")
    #expect(world.text("copy.json") == world.text("share.json"))
    let first = world.run("share.json", "--svg", "-o", "-").output
    #expect(world.run("copy.json", "--svg", "-o", "-").output == first)
  }

  @Test("the extension of the output selects the format")
  func theExtensionOfTheOutputSelectsTheFormat() {
    let world = TestWorld.withRecording()
    for (name, content) in [("a.svg", "<svg"), ("a.graph.mmd", "graph"), ("a.mmd", "sequence")] {
      _ = world.run("share.json", "-o", name)
      #expect(world.text(name)?.contains(content) == true)
    }
  }

  @Test("several pictures are written into a folder")
  func severalPicturesAreWrittenIntoAFolder() {
    let world = TestWorld.withRecording()
    world.put(TestWorld.recording().json(), "two.json")
    world.files.folders = ["pictures"]
    for folder in ["pictures", "pictures/"] {
      let ending = world.run("share.json", "two.json", "--svg", "--mermaid", "-o", folder)
      #expect(ending.status == .success)
    }
    let made = world.files.contents.keys.filter { $0.hasPrefix("pictures/") }.sorted()
    #expect(
      made == ["pictures/share.mmd", "pictures/share.svg", "pictures/two.mmd", "pictures/two.svg"])
  }

  @Test("a missing folder with a final slash is created, but not by --check")
  func aMissingFolderWithAFinalSlashIsCreatedButNotByCheck() {
    let world = TestWorld.withRecording()
    #expect(world.run("share.json", "--svg", "-o", "new/", "--check").status == .failed)
    #expect(world.files.folders == [])
    #expect(world.run("share.json", "--svg", "-o", "new/").errors == "new/share.svg: written\n")
    #expect(world.files.folders == ["new"])
  }

  @Test("- reads standard input")
  func readsStandardInput() {
    let world = TestWorld()
    world.input.bytes = Array(TestWorld.recording().json().utf8)
    #expect(world.run("-", "--svg", "-o", "-").output.hasPrefix("<svg"))
    #expect(world.run("-").output.hasPrefix("A picture\n"))
  }

  @Test("a recording without a title is named after its file")
  func aRecordingWithoutATitleIsNamedAfterItsFile() {
    let world = TestWorld()
    world.put(TestWorld.recording(title: "").json(), "deep/in/here.json")
    #expect(world.run("deep/in/here.json").output.hasPrefix("here\n"))
  }

  @Test("a file that marbles did not write is overwritten only with --force")
  func aFileThatMarblesDidNotWriteIsOverwrittenOnlyWithForce() {
    let world = TestWorld.withRecording()
    for name in ["x.svg", "x.mmd", "x.graph.mmd", "x.txt", "x.json"] {
      world.put("precious", name)
      let refused = world.run("share.json", "-o", name)
      #expect(refused.status == .fileError)
      #expect(
        refused.errors
          == "marbles: error: cannot write '\(name)': marbles did not write this file; "
          + "use --force to overwrite it\n")
      #expect(world.text(name) == "precious")
      #expect(world.run("share.json", "-o", name, "--force").status == .success)
      #expect(world.text(name) != "precious")
      // Now it is ours, and may change.
      world.put(TestWorld.recording(title: "Another").json(), "other.json")
      #expect(world.run("other.json", "-o", name).errors == "\(name): written\n")
    }
  }

  @Test(
    "a file that quotes a signature of marbles is not overwritten",
    arguments: [
      ("x.txt", "notes\n\n-- marbles\nmore notes\n"), ("x.txt", "-- marbles: notes\n"),
      ("x.mmd", "%% notes\nsequenceDiagram\n%% marbles\n"), ("x.graph.mmd", "%% marbles\n"),
      ("x.svg", "<!-- class=\"marbles-auto\" --><svg></svg>\n"),
    ])
  func aFileThatQuotesASignatureOfMarblesIsNotOverwritten(name: String, text: String) {
    let world = TestWorld.withRecording()
    world.put(text, name)
    #expect(world.run("share.json", "-o", name).status == .fileError)
    #expect(world.text(name) == text)
  }

  @Test("an input is never overwritten, not even with --force")
  func anInputIsNeverOverwrittenNotEvenWithForce() {
    let world = TestWorld.withRecording()
    let before = world.text("share.json")
    let ending = world.run("share.json", "--json", "--force")
    #expect(ending.status == .fileError)
    #expect(ending.errors.contains("it is also an input"))
    #expect(world.text("share.json") == before)
  }

  @Test("--check lists files that would change and writes nothing")
  func checkListsFilesThatWouldChangeAndWritesNothing() {
    let world = TestWorld.withRecording()
    let missing = world.run("share.json", "--svg", "--check")
    #expect(missing.output == "share.svg: is missing\n")
    #expect(missing.status == .failed)
    #expect(world.text("share.svg") == nil)
    _ = world.run("share.json", "--svg")
    #expect(world.run("share.json", "--svg", "--check").status == .success)
    let before = world.text("share.svg")
    world.put(TestWorld.recording(title: "Another").json(), "share.json")
    let changed = world.run("share.json", "--svg", "--check")
    #expect(changed.output == "share.svg: would change\n")
    #expect(changed.status == .failed)
    #expect(world.text("share.svg") == before)
  }

  @Test("an unreadable file does not stop the others; the highest exit status counts")
  func anUnreadableFileDoesNotStopTheOthersTheHighestExitStatusCounts() {
    let world = TestWorld.withRecording()
    world.put("{\"format\": \"marbles recording\", \"version\": 7}", "wrong.json")
    let ending = world.run("missing.json", "wrong.json", "share.json")
    #expect(
      ending.errors
        == """
        marbles: error: cannot read 'missing.json': no such file
        wrong.json:1:45: error: version: version 7 is not known; this is a reader of version 1
         1 | {"format": "marbles recording", "version": 7}
           |                                            ^

        """.replacing(":45:", with: ":44:"))
    #expect(ending.output.hasPrefix("A picture\n"))
    #expect(ending.status == .fileError)
  }

  @Test("a closed pipe is ignored, a full device is an error")
  func aClosedPipeIsIgnoredAFullDeviceIsAnError() {
    let world = TestWorld.withRecording()
    world.output.problem = .closedPipe
    #expect(world.run("share.json").status == .success)
    world.output.problem = .full
    let ending = world.run("share.json")
    #expect(ending.status == .fileError)
    #expect(
      ending.errors
        == "marbles: error: cannot write 'standard output': no space left on the device\n")
  }

  @Test("messages are colored on a terminal only")
  func messagesAreColoredOnATerminalOnly() {
    let world = TestWorld()
    #expect(!world.run("nothing.json").errors.contains("\u{1B}"))
    #expect(world.run("nothing.json", "--color", "always").errors.contains("\u{1B}[31m"))
    world.terminal.isErrorTerminal = true
    #expect(world.run("nothing.json").errors.contains("\u{1B}[31m"))
    #expect(!world.run("nothing.json", "--color=never").errors.contains("\u{1B}"))
    world.variables = ["NO_COLOR": "1"]
    #expect(!world.run("nothing.json").errors.contains("\u{1B}"))
  }

  @Test("text wraps at the width of the terminal, or at --width")
  func textWrapsAtTheWidthOfTheTerminalOrAtWidth() {
    let world = TestWorld.withRecording(title: String(repeating: "wide ", count: 40))
    func widest(_ arguments: String...) -> Int {
      world.run(["share.json"] + arguments).output.split(separator: "\n").dropFirst()
        .map(\.count).max() ?? 0
    }
    world.terminal.outputWidth = 60
    #expect(widest() <= 60)
    #expect(widest("--width", "50") <= 50)
  }

  @Test("progress is shown on a terminal for more than three files")
  func progressIsShownOnATerminalForMoreThanThreeFiles() {
    let world = TestWorld.withRecording()
    world.terminal.isErrorTerminal = true
    #expect(world.run("share.json", "share.json").errors == "")
    let many = Array(repeating: "share.json", count: 5)
    #expect(world.run(many).errors.contains("[3/5] share.json"))
    world.terminal.isErrorTerminal = false
    #expect(world.run(many).errors == "")
  }

  @Test("watch draws a changed file again, and continues after an error")
  func watchDrawsAChangedFileAgainAndContinuesAfterAnError() {
    let world = TestWorld.withRecording()
    let other = TestWorld.recording(title: "Another").json()
    world.pauses = [
      { world.put("{", "share.json") }, {}, {}, { world.put(other, "share.json") }, {}, {},
    ]
    let ending = world.run("watch", "share.json", "--svg")
    #expect(
      ending.errors == """
        share.svg: written
        share.json: drawn
        watching 1 file; stop with Control-C
        share.json:1:2: error: the text ends too early; expected a key in quotes
         1 | {
           |  ^
        share.json: not drawn; waiting for the next change
        share.svg: written
        share.json: drawn

        """)
    #expect(world.text("share.svg")?.contains("Another") == true)
  }
}
