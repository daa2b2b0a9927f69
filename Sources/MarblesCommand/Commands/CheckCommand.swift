import MarblesScript

/// `marbles check FILE…`: runs the expectations, one line a script, and sums up.
struct CheckCommand {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() {
    let reader = InputReader(arguments, console)
    var expectations = 0
    var failed = 0
    var unreadable = 0
    for path in arguments.operands {
      guard let input = reader.read(path) else {
        unreadable += 1
        continue
      }
      console.print(line(input) + "\n")
      console.flush()
      reader.report(input)
      expectations += input.expectations
      failed += input.failures.count
      if input.isWrong { unreadable += 1 }
    }
    var summary = [
      counted(arguments.operands.count, "script"), counted(expectations, "expectation"),
    ]
    if failed > 0 { summary.append("\(failed) failed") }
    if unreadable > 0 { summary.append("\(unreadable) could not be run") }
    console.print(summary.joined(separator: ", ") + "\n")
  }

  private func line(_ input: Input) -> String {
    let name = shown(input.path)
    if input.isWrong { return "ERROR  \(name)" }
    guard input.expectations > 0 else { return "-      \(name): expects nothing" }
    let all = counted(input.expectations, "expectation")
    return input.failures.isEmpty
      ? "ok     \(name): \(all)"
      : "FAILED \(name): \(input.failures.count) of \(all)"
  }
}
