/// A command of the tool, as it is parsed and explained.
struct CommandSpec: Hashable, Sendable {
  /// Empty for drawing, which needs no word.
  let name: String
  /// What follows the name: `FILE…`.
  let operands: String
  /// How many operands there may be.
  let count: ClosedRange<Int>
  let summary: String
  let options: [OptionSpec]
  /// Lines at the end of the help.
  let notes: [String]

  init(
    _ name: String, _ operands: String, count: ClosedRange<Int>, _ summary: String,
    options: [OptionSpec], notes: [String] = []
  ) {
    self.name = name
    self.operands = operands
    self.count = count
    self.summary = summary
    self.options = options + [.help]
    self.notes = notes
  }

  /// What is typed to call it.
  var call: String { name.isEmpty ? "marbles" : "marbles \(name)" }
}

// MARK: The commands

extension CommandSpec {
  private static let many = 1...100_000
  private static let reading: [OptionSpec] = [.grammar, .dialect, .strict, .color]
  private static let drawing: [OptionSpec] =
    OutputKind.allCases.map(\.option)
    + [
      .output, .check, .force, .theme, .width, .unicode, .lanes, .from, .until, .hide,
    ]

  static let draw = CommandSpec(
    "", "FILE…", count: many, "draw scripts, recordings, traces and swirly files",
    options: drawing + reading + [.version],
    notes: [
      "A FILE is a script, a recording (JSON), a trace (a JSON object a line) or a swirly",
      "diagram; - is standard input. Without a format the picture is text on standard output;",
      "with one it is a file beside FILE.",
      "",
      "Exit status: 0 fine; 1 an expectation failed or a file is not up to date; 2 a mistake",
      "in usage or a script; 3 a file could not be read or written.",
    ])

  static let checkScripts = CommandSpec(
    "check", "FILE…", count: many, "run the expectations of scripts, one line each",
    options: reading)

  static let diff = CommandSpec(
    "diff", "A B", count: 2...2, "compare two scripts or recordings, lane by lane",
    options: drawing.filter { $0.name != "json" } + reading,
    notes: ["Exit status 1 if they differ."])

  static let compare = CommandSpec(
    "compare", "FILE…", count: many, "a table of scripts: a column for what each subscriber saw",
    options: [.markdown, .dialects, .output, .check, .force] + reading)

  static let grammar = CommandSpec(
    "grammar", "STRING…", count: many, "what a marble string means, frame by frame",
    options: [.json, .grammar, .strict, .color])

  static let operators = CommandSpec(
    "operators", "[NAME…]", count: 0...1_000, "the catalogue of operators, with examples",
    options: [.color])

  static let docs = CommandSpec(
    "docs", "PATH…", count: many, "bring the pictures in Markdown and DocC up to date",
    options: [.check, .force, .theme] + reading,
    notes: [
      "Pictures are made for fenced blocks that begin with ```marbles, and for markers such as",
      "<!-- marbles: examples/share.txt svg -->; they stand behind them. A PATH is a file or a",
      "folder, which is searched for .md files.",
    ])

  static let watch = CommandSpec(
    "watch", "FILE…", count: many, "draw again whenever a file changes",
    options: drawing.filter { $0 != .check } + reading)

  static let explore = CommandSpec(
    "explore", "FILE…", count: many, "run the threads of scripts in every order",
    options: drawing.filter { $0 != .check } + reading,
    notes: [
      "Draws, of the orders in which an expectation fails, the one with the fewest changes from",
      "one thread to another. Of more than 5,000 orders 1,000 are drawn by lot, always the same.",
      "",
      "Exit status 1 if an expectation fails in any order.",
    ])

  static let snapshots = CommandSpec(
    "snapshots", "PATH…", count: many, "look after the snapshots of tests",
    options: [.unused, .color])

  static let all: [CommandSpec] = [
    draw, checkScripts, diff, compare, explore, grammar, operators, docs, watch, snapshots,
  ]

  static func named(_ name: String) -> CommandSpec? {
    name.isEmpty ? nil : all.first { $0.name == name }
  }
}
