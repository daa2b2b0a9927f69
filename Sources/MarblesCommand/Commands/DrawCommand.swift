import Marbles
import MarblesScript

/// `marbles FILE…`: draws scripts, recordings, traces and swirly files.
struct DrawCommand {
  private let arguments: ParsedArguments
  private let console: Console
  private let reader: InputReader

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
    reader = InputReader(arguments, console)
  }

  func run() { draw(arguments.operands) }

  /// Draws the files, and says what is wrong with them.
  func draw(_ paths: [String]) {
    guard let plan = OutputPlan(arguments, inputs: paths, console),
      let options = DrawingOptions(arguments, console, kinds: plan.kinds)
    else { return }
    let writer = FileWriter(arguments, inputs: paths, console)
    let pictures = Pictures(arguments, console, options)
    for (index, path) in paths.enumerated() {
      console.progress(index + 1, of: paths.count, path)
      guard let input = reader.read(path) else { continue }
      reader.report(input)
      guard !input.isWrong, let recording = input.recording,
        let diagram = pictures.diagram(of: input)
      else { continue }
      for kind in plan.kinds {
        pictures.put(
          diagram, recording, as: kind, at: plan.place(of: kind, for: path), writer: writer)
      }
    }
  }
}

/// Makes pictures of recordings and puts them where they belong.
struct Pictures {
  private let arguments: ParsedArguments
  private let console: Console
  private let renderer: Renderer

  init(_ arguments: ParsedArguments, _ console: Console, _ options: DrawingOptions) {
    self.arguments = arguments
    self.console = console
    renderer = Renderer(options: options)
  }

  /// The layout with what the options cut out; `nil`, and said so, if they name what is not there.
  func diagram(of input: Input) -> Diagram? {
    guard let recording = input.recording,
      let options = LayoutOptions(arguments, for: [recording], console)
    else { return nil }
    return input.diagram(options: options)
  }

  func diagram(of recording: Recording) -> Diagram? {
    guard let options = LayoutOptions(arguments, for: [recording], console) else { return nil }
    return Diagram(recording, options: options)
  }

  func put(
    _ diagram: Diagram, _ recording: Recording, as kind: OutputKind, at place: OutputPlan.Place,
    writer: FileWriter
  ) {
    var recording = recording
    if kind == .json, let cut = LayoutOptions(arguments, for: [recording], console) {
      recording = recording.cut(from: cut.from, until: cut.until)
    }
    switch place {
    case .standardOutput:
      console.print(renderer.render(diagram, recording, as: kind, intoFile: false))
    case .file(let path):
      let text = renderer.render(diagram, recording, as: kind, intoFile: true)
      writer.write(text, to: path, isOurs: kind.made)
    }
  }
}
