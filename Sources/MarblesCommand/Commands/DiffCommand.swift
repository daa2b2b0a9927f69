import Marbles
import MarblesScript

/// `marbles diff A B`: two scripts or recordings, lane by lane.
struct DiffCommand {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() {
    guard let plan = OutputPlan(arguments, inputs: [place], console),
      let drawing = DrawingOptions(arguments, console, kinds: plan.kinds)
    else { return }
    guard !plan.kinds.contains(.json) else { return console.report(.noRecording) }
    let reader = InputReader(arguments, console)
    let inputs = arguments.operands.map { path -> Input? in
      let input = reader.read(path)
      if let input { reader.report(input) }
      return input
    }
    guard let before = inputs[0]?.recording, let after = inputs[1]?.recording else { return }
    guard let layout = LayoutOptions(arguments, for: [before, after], console) else { return }
    let differences = after.differences(from: before)
    for difference in differences { tell(shown(difference.description)) }
    if differences.isEmpty { return tell("no difference") }
    console.raise(.failed)
    let diagram = Diagram(
      title: "\(names[0]) and \(names[1])",
      panels: [(names[0], before), (names[1], after)], options: layout)
    if isText { console.print("\n") }
    let writer = FileWriter(arguments, inputs: arguments.operands, console)
    let pictures = Pictures(arguments, console, drawing)
    for kind in plan.kinds {
      pictures.put(diagram, after, as: kind, at: plan.place(of: kind, for: place), writer: writer)
    }
  }

  private var names: [String] {
    arguments.operands.map { $0 == "-" ? "standard input" : $0 }
  }

  /// What a picture that gets no name is called after: both.
  private var place: String {
    let stems = arguments.operands.map { InputReader.title($0) }
    return PathName(names[0]).folder + "\(stems[0])-\(stems[1]).diff"
  }

  /// Whether text is the only result: then sentences stand above the picture.
  private var isText: Bool {
    !OutputKind.allCases.contains { $0 != .ascii && arguments.has($0.option) }
      && !arguments.has(.output)
  }

  private func tell(_ sentence: String) {
    if isText { console.print(sentence + "\n") } else { console.say(sentence) }
  }
}
