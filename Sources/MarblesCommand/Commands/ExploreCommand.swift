import Marbles
import MarblesScript

/// `marbles explore FILE…`: runs the threads of scripts in every order.
struct ExploreCommand {
  private let arguments: ParsedArguments
  private let console: Console
  private let reader: InputReader

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
    reader = InputReader(arguments, console)
  }

  func run() {
    let paths = arguments.operands
    guard let plan = OutputPlan(arguments, inputs: paths, console),
      let options = DrawingOptions(arguments, console, kinds: plan.kinds)
    else { return }
    let writer = FileWriter(arguments, inputs: paths, console)
    let pictures = Pictures(arguments, console, options)
    for path in paths {
      guard let input = explore(path), let recording = input.recording,
        let diagram = pictures.diagram(of: recording)
      else { continue }
      for kind in plan.kinds {
        pictures.put(
          diagram, recording, as: kind, at: plan.place(of: kind, for: path), writer: writer)
      }
    }
  }

  private func sayNothingToExplore(_ path: String) -> Input? {
    console.print("\(shown(path)): there are no threads to run in another order\n")
    return nil
  }

  /// What is to be drawn: the failure to look at; nil if there is none.
  private func explore(_ path: String) -> Input? {
    guard let bytes = reader.bytes(of: path) else { return nil }
    let name = InputReader.name(path)
    if let (source, mistake) = SourceText.refused(name: name, bytes: bytes) {
      reader.report(Input(path: path, source: source, diagnostics: [mistake]))
      return nil
    }
    guard InputReader.isScript(bytes) else { return sayNothingToExplore(path) }
    let source = SourceText(name: name, bytes: bytes)
    let simulation = Simulation(source, options: reader.options)
    var input = Input(path: path, source: source, diagnostics: simulation.diagnostics)
    guard !simulation.diagnostics.containsError else {
      reader.report(input)
      return nil
    }
    guard simulation.hasThreads else { return sayNothingToExplore(path) }
    let exploration = simulation.explore()
    console.print("\(shown(path)): \(Self.summary(exploration))\n")
    guard let outcome = exploration.worst else {
      input.recording = exploration.first?.recording
      reader.report(input)
      return nil
    }
    input.recording = outcome.recording
    input.diagnostics += outcome.diagnostics
    input.failures = outcome.failures
    input.expectations = outcome.expectations
    reader.report(input)
    return input
  }

  private static func summary(_ exploration: Exploration) -> String {
    let all =
      exploration.isComplete
      ? "\(exploration.runs) interleavings" : "\(exploration.runs) interleavings drawn by lot"
    return exploration.failing == 0
      ? "all of \(all) are as expected" : "\(exploration.failing) of \(all) fail"
  }
}
