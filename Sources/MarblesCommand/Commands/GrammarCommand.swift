import Marbles
import MarblesScript

/// `marbles grammar STRING…`: what marble strings mean.
struct GrammarCommand {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() {
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
      if !meaning.isReadable { console.raise(.mistake) }
    }
  }

  private func report(_ problems: [MarbleString.Problem], of string: String) {
    let source = SourceText(name: "grammar", text: string)
    let diagnostics = problems.map { problem in
      Diagnostic(
        MarbleMistake(problem: problem, isStrict: arguments.has(.strict)),
        at: Span(problem.range.lowerBound, problem.range.upperBound))
    }
    guard !diagnostics.isEmpty else { return }
    console.show(diagnostics.rendered(in: source))
    if diagnostics.containsError { console.raise(.mistake) }
  }
}

private struct MarbleMistake: DiagnosticMessage {
  let problem: MarbleString.Problem
  let isStrict: Bool

  var severity: Diagnostic.Severity { problem.isError || isStrict ? .error : .warning }
  var text: String { problem.message }
}
