/// The command as a function of its arguments and of everything outside of it.
enum MarblesTool {
  static let version = "0.1.0"

  static func run(_ arguments: [String], in environment: Environment) -> ExitStatus {
    let parsed = ParsedArguments(arguments) { environment.files.kind(of: $0) != .missing }
    let console = Console(environment, color: parsed.value(.color))
    if parsed.has(.help) {
      console.print(HelpText.of(parsed.command))
      return console.finish()
    }
    if parsed.has(.version) {
      console.print("marbles \(version)\n")
      return console.finish()
    }
    guard parsed.mistakes.isEmpty else {
      return console.refuse(parsed.mistakes, command: parsed.command)
    }
    perform(parsed, console)
    return console.finish()
  }

  private static func perform(_ arguments: ParsedArguments, _ console: Console) {
    switch arguments.command {
    case .checkScripts: CheckCommand(arguments, console).run()
    case .diff: DiffCommand(arguments, console).run()
    case .compare: CompareCommand(arguments, console).run()
    case .grammar: GrammarCommand(arguments, console).run()
    case .operators: OperatorsCommand(arguments, console).run()
    case .explore: ExploreCommand(arguments, console).run()
    case .docs: DocsCommand(arguments, console).run()
    case .snapshots: SnapshotsCommand(arguments, console).run()
    case .watch: WatchCommand(arguments, console).run()
    default: DrawCommand(arguments, console).run()
    }
  }
}
