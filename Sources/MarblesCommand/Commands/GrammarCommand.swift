import Marbles
import MarblesScript

extension CommandSpec {
  static let grammar = CommandSpec(
    "grammar", "STRING…", count: many, "print the meaning of marble strings, frame by frame",
    options: [.json, .grammar, .strict, .color], takesMarbleStrings: true,
    run: { GrammarCommand(context: $0).run() })
}

/// `marbles grammar STRING…`: prints the meaning of marble strings.
private struct GrammarCommand {
  let context: CommandContext

  func run() {
    let arguments = context.arguments
    let console = context.console
    let dialect = arguments.value(.grammar).flatMap(MarbleString.Dialect.init(rawValue:)) ?? .rxjs
    for string in arguments.operands {
      let meaning = MarbleString(string, dialect: dialect).meaning
      report(meaning.problems, of: string)
      if arguments.has(.json) {
        console.print(meaning.json + "\n")
      } else {
        if arguments.operands.count > 1 { console.print("\(shown(string))\n") }
        console.print(meaning.text)
      }
      if !meaning.isReadable { console.raise(.invalidInput) }
    }
  }

  private func report(_ problems: [MarbleString.Problem], of string: String) {
    let source = SourceText(name: "grammar", text: string)
    let diagnostics = problems.map { problem in
      Diagnostic(
        MarbleStringError(problem: problem, isStrict: context.arguments.has(.strict)),
        at: SourceRange(problem.range.lowerBound, problem.range.upperBound))
    }
    guard !diagnostics.isEmpty else { return }
    context.console.show(diagnostics.rendered(in: source))
    if diagnostics.containsError { context.console.raise(.invalidInput) }
  }
}

private struct MarbleStringError: DiagnosticMessage {
  let problem: MarbleString.Problem
  let isStrict: Bool

  var severity: Diagnostic.Severity { problem.isError || isStrict ? .error : .warning }
  var text: String { problem.message }
}
