import Marbles
import MarblesScript

/// A file that was read: what it shows, and what is wrong with it.
struct Input {
  /// As the caller named it.
  let path: String
  var source: SourceText?
  /// What happened; `nil` if the file has mistakes.
  var recording: Recording?
  /// What the picture shows over each other instead, if a script says so.
  var comparison: Outcome.Comparison?
  var diagnostics: [Diagnostic] = []
  var failures: [ExpectationFailure] = []
  var expectations = 0

  /// The picture, if there is anything to draw.
  func diagram(options: LayoutOptions = LayoutOptions()) -> Diagram? {
    guard let recording else { return nil }
    var outcome = Outcome(recording: recording)
    outcome.comparison = comparison
    return outcome.diagram(options: options)
  }

  var isWrong: Bool { recording == nil || diagnostics.containsError }
}

/// Reads files and finds out what they are.
struct InputReader {
  /// The most that is read of one file.
  static let limit = 64 * 1_048_576

  let console: Console
  var options: Simulation.Options

  init(_ arguments: ParsedArguments, _ console: Console) {
    self.console = console
    options = Simulation.Options(
      dialect: arguments.value(.dialect),
      grammar: arguments.value(.grammar).flatMap(MarbleString.Dialect.init(rawValue:)),
      isStrict: arguments.has(.strict))
  }

  /// What the file shows; `nil`, and said so, if it cannot be read.
  func read(_ path: String) -> Input? {
    guard let bytes = bytes(of: path) else { return nil }
    return input(bytes, path: path)
  }

  func bytes(of path: String) -> [UInt8]? {
    do throws(FileProblem) {
      return path == "-"
        ? try console.environment.standardInput.readAll(limit: Self.limit)
        : try console.files.read(path, limit: Self.limit)
    } catch {
      console.report(error)
      return nil
    }
  }

  func input(_ bytes: [UInt8], path: String) -> Input {
    if Self.isJSON(bytes) { return recorded(bytes, path: path) }
    let name = Self.name(path)
    if let (source, mistake) = SourceText.refused(name: name, bytes: bytes) {
      return Input(path: path, source: source, diagnostics: [mistake])
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if SwirlyFile.recognizes(text) { return swirly(text, bytes, path: path) }
    return script(SourceText(name: name, bytes: bytes), path: path)
  }

  /// Runs a script.
  func script(_ source: SourceText, path: String) -> Input {
    let simulation = Simulation(source, options: options)
    var input = Input(path: path, source: source, diagnostics: simulation.diagnostics)
    guard !input.diagnostics.containsError else { return input }
    let outcome = simulation.run()
    input.recording = outcome.recording
    input.comparison = outcome.comparison
    input.diagnostics += outcome.diagnostics
    input.failures = outcome.failures
    input.expectations = outcome.expectations
    return input
  }

  private func recorded(_ bytes: [UInt8], path: String) -> Input {
    do throws(RecordingFormatError) {
      var recording = try Recording(file: bytes)
      if recording.title.isEmpty { recording.title = Self.title(path) }
      return Input(path: path, recording: recording)
    } catch {
      let source = SourceText(name: Self.name(path), bytes: bytes)
      let range = error.range ?? 0..<0
      let mistake = Diagnostic(
        FormatMistake(error: error), at: Span(range.lowerBound, range.upperBound))
      return Input(path: path, source: source, diagnostics: [mistake])
    }
  }

  /// Whether it is neither a recording, a trace nor a swirly file.
  static func isScript(_ bytes: [UInt8]) -> Bool {
    !isJSON(bytes) && !SwirlyFile.recognizes(String(decoding: bytes, as: UTF8.self))
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The name of a file as diagnostics show it.
  static func name(_ path: String) -> String { shown(path) }

  static func title(_ path: String) -> String {
    path == "-" ? "standard input" : PathName(path).stem
  }

  /// Says what is wrong with a file, and how the command therefore ends.
  func report(_ input: Input) {
    if let source = input.source {
      if !input.diagnostics.isEmpty { console.show(input.diagnostics.rendered(in: source)) }
      for failure in input.failures { show(failure, in: source, input) }
    }
    if input.isWrong {
      console.raise(.mistake)
    } else if !input.failures.isEmpty {
      console.raise(.failed)
    }
  }

  private func show(_ failure: ExpectationFailure, in source: SourceText, _ input: Input) {
    console.show(failure.diagnostic.rendered(in: source))
    guard let rows = failure.comparison else { return }
    let comparison = RowComparison(
      expected: rows.expected.map(RowComparison.Entry.init),
      recorded: rows.recorded.map(RowComparison.Entry.init),
      frame: input.recording?.frame ?? .frame)
    let lines = comparison.lines(headings: ("expected", "recorded"))
    console.show(lines.map { "    \($0)\n" }.joined())
  }
}

/// A mistake in a recording or a trace.
private struct FormatMistake: DiagnosticMessage {
  let error: RecordingFormatError

  var text: String {
    error.path.isEmpty ? shown(error.message) : shown("\(error.path): \(error.message)")
  }
}
