import Marbles

extension CommandSpec {
  static let diff = CommandSpec(
    "diff", "A B", count: 2...2, "compare two scripts or recordings, lane by lane",
    options: OutputFormat.drawing.filter { $0.name != "json" } + reading,
    notes: ["Exit status 1 if they differ."],
    run: { DiffCommand(context: $0).run() })
}

/// `marbles diff A B`: compares two scripts or recordings, lane by lane.
private struct DiffCommand {
  let context: CommandContext

  func run() {
    guard let pictures = Pictures(context, inputs: operands, namedAfter: [place]) else { return }
    guard !pictures.plan.kinds.contains(.json) else {
      return context.console.report(.noSingleRecording)
    }
    let reader = InputReader(context)
    let recordings = operands.compactMap { path -> Recording? in
      let input = reader.read(path)
      if let input { reader.report(input) }
      return input?.recording
    }
    guard recordings.count == 2, var layout = pictures.layout(for: recordings) else { return }
    let differences = recordings[1].differences(from: recordings[0])
    for difference in differences { tell(shown(difference.description)) }
    if differences.isEmpty { return tell("no difference") }
    context.console.raise(.failed)
    for (path, recording) in zip(operands, recordings) {
      pictures.reportCut(recording, layout, path)
    }
    if layout.from == nil {
      layout.from = recordings.compactMap { start(of: $0, showing: differences[0], layout) }.min()
    }
    let diagram = Diagram(
      title: "\(names[0]) and \(names[1])", panels: Array(zip(names, recordings)).map { ($0, $1) },
      options: layout)
    if isText { context.console.print("\n") }
    pictures.write(diagram, recordings[1], of: place)
  }

  /// The time at which the picture of a recording begins that has more events than a picture shows:
  /// shortly before the difference.
  private func start(
    of recording: Recording, showing difference: RecordingDifference, _ layout: LayoutOptions
  ) -> VirtualTime? {
    guard EventWindow.leavingOutEvents(of: recording, layout) != nil else { return nil }
    let event = recording.events.firstIndex { $0.time >= difference.time } ?? 0
    return recording.events[max(0, event - layout.maximumEvents / 10)].time
  }

  private var operands: [String] { context.arguments.operands }

  private var names: [String] { operands.map { $0 == "-" ? "standard input" : $0 } }

  /// The path from which the name of the picture is derived: the names of both files.
  private var place: String {
    let stems = operands.map { InputReader.title($0) }
    return PathName(names[0]).folder + "\(stems[0])-\(stems[1]).diff"
  }

  /// Whether text is the only result; then the sentences are printed above the picture.
  private var isText: Bool {
    !OutputFormat.all.contains { $0 != .ascii && context.arguments.has($0.option) }
      && !context.arguments.has(.output)
  }

  private func tell(_ sentence: String) {
    if isText {
      context.console.print(sentence + "\n")
    } else {
      context.console.printMessage(sentence)
    }
  }
}
