import Marbles
import Testing

@testable import MarblesCommand

@Suite("Arguments")
struct UsageTests {
  @Test(
    "a usage error is reported with the remedy, and nothing is read or written",
    arguments: [
      ([], "marbles needs PATH…"),
      (["--sgv", "share.json"], "unknown option '--sgv'; did you mean '--svg'?"),
      (["-x", "share.json"], "unknown option '-x'"),
      (["share.json", "-svg"], "unknown option '-svg'; did you mean '--svg'?"),
      (["--png", "share.json"], "unknown option '--png'; did you mean '-o FILE.png'?"),
      (
        ["chek", "share.json"],
        "there is no file and no command 'chek'; did you mean 'marbles check'?"
      ),
      (["version"], "there is no file and no command 'version'; did you mean 'marbles --version'?"),
      (["share.json", "--theme"], "'--theme' needs a value: --theme auto|light|dark"),
      (["share.json", "--theme", "drak"], "'--theme' cannot be 'drak'; did you mean 'dark'?"),
      (
        ["share.json", "--theme", "x"],
        "'--theme' cannot be 'x'; write one of auto, light, dark"
      ),
      (["share.json", "--svg=yes"], "'--svg' takes no value"),
      (["share.json", "-o", "a", "-o", "b"], "'--output' is given twice"),
      (["share.json", "--markdown"], "'--markdown' belongs to 'marbles compare'"),
      (["diff", "a"], "marbles diff needs A B"),
      (["diff", "a", "b", "c"], "marbles diff takes A B only; remove 'c'"),
      (["-", "-"], "standard input can be read only once"),
      (
        ["share.json", "--width", "3"],
        "'--width' cannot be '3'; write a whole number from 40 to 10000"
      ),
      (
        ["share.json", "--svg", "--width", "wide"],
        "'--width' cannot be 'wide'; write a whole number from 480 to 100000"
      ),
      (
        ["share.json", "share.json", "--svg", "-o", "a.svg"],
        "several pictures cannot be written to one file 'a.svg'; name a folder: '-o a.svg/'"
      ),
      (
        ["share.json", "share.json", "--svg", "-o", "a/"],
        "two pictures would be written to 'a/share.svg'; draw them separately, or rename one"
      ),
      (
        ["-", "--svg"],
        "a picture of standard input needs '-o FILE', or '-o -' for standard output"
      ),
      (
        ["share.json", "--check"],
        "'--check' compares files; standard output is not a file"
      ),
      (
        ["share.json", "--lanes", "B"],
        "there is no lane or stage 'B'; write one of up, A, share()"
      ),
      (["share.json", "--hide", "mised"], "'--hide' cannot be 'mised'; did you mean 'missed'?"),
      (
        ["share.json", "--from", "soon"],
        "'--from' cannot be 'soon'; write frames (40) or a duration (30ms, 1.5s, 2m)"
      ),
      (
        ["share.json", "--from", "50", "--until", "2"],
        "'--until' is earlier than '--from'"
      ),
      (["share.json", "--lanes", ","], "'--lanes' is empty; write --lanes A,B"),
      (["share.json", "--hide", ",,,"], "'--hide' is empty; write --hide PART,…"),
      (["help", "chekc"], "there is no command 'chekc'; did you mean 'check'?"),
      (
        ["share.json", "--generate-completion", "tcsh"],
        "'--generate-completion' cannot be 'tcsh'; write one of bash, zsh, fish"
      ),
      (
        ["share.json", "-o", "a.svgg"],
        "the format of 'a.svgg' is unknown; end its name in .txt, .svg, .mmd, .graph.mmd, .json, .html, .png, .pdf, or name the format: --svg"
      ),
      (
        ["share.json", "--svg", "--html", "-o", "-"],
        "several documents cannot be written to standard output; name a folder: '-o DIR/'"
      ),
      (
        ["share.json", "share.json", "--json", "-o", "-"],
        "several documents cannot be written to standard output; name a folder: '-o DIR/'"
      ),
      (["watch", "-"], "standard input cannot be watched; name files or folders"),
      (["operators", "sharee"], "there is no operator 'sharee'; did you mean 'share'?"),
      (["--\u{1B}[31m", "share.json"], "unknown option '--␛[31m'"),
    ] as [([String], String)])
  func aUsageErrorIsReportedWithTheRemedyAndNothingIsReadOrWritten(
    arguments: [String], message: String
  ) {
    let world = TestWorld.withRecording()
    let before = world.files.contents
    let ending = world.run(arguments)
    #expect(
      ending.errors.split(separator: "\n").first.map(String.init) == "marbles: error: " + message)
    #expect(ending.status == .invalidInput)
    #expect(ending.output == "")
    #expect(world.files.contents == before)
  }

  @Test("all errors are reported at once")
  func allErrorsAreReportedAtOnce() {
    let ending = TestWorld().run("--sgv", "--theme=x", "-q")
    #expect(
      ending.errors == """
        marbles: error: unknown option '--sgv'; did you mean '--svg'?
        marbles: error: '--theme' cannot be 'x'; write one of auto, light, dark
        marbles: error: unknown option '-q'
        marbles: error: marbles needs PATH…
        try 'marbles --help'

        """)
  }

  @Test(
    "--help and help print the help of each command", arguments: MarblesTool.commands.map(\.name))
  func helpAndHelpPrintTheHelpOfEachCommand(name: String) throws {
    let command = try #require(MarblesTool.commands.first { $0.name == name })
    #expect(
      TestWorld().run(["help"] + (name.isEmpty ? [] : [name])).output
        == HelpText.text(of: command, among: MarblesTool.commands))
    for option in ["--help", "-h"] {
      let words = command.name.isEmpty ? [option] : [command.name, option]
      let ending = TestWorld().run(words)
      #expect(ending.status == .success)
      #expect(ending.errors == "")
      #expect(ending.output.hasPrefix("usage: \(command.call) [options] \(command.operands)\n"))
      for spec in command.options { #expect(ending.output.contains("--\(spec.name)")) }
      for line in ending.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test("--version prints the version")
  func versionPrintsTheVersion() {
    let ending = TestWorld().run("--version")
    #expect(ending.output == "marbles \(MarblesTool.version)\n")
    #expect(ending.status == .success)
  }

  @Test("values can be written in three ways, and -- ends the options")
  func valuesCanBeWrittenInThreeWaysAndEndsTheOptions() {
    for arguments in [
      ["share.json", "-o", "x.svg"], ["-ox.svg", "share.json"], ["--output=x.svg", "share.json"],
      ["-o", "x.svg", "--", "share.json"],
    ] {
      let world = TestWorld.withRecording()
      #expect(world.run(arguments).status == .success)
      #expect(world.text("x.svg")?.contains("<svg") == true)
    }
  }

  @Test(
    "operands of grammar are marble strings unless they are spelled like an option",
    arguments: ["--a--b|", "-a-b|", "-h-|", "---", "-", "--svg|"])
  func operandsOfGrammarAreMarbleStringsUnlessTheyAreSpelledLikeAnOption(string: String) {
    let ending = TestWorld().run("grammar", string)
    #expect(ending.errors == "")
    #expect(ending.status == .success)
    #expect(ending.output == TestWorld().run("grammar", "--", string).output)
    for options in [["--json"], ["--strict", "--grammar=rxjs6"], ["--grammar", "rxjs6"]] {
      let before = TestWorld().run(["grammar"] + options + ["--", string])
      let behind = TestWorld().run(["grammar", string] + options)
      #expect(behind.output == before.output)
      #expect(behind.status == before.status)
    }
    for help in ["-h", "--help"] {
      #expect(TestWorld().run("grammar", string, help).output.hasPrefix("usage: marbles grammar"))
    }
  }

  @Test("a file named like a command is drawn if its folder is given")
  func aFileNamedLikeACommandIsDrawnIfItsFolderIsGiven() {
    let world = TestWorld()
    world.put(TestWorld.recording().json(), "./check")
    #expect(world.run("./check").output.hasPrefix("A picture\n"))
  }

  @Test(
    "durations are parsed",
    arguments: [
      ("30ms", 30_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000), ("7us", 7_000),
      ("9ns", 9), ("", nil), ("ms", nil), ("-1s", nil), ("1e3s", nil), ("1.2.3s", nil),
      ("9999999999999999s", nil), ("3 s", nil),
    ] as [(String, Int64?)])
  func durationsAreParsed(text: String, nanoseconds: Int64?) {
    #expect(DurationText.parse(text)?.nanoseconds == nanoseconds)
  }
}
