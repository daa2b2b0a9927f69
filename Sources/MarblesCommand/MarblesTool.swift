/// The command as a function of its arguments and its environment.
enum MarblesTool {
  static let version = "0.1.0"

  /// All commands; the first is used if none is named.
  static let commands: [CommandSpec] = [
    .draw, .check, .diff, .compare, .explore, .grammar, .operators, .docs, .watch, .snapshots,
    .helpCommand,
  ]

  static func run(_ arguments: [String], in environment: Environment) -> ExitStatus {
    let parsed = ParsedArguments(arguments, commands: commands) {
      environment.files.kind(of: $0) != .missing
    }
    let console = Console(environment, color: parsed.value(.color))
    let context = CommandContext(arguments: parsed, console: console, commands: commands)
    if parsed.has(.help) {
      console.print(HelpText.text(of: parsed.command, among: commands))
    } else if parsed.has(.version) {
      console.print("marbles \(version)\n")
    } else if !parsed.errors.isEmpty {
      console.report(parsed.errors, call: parsed.command.call)
    } else if let shell = parsed.value(.completion) {
      console.print(Completion.script(for: shell, commands) ?? "")
    } else if parsed.has(.manual) {
      console.print(ManualPage.text(commands, version: version))
    } else {
      parsed.command.run(context)
    }
    return console.finish()
  }
}
