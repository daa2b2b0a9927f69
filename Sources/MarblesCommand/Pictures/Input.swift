import Marbles
import MarblesScript

/// A file that was read: its recording and its diagnostics.
struct Input {
  /// The path as given by the caller.
  let path: String
  var source: SourceText?
  /// `nil` if the file has errors.
  var recording: Recording?
  /// The recordings that the picture shows one above the other, if a script has `compare`.
  var comparison: Outcome.Comparison?
  var diagnostics: [Diagnostic] = []
  var failures: [ExpectationFailure] = []
  var expectations = 0
  /// Whether the run was stopped because it took too many steps.
  var reachedLimit = false
  /// Whether the recording is the failing run of an exploration, if there is one.
  var isExplored = false

  /// The picture; `nil` without a recording.
  var diagram: Diagram? { recording.map { Diagram($0, comparison: comparison) } }

  /// Takes the result of a run of the script.
  mutating func take(_ outcome: Outcome) {
    recording = outcome.recording
    comparison = outcome.comparison
    diagnostics += outcome.diagnostics
    failures = outcome.failures
    expectations = outcome.expectations
    reachedLimit = outcome.reachedLimit
  }

  var hasErrors: Bool { recording == nil || diagnostics.containsError }
}

/// Reads files of all supported kinds.
struct InputReader {
  /// The maximum size of a file, in bytes.
  static let limit = 64 * 1_048_576

  let console: Console
  var options: Simulation.Options
  /// Whether scripts with threads are explored, and their failing run is taken.
  var explores = false

  init(_ context: CommandContext) {
    let arguments = context.arguments
    console = context.console
    options = Simulation.Options(
      dialect: arguments.value(.dialect),
      grammar: arguments.value(.grammar).flatMap(MarbleString.Dialect.init(rawValue:)),
      isStrict: arguments.has(.strict))
  }

  /// Reads a file; `nil`, after a report, if it cannot be read.
  func read(_ path: String) -> Input? {
    guard let bytes = bytes(of: path) else { return nil }
    return input(bytes, path: path)
  }

  func bytes(of path: String) -> [UInt8]? {
    do throws(FileError) {
      return path == "-"
        ? try console.environment.standardInput.readAll(limit: Self.limit)
        : try console.files.read(path, limit: Self.limit)
    } catch {
      var error = error
      if error.reason == .missing, let name = suggestion(for: path) {
        error.reason = .misspelled(suggestion: name)
      }
      console.report(error)
      return nil
    }
  }

  /// The file that is probably meant by a path at which there is none: one in the same folder with an
  /// extension that was left out, or with a similar name.
  private func suggestion(for path: String) -> String? {
    let path = PathName(path)
    let names = (try? console.files.names(in: path.folder.isEmpty ? "." : path.folder)) ?? []
    let inputs = names.filter {
      FolderWalk.inputs.union(["json"]).contains(PathName($0).fileExtension)
    }
    let name =
      inputs.first { PathName($0).stem == path.name }
      ?? Suggestion.nearest(to: path.name, among: inputs)
    return name.map { path.folder + $0 }
  }

  func input(_ bytes: [UInt8], path: String) -> Input {
    let isNamedJSON = ["json", "jsonl"].contains(PathName(path).fileExtension)
    if isNamedJSON || Self.isJSON(bytes) { return recorded(bytes, path: path) }
    let name = Self.name(path)
    if let (source, diagnostic) = SourceText.refused(name: name, bytes: bytes) {
      return Input(path: path, source: source, diagnostics: [diagnostic])
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
    guard explores, simulation.hasThreads else {
      input.take(simulation.run())
      return input
    }
    let exploration = simulation.explore()
    if let outcome = exploration.worst ?? exploration.first { input.take(outcome) }
    input.comparison = nil
    // The failing run is what the caller wants to see.
    input.failures = []
    input.isExplored = true
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
      let diagnostic = Diagnostic(
        FormatError(error: error), at: SourceRange(range.lowerBound, range.upperBound))
      return Input(path: path, source: source, diagnostics: [diagnostic])
    }
  }

  /// Whether the bytes are neither a recording, a trace nor a swirly file.
  static func isScript(_ bytes: [UInt8]) -> Bool {
    !isJSON(bytes) && !SwirlyFile.recognizes(String(decoding: bytes, as: UTF8.self))
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = bytes[start...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard text.first == UInt8(ascii: "[") else { return text.first == UInt8(ascii: "{") }
    // A swirly file can begin with a block such as `[styles]`.
    return text.dropFirst().first.map { !Character(Unicode.Scalar($0)).isLetter } ?? true
  }

  /// The name of a file in diagnostics.
  static func name(_ path: String) -> String { shown(path) }

  static func title(_ path: String) -> String {
    path == "-" ? "standard input" : PathName(path).stem
  }

  /// Reports the diagnostics and failures of a file, and raises the exit status.
  func report(_ input: Input) {
    if let source = input.source {
      if !input.diagnostics.isEmpty { console.show(input.diagnostics.rendered(in: source)) }
      for failure in input.failures { show(failure, in: source, input) }
    }
    if input.hasErrors {
      console.raise(.invalidInput)
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

/// An error in a recording or a trace.
private struct FormatError: DiagnosticMessage {
  let error: RecordingFormatError

  var text: String {
    error.path.isEmpty ? shown(error.message) : shown("\(error.path): \(error.message)")
  }
}

extension InputReader {
  /// Reads a diagram in swirly's format.
  func swirly(_ text: String, _ bytes: [UInt8], path: String) -> Input {
    let source = SourceText(name: Self.name(path), bytes: bytes)
    let file = SwirlyFile(parsing: text)
    let diagnostics = file.problems.map { problem in
      Diagnostic(
        SwirlyFileError(problem: problem, isStrict: options.isStrict),
        at: Self.span(problem.place, in: text))
    }
    var input = Input(path: path, source: source, diagnostics: diagnostics)
    if !diagnostics.containsError {
      input.recording = Recording(swirly: file, title: Self.title(path))
    }
    return input
  }

  /// The byte range of a place in lines and characters, both counted from 1.
  private static func span(_ place: SwirlyFile.Place, in text: String) -> SourceRange {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard place.line >= 1, place.line <= lines.count else { return SourceRange(0, 0) }
    let line = lines[place.line - 1]
    func offset(_ column: Int) -> Int {
      let end =
        line.index(
          line.startIndex, offsetBy: max(0, column - 1), limitedBy: line.endIndex) ?? line.endIndex
      return text.utf8.distance(from: text.startIndex, to: end)
    }
    return SourceRange(offset(place.columns.lowerBound), offset(place.columns.upperBound))
  }
}

private struct SwirlyFileError: DiagnosticMessage {
  let problem: SwirlyFile.Problem
  let isStrict: Bool

  var severity: Diagnostic.Severity { problem.isError || isStrict ? .error : .warning }
  var text: String { problem.message }
}
