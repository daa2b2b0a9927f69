import Marbles

extension CommandSpec {
  static let draw = CommandSpec(
    "", "PATH…", count: many, "draw scripts, recordings, traces and swirly files",
    options: OutputFormat.drawing + reading + [.version, .completion, .manual],
    notes: [
      "A PATH is a script, a recording (JSON), a trace (JSON lines), a swirly diagram, or a folder",
      "whose scripts and traces are drawn; - is standard input. Without a format, pictures are",
      "printed as text; with a format, they are written to files beside their inputs. With -o, the",
      "extension selects the format: .txt, .svg, .mmd, .graph.mmd, .json, .html, .png or .pdf.",
      "",
      "Exit status: 0 success; 1 an expectation failed, or a file is not up to date; 2 an error",
      "in the command line or in a script; 3 a file could not be read or written.",
    ],
    examples: [
      ("marbles share.txt", "print the picture of share.txt as text"),
      ("marbles share.txt --svg", "write share.svg"),
      ("marbles *.txt --html -o out/", "write a page for each script into the folder out"),
    ],
    run: { DrawCommand(context: $0).draw(FolderWalk($0.console).inputs($0.arguments.operands)) })

  static let watch = CommandSpec(
    "watch", "PATH…", count: many, "draw files again when they change",
    options: OutputFormat.drawing.filter { $0 != .check } + reading,
    notes: ["A PATH is a file, or a folder whose scripts and traces are drawn."],
    run: { WatchCommand(context: $0).run() })
}

/// `marbles PATH…`: draws scripts, recordings, traces and swirly files.
private struct DrawCommand {
  let context: CommandContext

  /// Draws files, and reports their errors.
  func draw(_ paths: [String]) {
    guard !paths.isEmpty, let pictures = Pictures(context, inputs: paths) else { return }
    let reader = InputReader(context)
    for (index, path) in paths.enumerated() {
      context.console.showProgress(index + 1, of: paths.count, path)
      guard let input = reader.read(path) else { continue }
      reader.report(input)
      if !input.hasErrors { pictures.write(input) }
    }
  }
}

/// `marbles watch PATH…`: draws files again when they change.
private struct WatchCommand {
  /// The interval between two looks at the files.
  private static let milliseconds = 200

  let context: CommandContext

  func run() {
    let console = context.console
    let operands = context.arguments.operands
    guard !operands.contains("-") else { return console.report(.watchedStandardInput) }
    var paths = files()
    guard OutputPlan(context, inputs: paths) != nil else { return }
    var seen = identities(paths)
    draw(paths)
    console.printMessage("watching \(counted(paths.count, "file")); stop with Control-C")
    while console.environment.pause(Self.milliseconds) {
      guard identities(files()) != seen else { continue }
      // A file changes twice while it is written: wait until it is complete.
      guard console.environment.pause(Self.milliseconds / 4) else { return }
      paths = files()
      let current = identities(paths)
      for path in seen.keys.sorted() where current[path] == nil {
        console.printMessage("\(shown(path)): removed; waiting for its return")
      }
      let changed = paths.filter { current[$0] != nil && current[$0] != seen[$0] }
      seen = current
      draw(changed)
    }
  }

  /// The files to watch: the operands, and the inputs in the folders among them.
  private func files() -> [String] {
    context.arguments.operands.flatMap { FolderWalk(context.console).inputs(in: $0) }
  }

  private func identities(_ paths: [String]) -> [String: FileIdentity] {
    let pairs = paths.compactMap { path in
      context.console.files.identity(of: path).map { (path, $0) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Draws files and prints the result in one line. Errors do not end the command.
  private func draw(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    let console = context.console
    console.resetStatus()
    DrawCommand(context: context).draw(paths)
    console.flush()
    let names = paths.map(shown).joined(separator: ", ")
    switch console.status {
    case .success: console.printMessage("\(names): drawn")
    case .failed: console.printMessage("\(names): drawn; an expectation failed")
    case .invalidInput: console.printMessage("\(names): not drawn; waiting for the next change")
    case .fileError: console.printMessage("\(names): waiting for the next change")
    }
    console.resetStatus()
  }
}
