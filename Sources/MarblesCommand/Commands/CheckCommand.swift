import Marbles
import MarblesScript

extension CommandSpec {
  static let check = CommandSpec(
    "check", "PATH…", count: many, "check the expectations of scripts, one line each",
    options: reading,
    notes: ["A PATH is a file, or a folder whose scripts are checked."],
    run: { CheckCommand(context: $0).run() })
}

/// `marbles check PATH…`: checks the expectations of scripts and prints a summary.
private struct CheckCommand {
  let context: CommandContext

  func run() {
    let console = context.console
    let paths = FolderWalk(console).inputs(context.arguments.operands)
    guard !paths.isEmpty else { return }
    let reader = InputReader(context)
    var expectations = 0
    var failed = 0
    var unreadable = 0
    for path in paths {
      guard let input = reader.read(path) else {
        unreadable += 1
        continue
      }
      console.print(line(input) + "\n")
      console.flush()
      reader.report(input)
      expectations += input.expectations
      failed += input.failures.count
      if input.hasErrors { unreadable += 1 }
    }
    var summary = [counted(paths.count, "script"), counted(expectations, "expectation")]
    if failed > 0 { summary.append("\(failed) failed") }
    if unreadable > 0 { summary.append("\(unreadable) could not be run") }
    console.print(summary.joined(separator: ", ") + "\n")
  }

  private func line(_ input: Input) -> String {
    let name = shown(input.path)
    if input.hasErrors { return "ERROR  \(name)" }
    guard input.expectations > 0 else { return "-      \(name): no expectations" }
    let all = counted(input.expectations, "expectation")
    return input.failures.isEmpty
      ? "ok     \(name): \(all)"
      : "FAILED \(name): \(input.failures.count) of \(all)"
  }
}
