import Marbles
import MarblesScript

extension CommandSpec {
  static let compare = CommandSpec(
    "compare", "PATH…", count: many,
    "print a table of scripts and of what each subscriber received",
    options: [.markdown, .dialects, .output, .check, .force] + reading,
    notes: [
      "A PATH is a file, a folder whose scripts and traces are compared, or - for standard input."
    ],
    run: { CompareCommand(context: $0).run() })
}

/// `marbles compare PATH…`: prints a table of what each subscriber received in each script.
private struct CompareCommand {
  let context: CommandContext
  private let reader: InputReader

  init(context: CommandContext) {
    self.context = context
    reader = InputReader(context)
  }

  private var arguments: ParsedArguments { context.arguments }
  private var console: Console { context.console }

  func run() {
    if arguments.has(.dialects), arguments.has(.dialect) {
      return console.report(.conflict(.dialects, .dialect))
    }
    if arguments.value(.output) ?? "-" == "-" {
      if arguments.has(.check) { return console.report(.checkNeedsFiles) }
      if arguments.has(.force) { return console.report(.forceNeedsFiles) }
    }
    let paths = FolderWalk(console).inputs(arguments.operands)
    let rows = arguments.has(.dialects) ? dialects(paths) : scripts(paths)
    guard !rows.isEmpty else { return }
    let table = ComparisonTable(rows)
    let text = arguments.has(.markdown) ? table.markdown : table.text
    guard let path = arguments.value(.output), path != "-" else {
      return console.print(text)
    }
    let signature = arguments.has(.markdown) ? "<!-- marbles -->" : OutputFormat.ascii.lastLine
    let writer = FileWriter(context, inputs: paths)
    writer.write(text + signature + "\n", to: path) { bytes in
      String(decoding: bytes.suffix(64), as: UTF8.self).hasSuffix("\n\(signature)\n")
    }
  }

  /// A row per script; scripts with equal titles are distinguished by their paths.
  private func scripts(_ paths: [String]) -> [ComparisonTable.Row] {
    let recordings = paths.compactMap { path -> (path: String, Recording)? in
      guard let input = reader.read(path) else { return nil }
      reader.report(input)
      return input.recording.map { (path, $0) }
    }
    let titles = Dictionary(recordings.map { ($0.1.title, 1) }, uniquingKeysWith: +)
    return recordings.map { path, recording in
      let isUnique = titles[recording.title] == 1
      return ComparisonTable.Row(
        isUnique ? recording.title : "\(recording.title) (\(path))", recording)
    }
  }

  private func dialects(_ paths: [String]) -> [ComparisonTable.Row] {
    guard let path = paths.first, paths.count == 1 else {
      if !paths.isEmpty { console.report(.needsOneScript(.dialects)) }
      return []
    }
    guard let bytes = reader.bytes(of: path) else { return [] }
    var rows: [ComparisonTable.Row] = []
    var reported: [Diagnostic] = []
    for dialect in OptionSpec.dialect.choices {
      var reader = reader
      reader.options.dialect = dialect
      var input = reader.input(bytes, path: path)
      // Expectations apply to the script's own dialect only.
      input.failures = []
      let hasErrors = input.hasErrors
      input.diagnostics.removeAll { diagnostic in
        reported.contains { $0.span == diagnostic.span && $0.text == diagnostic.text }
      }
      reported += input.diagnostics
      reader.report(input)
      if hasErrors { console.raise(.invalidInput) }
      if let recording = input.recording { rows.append(ComparisonTable.Row(dialect, recording)) }
      // The run of a script that does not end takes as long in each dialect.
      if input.reachedLimit { break }
    }
    return rows
  }
}

/// A table with a row per recording and a column per subscriber.
struct ComparisonTable {
  struct Row {
    let heading: String
    /// The events that each subscriber received, by its name.
    let cells: [(name: String, text: String)]

    init(_ heading: String, _ recording: Recording) {
      self.heading = shown(heading)
      let ends = recording.laneIDs.filter { id in
        let lane = recording[id]
        return lane.role == .subscription && lane.target == nil
      }
      var seen: [LaneID: [String]] = [:]
      for event in recording.events {
        guard case .lane(let lane) = event.place, let text = Self.text(event, recording) else {
          continue
        }
        seen[lane, default: []].append(text)
      }
      cells = ends.map { lane in
        let texts = seen[lane] ?? []
        return (
          shown(recording[lane].name),
          texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
        )
      }
    }

    private static func text(_ event: Recording.Event, _ recording: Recording) -> String? {
      switch event.mark {
      case .value(let label): shown(recording.shownText(label))
      case .replayed(let label, _): "[\(shown(recording.shownText(label)))]"
      case .finished: "finished"
      case .failed(let label): "failed (\(shown(recording.shownText(label))))"
      case .cancelled: "cancelled"
      default: nil
      }
    }
  }

  private let header: [String]
  private let lines: [[String]]

  init(_ rows: [Row]) {
    var names: [String] = []
    for name in rows.flatMap({ $0.cells.map(\.name) }) where !names.contains(name) {
      names.append(name)
    }
    header = [""] + names
    lines = rows.map { row in
      [row.heading]
        + names.map { name in
          let texts = row.cells.filter { $0.name == name }.map(\.text)
          return texts.isEmpty ? "-" : texts.joined(separator: "; ")
        }
    }
  }

  var text: String {
    let widths = header.indices.map { column in
      ([header] + lines).map { TextWidth.cells($0[column]) }.max() ?? 0
    }
    return ([header] + lines).map { line in
      var text = zip(line, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      while text.hasSuffix(" ") { text.removeLast() }
      return text + "\n"
    }.joined()
  }

  var markdown: String {
    let rule = header.map { _ in "---" }
    return ([header, rule] + lines).map { line in
      "| " + line.map { $0 == "---" ? $0 : Escaping.markdownCell($0) }.joined(separator: " | ")
        + " |\n"
    }.joined()
  }
}
