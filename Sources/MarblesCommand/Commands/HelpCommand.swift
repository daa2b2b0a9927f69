import MarblesScript

extension CommandSpec {
  static let helpCommand = CommandSpec(
    "help", "[COMMAND]", count: 0...1, "print the help of a command",
    options: [.color],
    run: { context in
      let name = context.arguments.operands.first ?? ""
      guard let command = context.commands.first(where: { $0.name == name }) else {
        let names = context.commands.map(\.name)
        let suggestion = Suggestion.nearest(to: name, among: names)
        return context.console.report(.unknownCommand(name, suggestion: suggestion))
      }
      context.console.print(HelpText.text(of: command, among: context.commands))
    })
}
