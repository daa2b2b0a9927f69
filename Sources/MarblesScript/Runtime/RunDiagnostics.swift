import Marbles

/// The errors and warnings that are found while a script runs.
final class RunDiagnostics {
  private static let largestCount = 100

  private(set) var all: [Diagnostic] = []
  private let recorder: Recorder?

  /// - Parameter recorder: is stopped by the first error; `nil` once the recording is complete.
  init(stopping recorder: Recorder?) { self.recorder = recorder }

  /// Reports an error of the script, which ends the run.
  func error(_ message: any DiagnosticMessage, at span: SourceRange) -> ScriptError {
    if all.count < Self.largestCount { all.append(Diagnostic(message, at: span)) }
    recorder?.stop(message.text)
    return .invalidScript
  }

  func error(_ message: RunError, at span: SourceRange) -> ScriptError {
    error(message as any DiagnosticMessage, at: span)
  }

  /// Reports what does not end the run by itself.
  func note(_ message: any DiagnosticMessage, at span: SourceRange) {
    all.append(Diagnostic(message, at: span))
  }

  /// Reports a failure that no operator can handle any more, at its `throw` or else at `span`.
  func reportUnhandled(_ error: ScriptError, at span: SourceRange) {
    guard case .failure(let failure) = error else { return }
    _ = self.error(RunError.unhandled(failure.text), at: failure.span ?? span)
  }
}
