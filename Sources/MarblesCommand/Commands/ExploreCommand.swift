import Marbles
import MarblesScript

extension CommandSpec {
  static let explore = CommandSpec(
    "explore", "PATH…", count: many, "run the threads of scripts in all orders",
    options: OutputFormat.drawing.filter { $0 != .check } + reading,
    notes: [
      "A PATH is a file, a folder whose scripts are explored, or - for standard input.",
      "Draws the failing run with the fewest switches between threads. Above 5,000 interleavings,",
      "a fixed random sample of 1,000 runs.",
      "",
      "Exit status 1 if an expectation fails in any of the runs.",
    ],
    run: { ExploreCommand(context: $0).run() })
}

/// `marbles explore PATH…`: runs the threads of scripts in all orders.
private struct ExploreCommand {
  let context: CommandContext

  func run() {
    let paths = FolderWalk(context.console).inputs(context.arguments.operands)
    guard !paths.isEmpty, let pictures = Pictures(context, inputs: paths) else { return }
    let reader = InputReader(context)
    for path in paths {
      let (input, summary) = explore(path, reader)
      if let summary {
        let line = "\(shown(path)): \(summary)"
        if pictures.plan.printsSentences {
          context.console.print(line + "\n")
        } else {
          context.console.printMessage(line)
        }
      }
      guard let input else { continue }
      reader.report(input)
      if !input.failures.isEmpty || input.diagnostics.containsError { pictures.write(input) }
    }
  }

  private static let noThreads = "there are no threads to run in another order"

  /// The failing run with the fewest switches, else the diagnostics; and the result in words.
  private func explore(_ path: String, _ reader: InputReader) -> (Input?, summary: String?) {
    guard let bytes = reader.bytes(of: path) else { return (nil, nil) }
    let name = InputReader.name(path)
    if let (source, diagnostic) = SourceText.refused(name: name, bytes: bytes) {
      return (Input(path: path, source: source, diagnostics: [diagnostic]), nil)
    }
    guard InputReader.isScript(bytes) else { return (nil, Self.noThreads) }
    let source = SourceText(name: name, bytes: bytes)
    let simulation = Simulation(source, options: reader.options)
    var input = Input(path: path, source: source, diagnostics: simulation.diagnostics)
    guard !simulation.diagnostics.containsError else { return (input, nil) }
    guard simulation.hasThreads else { return (nil, Self.noThreads) }
    let exploration = simulation.explore { exploration in
      guard exploration.runs > 1_000 || !exploration.isComplete else { return }
      context.console.showProgress("\(name): \(exploration.runs) interleavings")
    }
    input.recording = exploration.first?.recording
    if let outcome = exploration.worst { input.take(outcome) }
    // The picture shows the run itself.
    input.comparison = nil
    return (input, Self.summary(exploration))
  }

  private static func summary(_ exploration: Exploration) -> String {
    if exploration.reachedLimit {
      return "stopped after \(counted(exploration.runs, "interleaving")): one does not end"
    }
    let all =
      exploration.isComplete
      ? "\(exploration.runs) interleavings" : "\(exploration.runs) random interleavings"
    return exploration.failing == 0
      ? "all \(all) meet the expectations" : "\(exploration.failing) of \(all) fail"
  }
}
