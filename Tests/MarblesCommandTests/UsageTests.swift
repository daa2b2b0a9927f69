import Testing

@testable import MarblesCommand

@Suite("Arguments")
struct UsageTests {
  @Test(
    "that are wrong are refused with what to do, and nothing is read or written",
    arguments: [
      ([], "marbles needs FILE…"),
      (["--sgv", "share.json"], "unknown option '--sgv'; did you mean '--svg'?"),
      (["-x", "share.json"], "unknown option '-x'"),
      (
        ["chek", "share.json"],
        "there is no file and no command 'chek'; did you mean 'marbles check'?"
      ),
      (["share.json", "--theme"], "'--theme' needs a value: --theme auto|light|dark"),
      (["share.json", "--theme", "drak"], "'--theme' cannot be 'drak'; did you mean 'dark'?"),
      (
        ["share.json", "--theme", "x"],
        "'--theme' cannot be 'x'; it is one of auto, light, dark"
      ),
      (["share.json", "--svg=yes"], "'--svg' takes no value"),
      (["share.json", "-o", "a", "-o", "b"], "'--output' is given twice"),
      (["share.json", "--markdown"], "'--markdown' belongs to 'marbles compare'"),
      (["diff", "a"], "marbles diff needs A B"),
      (["diff", "a", "b", "c"], "marbles diff takes A B only; 'c' is too many"),
      (["-", "-"], "standard input can be read only once"),
      (
        ["share.json", "--width", "3"],
        "'--width' cannot be '3'; it is a whole number from 40 to 10000"
      ),
      (
        ["share.json", "--svg", "--width", "wide"],
        "'--width' cannot be 'wide'; it is a whole number from 480 to 100000"
      ),
      (
        ["share.json", "share.json", "--svg", "-o", "a.svg"],
        "several pictures cannot go into one file 'a.svg'; name a folder: '-o a.svg/'"
      ),
      (
        ["share.json", "share.json", "--svg", "-o", "a/"],
        "two pictures would be written to 'a/share.svg'; draw them apart, or rename one"
      ),
      (
        ["-", "--svg"],
        "a picture of standard input needs a place: '-o FILE', or '-o -' for standard output"
      ),
      (
        ["share.json", "--check"],
        "'--check' compares files; there is none on standard output"
      ),
      (
        ["share.json", "--lanes", "B"],
        "no lane or stage is called 'B'; it is one of up, A, share()"
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
      (["share.json", "--lanes", ","], "'--lanes' names nothing: --lanes A,B"),
      (["share.json", "--hide", ",,,"], "'--hide' names nothing: --hide PART,…"),
      (["operators", "sharee"], "no operator is called 'sharee'; did you mean 'share'?"),
      (["--\u{1B}[31m", "share.json"], "unknown option '--␛[31m'"),
    ] as [([String], String)])
  func mistakes(arguments: [String], message: String) {
    let world = TestWorld.withRecording()
    let before = world.files.contents
    let ending = world.run(arguments)
    #expect(
      ending.errors.split(separator: "\n").first.map(String.init) == "marbles: error: " + message)
    #expect(ending.status == .mistake)
    #expect(ending.output == "")
    #expect(world.files.contents == before)
  }

  @Test("that have several mistakes are told all of them")
  func severalMistakes() {
    let ending = TestWorld().run("--sgv", "--theme=x", "-q")
    #expect(
      ending.errors == """
        marbles: error: unknown option '--sgv'; did you mean '--svg'?
        marbles: error: '--theme' cannot be 'x'; it is one of auto, light, dark
        marbles: error: unknown option '-q'
        marbles: error: marbles needs FILE…
        try 'marbles --help'

        """)
  }

  @Test("ask for help, which every command has", arguments: CommandSpec.all.map(\.name))
  func help(name: String) throws {
    let command = CommandSpec.named(name) ?? .draw
    for option in ["--help", "-h"] {
      let words = command.name.isEmpty ? [option] : [command.name, option]
      let ending = TestWorld().run(words)
      #expect(ending.status == .fine)
      #expect(ending.errors == "")
      #expect(ending.output.hasPrefix("usage: \(command.call) [options] \(command.operands)\n"))
      for spec in command.options { #expect(ending.output.contains("--\(spec.name)")) }
      for line in ending.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }
  }

  @Test("ask for the version")
  func version() {
    let ending = TestWorld().run("--version")
    #expect(ending.output == "marbles \(MarblesTool.version)\n")
    #expect(ending.status == .fine)
  }

  @Test("may give values in three ways, and end the options")
  func forms() {
    for arguments in [
      ["share.json", "-o", "x.svg"], ["-ox.svg", "share.json"], ["--output=x.svg", "share.json"],
      ["-o", "x.svg", "--", "share.json"],
    ] {
      let world = TestWorld.withRecording()
      #expect(world.run(arguments).status == .fine)
      #expect(world.text("x.svg")?.contains("<svg") == true)
    }
  }

  @Test(
    "of grammar are marble strings, unless they are spelt like its options",
    arguments: ["--a--b|", "-a-b|", "-h-|", "---", "-", "--svg|"])
  func marbleStrings(string: String) {
    let ending = TestWorld().run("grammar", string)
    #expect(ending.errors == "")
    #expect(ending.status == .fine)
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

  @Test("name a file that is called like a command with its folder")
  func fileLikeCommand() {
    let world = TestWorld()
    world.put(TestWorld.recording().json(), "./check")
    #expect(world.run("./check").output.hasPrefix("A picture\n"))
  }

  @Test(
    "know durations",
    arguments: [
      ("30ms", 30_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000), ("7us", 7_000),
      ("9ns", 9), ("", nil), ("ms", nil), ("-1s", nil), ("1e3s", nil), ("1.2.3s", nil),
      ("9999999999999999s", nil), ("3 s", nil),
    ] as [(String, Int64?)])
  func durations(text: String, nanoseconds: Int64?) {
    #expect(DurationText.parse(text)?.nanoseconds == nanoseconds)
  }
}
