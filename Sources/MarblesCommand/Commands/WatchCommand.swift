/// `marbles watch FILE…`: draws again whenever a file changes.
struct WatchCommand {
  /// How often the files are looked at.
  private static let milliseconds = 200

  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() {
    let paths = arguments.operands
    guard !paths.contains("-") else { return console.report(.streamNeedsOutput) }
    guard OutputPlan(arguments, inputs: paths, console) != nil else { return }
    var seen = paths.map { console.files.identity(of: $0) }
    draw(paths)
    console.say("watching \(counted(paths.count, "file")); stop with Control-C")
    while console.environment.pause(Self.milliseconds) {
      let now = paths.map { console.files.identity(of: $0) }
      guard now != seen else { continue }
      // A file that is being written changes twice: it is drawn when it has come to rest.
      guard console.environment.pause(Self.milliseconds / 4) else { return }
      let rested = paths.map { console.files.identity(of: $0) }
      let changed = paths.indices.filter { rested[$0] != seen[$0] && rested[$0] != nil }
      seen = rested
      draw(changed.map { paths[$0] })
    }
  }

  /// Draws and says in one line what came of it; a file that is wrong for a moment does no harm.
  private func draw(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    console.forgive()
    DrawCommand(arguments, console).draw(paths)
    console.flush()
    let names = paths.map(shown).joined(separator: ", ")
    switch console.status {
    case .fine: console.say("\(names): drawn")
    case .failed: console.say("\(names): drawn; an expectation failed")
    case .mistake: console.say("\(names): not drawn; waiting for the next change")
    case .file: console.say("\(names): waiting for the next change")
    }
    console.forgive()
  }
}
