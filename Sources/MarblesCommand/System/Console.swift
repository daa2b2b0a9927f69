/// The output of a command: results to standard output, messages to standard error.
///
/// It also keeps the exit status: the highest of all reports.
final class Console {
  let environment: Environment
  private(set) var status = ExitStatus.success
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

  /// Resets the exit status, for a command that continues after an error.
  func resetStatus() { status = .success }

  // MARK: Results

  func print(_ text: String) {
    result += text.utf8
    if result.count > 65_536 { flush() }
  }

  /// Writes the printed results. A closed pipe is not an error: its reader has read enough.
  func flush() {
    let bytes = result
    result = []
    guard !bytes.isEmpty, !outputIsClosed else { return }
    do throws(FileError) {
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

  /// Writes one line to standard error.
  func printMessage(_ text: String) { write(text + "\n") }

  /// Reports an error that has no place in a file.
  func fail(_ message: String, _ status: ExitStatus) {
    show("marbles: error: \(message)\n")
    raise(status)
  }

  func report(_ error: FileError) { fail(error.message, .fileError) }

  /// Writes rendered diagnostics, colored if wanted.
  func show(_ rendered: String) { write(isColored ? Self.colored(rendered) : rendered) }

  private func write(_ text: String) {
    endProgress()
    // If standard error cannot be written to, the error cannot be reported anywhere.
    try? environment.standardError.write(Array(text.utf8))
  }

  // MARK: Progress

  /// Shows the number of the current file, on a terminal only.
  func showProgress(_ number: Int, of count: Int, _ name: String) {
    guard count > 3 else { return }
    showProgress("[\(number)/\(count)] \(shown(name))")
  }

  /// Shows the given progress; the next message replaces it.
  func showProgress(_ text: String) {
    guard environment.terminal.isErrorTerminal else { return }
    try? environment.standardError.write(Array("\r\u{1B}[K\(text)".utf8))
    isShowingProgress = true
  }

  func endProgress() {
    guard isShowingProgress else { return }
    isShowingProgress = false
    try? environment.standardError.write(Array("\r\u{1B}[K".utf8))
  }

  // MARK: Color

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
