import MarblesScript

/// Where the command speaks: results to standard output, everything else to standard error.
///
/// It also keeps how the command will end: the worst of what was reported.
final class Console {
  let environment: Environment
  private(set) var status = ExitStatus.fine
  private let isColored: Bool
  private var result: [UInt8] = []
  private var outputIsClosed = false
  private var isShowingProgress = false

  init(_ environment: Environment, color: String?) {
    self.environment = environment
    isColored =
      switch color {
      case "always": true
      case "never": false
      default:
        environment.terminal.isErrorTerminal
          && (environment.variable("NO_COLOR") ?? "").isEmpty
          && environment.variable("TERM") != "dumb"
      }
  }

  var files: any FileSystem { environment.files }

  func raise(_ status: ExitStatus) { self.status = max(self.status, status) }

  /// Forgets how it would have ended: for a command that goes on.
  func forgive() { status = .fine }

  // MARK: Results

  func print(_ text: String) {
    result += text.utf8
    if result.count > 65_536 { flush() }
  }

  /// Writes what was printed. That nobody reads it any more is no mistake.
  func flush() {
    let bytes = result
    result = []
    guard !bytes.isEmpty, !outputIsClosed else { return }
    do throws(FileProblem) {
      try environment.standardOutput.write(bytes)
    } catch {
      outputIsClosed = true
      if error.reason != .closedPipe { report(error) }
    }
  }

  func finish() -> ExitStatus {
    flush()
    endProgress()
    return status
  }

  // MARK: Messages

  func say(_ text: String) { write(text + "\n") }

  func report(_ problem: FileProblem) {
    complain(problem.message)
    raise(.file)
  }

  func report(_ mistake: UsageMistake) {
    complain(mistake.message)
    raise(.mistake)
  }

  func refuse(_ mistakes: [UsageMistake], command: CommandSpec) -> ExitStatus {
    for mistake in mistakes { report(mistake) }
    say("try '\(command.call) --help'")
    return finish()
  }

  /// Diagnostics and the like, in compiler form.
  func show(_ rendered: String) { write(isColored ? Self.colored(rendered) : rendered) }

  private func complain(_ message: String) { show("marbles: error: \(message)\n") }

  private func write(_ text: String) {
    endProgress()
    // Standard error is the last resort: if it is gone, there is nobody to tell.
    try? environment.standardError.write(Array(text.utf8))
  }

  // MARK: Progress

  /// Shows how far a long command is, at a terminal only; the next message takes its place.
  func progress(_ number: Int, of count: Int, _ name: String) {
    guard environment.terminal.isErrorTerminal, count > 3 else { return }
    let text = "\r\u{1B}[K[\(number)/\(count)] \(shown(name))"
    try? environment.standardError.write(Array(text.utf8))
    isShowingProgress = true
  }

  func endProgress() {
    guard isShowingProgress else { return }
    isShowingProgress = false
    try? environment.standardError.write(Array("\r\u{1B}[K".utf8))
  }

  // MARK: Colour

  private static func colored(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { colored(line: String($0)) }.joined(separator: "\n")
  }

  private static let kinds = [
    (": error: ", "\u{1B}[31m"), (": warning: ", "\u{1B}[33m"), (": note: ", "\u{1B}[36m"),
  ]

  private static func colored(line: String) -> String {
    if line.hasPrefix(" ") {
      guard let caret = line.firstRange(of: "| "), line[caret.upperBound...].contains("^") else {
        return line
      }
      return line[..<caret.upperBound] + "\u{1B}[32m" + line[caret.upperBound...] + "\u{1B}[0m"
    }
    for (kind, color) in kinds {
      guard let range = line.firstRange(of: kind) else { continue }
      return "\u{1B}[1m\(line[..<range.lowerBound]): \(color)\(kind.dropFirst(2))\u{1B}[0m"
        + "\u{1B}[1m\(line[range.upperBound...])\u{1B}[0m"
    }
    return line
  }
}
