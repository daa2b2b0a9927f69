/// A subcommand: its arguments, its help and its implementation.
struct CommandSpec: Sendable {
  /// Empty for drawing, which has no name.
  let name: String
  /// The operands in the help: `FILE…`.
  let operands: String
  /// The permitted number of operands.
  let count: ClosedRange<Int>
  let summary: String
  let options: [OptionSpec]
  /// Lines at the end of the help.
  let notes: [String]
  /// Calls, and their effects.
  let examples: [(call: String, effect: String)]
  /// Whether operands are marble strings, which can begin with a dash.
  let takesMarbleStrings: Bool
  let run: @Sendable (CommandContext) -> Void

  init(
    _ name: String, _ operands: String, count: ClosedRange<Int>, _ summary: String,
    options: [OptionSpec], notes: [String] = [],
    examples: [(call: String, effect: String)] = [], takesMarbleStrings: Bool = false,
    run: @escaping @Sendable (CommandContext) -> Void
  ) {
    self.name = name
    self.operands = operands
    self.count = count
    self.summary = summary
    self.options = options + [.help]
    self.notes = notes
    self.examples = examples
    self.takesMarbleStrings = takesMarbleStrings
    self.run = run
  }

  /// The words that call the command.
  var call: String { name.isEmpty ? "marbles" : "marbles \(name)" }

  /// The number of operands of a command that takes any number of files.
  static let many = 1...100_000

  /// The options of each command that reads scripts.
  static let reading: [OptionSpec] = [.grammar, .dialect, .strict, .color]
}

/// The input of a command: its arguments and its connection to the system.
struct CommandContext {
  let arguments: ParsedArguments
  let console: Console
  /// All commands, for the help.
  let commands: [CommandSpec]
}
