import Marbles
import MarblesScript

extension InputReader {
  /// Draws what somebody wrote by hand in swirly's form.
  func swirly(_ text: String, _ bytes: [UInt8], path: String) -> Input {
    let source = SourceText(name: Self.name(path), bytes: bytes)
    let file = SwirlyFile(parsing: text)
    let diagnostics = file.problems.map { problem in
      Diagnostic(
        SwirlyMistake(problem: problem, isStrict: options.isStrict),
        at: Self.span(problem.place, in: text))
    }
    var input = Input(path: path, source: source, diagnostics: diagnostics)
    if !diagnostics.containsError {
      input.recording = Recording(swirly: file, title: Self.title(path))
    }
    return input
  }

  /// The bytes of a place that is counted in lines and characters, both from 1.
  private static func span(_ place: SwirlyFile.Place, in text: String) -> Span {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard place.line >= 1, place.line <= lines.count else { return Span(0, 0) }
    let line = lines[place.line - 1]
    func offset(_ column: Int) -> Int {
      let end =
        line.index(
          line.startIndex, offsetBy: max(0, column - 1), limitedBy: line.endIndex) ?? line.endIndex
      return text.utf8.distance(from: text.startIndex, to: end)
    }
    return Span(offset(place.columns.lowerBound), offset(place.columns.upperBound))
  }
}

private struct SwirlyMistake: DiagnosticMessage {
  let problem: SwirlyFile.Problem
  let isStrict: Bool

  var severity: Diagnostic.Severity { problem.isError || isStrict ? .error : .warning }
  var text: String { problem.message }
}
