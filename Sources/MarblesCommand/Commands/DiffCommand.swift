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
    let reader = InputReader(arguments, console)
    let inputs = arguments.operands.map { path -> Input? in
      let input = reader.read(path)
      if let input { reader.report(input) }
      return input
    }
    guard let before = inputs[0]?.recording, let after = inputs[1]?.recording else { return }
    let differences = after.differences(from: before)
    for difference in differences { tell(shown(difference.description)) }
    if differences.isEmpty { return tell("no difference") }
    console.raise(.failed)
    draw(before, after)
  }

  /// Whether text is the only result: then sentences stand above the picture.
  private var isText: Bool {
    !OutputKind.allCases.contains { $0 != .ascii && arguments.has($0.option) }
      && !arguments.has(.output)
  }

  private func tell(_ sentence: String) {
    if isText { console.print(sentence + "\n") } else { console.say(sentence) }
  }

  private func draw(_ before: Recording, _ after: Recording) {
    let names = arguments.operands.map { $0 == "-" ? "standard input" : $0 }
    let stems = arguments.operands.map { InputReader.title($0) }
    // A picture that gets no name is called after both.
    let place = PathName(names[0]).folder + "\(stems[0])-\(stems[1]).diff"
    guard let plan = OutputPlan(arguments, inputs: [place], console),
      let drawing = DrawingOptions(arguments, console, kinds: plan.kinds),
      let options = LayoutOptions(arguments, for: before, console)
    else { return }
    let diagram = Diagram(
      title: "\(names[0]) and \(names[1])",
      panels: [(names[0], before), (names[1], after)], options: options)
    if isText { console.print("\n") }
    let writer = FileWriter(arguments, inputs: arguments.operands, console)
    let pictures = Pictures(arguments, console, drawing)
    for kind in plan.kinds {
      pictures.put(diagram, after, as: kind, at: plan.place(of: kind, for: place), writer: writer)
    }
  }
}
