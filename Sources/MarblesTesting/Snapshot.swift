import Marbles
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file format of a snapshot.
public enum SnapshotFormat: String, Hashable, Sendable, CaseIterable {
  /// Text.
  case ascii = "txt"
  /// An SVG picture.
  case svg
  /// A Mermaid sequence diagram.
  case mermaid = "mmd"
  /// A recording.
  case json

  private var output: OutputFormat {
    switch self {
    case .ascii: .ascii
    case .svg: .svg
    case .mermaid: .mermaid
    case .json: .json
    }
  }

  func render(_ recording: Recording) -> String {
    output.render(recording, diagram: Diagram(recording), options: FormatOptions())
  }
}

/// The snapshots that a test run writes: the environment variable `MARBLES_RECORD`.
public enum SnapshotRecording: String, Hashable, Sendable, CaseIterable {
  /// All snapshots.
  case all
  /// Snapshots that do not exist yet. This is the default.
  case missing
  /// No snapshots. This is so wherever `CI` is set.
  case never
}

/// The mode of the environment, and the reason for it.
struct SnapshotPolicy: Hashable {
  var recording = SnapshotRecording.missing
  /// The setting that forbids new snapshots.
  var reason = ""
  /// A sentence about an invalid setting; no snapshot is then written.
  var problem: String?

  init(recording: SnapshotRecording, reason: String = "") {
    self.recording = recording
    self.reason = reason
  }

  init(environment: [String: String]) {
    let isCI = environment["CI"].map { !$0.isEmpty && $0 != "false" && $0 != "0" } ?? false
    if let value = environment["MARBLES_RECORD"], !value.isEmpty {
      if let recording = SnapshotRecording(rawValue: value == "1" ? "all" : value) {
        self.init(recording: recording, reason: "MARBLES_RECORD is \(value)")
      } else {
        let words = SnapshotRecording.allCases.map(\.rawValue).joined(separator: ", ")
        self.init(recording: .never, reason: "MARBLES_RECORD is invalid")
        problem = "MARBLES_RECORD is '\(value)'; set it to one of \(words)"
      }
    } else {
      self.init(recording: .missing)
    }
    if isCI, recording != .never {
      recording = .never
      reason = "CI is set"
    }
  }
}

/// Expects a recording to equal its snapshot.
///
/// The snapshot is a file beside the test: `__Marbles__/TestFile.function.name.txt`. A missing
/// snapshot is written and fails the test once: check the file, and commit it. With
/// `MARBLES_RECORD=all` all snapshots are written, with `never` none; where `CI` is set, none.
///
/// A JSON snapshot is compared event by event, including the order within an instant; other formats
/// are compared as text.
///
/// - `as`: The file format of the snapshot.
/// - `named`: A name, if a test has several snapshots.
/// - `comparing`: The aspects of a JSON snapshot that are compared.
/// - `allowing`: The unfinished things that do not fail the test.
public func expectSnapshot(
  of recording: Recording, as format: SnapshotFormat = .ascii, named name: String? = nil,
  comparing comparison: Recording.Comparison = .everything, allowing allowance: Allowance = [],
  function: String = #function, fileID: String = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  reportLooseEnds(of: recording, allowing: allowance, at: site)
  let file = SnapshotFile(
    testFile: filePath.description, function: function, name: name, format: format)
  let policy = SnapshotPolicy(environment: ProcessInfo.processInfo.environment)
  if let problem = policy.problem { site.fail(problem) }
  let failure = Snapshot(file: file, recording: recording, policy: policy, comparison: comparison)
    .check()
  guard let failure else { return }
  site.fail(failure.message)
  for (name, svg) in failure.pictures { site.attach(svg, named: name) }
}

/// The path and format of a snapshot.
struct SnapshotFile {
  let path: String
  let format: SnapshotFormat

  init(testFile: String, function: String, name: String?, format: SnapshotFormat) {
    let folder = testFile.lastIndex(of: "/").map { String(testFile[..<$0]) } ?? "."
    let file = testFile.split(separator: "/").last.map(String.init) ?? testFile
    let test = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    let parts = [test, String(function.prefix { $0 != "(" })] + (name.map { [$0] } ?? [])
    self.format = format
    path =
      "\(folder)/__Marbles__/" + parts.map(Self.fileName).joined(separator: ".")
      + "." + format.rawValue
  }

  /// The text with all characters replaced except letters, digits, `-` and `_`.
  private static func fileName(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}

/// A recording and its snapshot.
struct Snapshot {
  struct Failure {
    var message: String
    /// Pictures to attach to the result.
    var pictures: [(name: String, svg: String)] = []
  }

  let file: SnapshotFile
  let recording: Recording
  var policy: SnapshotPolicy
  let comparison: Recording.Comparison

  /// Compares or writes the snapshot; `nil` on success.
  func check() -> Failure? {
    let rendered = file.format.render(recording)
    guard policy.recording != .all, let data = FileManager.default.contents(atPath: file.path)
    else {
      return write(rendered, isNew: policy.recording != .all)
    }
    let kept = String(decoding: data, as: UTF8.self)
    if kept == rendered { return nil }
    return file.format == .json ? compareRecordings(kept) : compareTexts(kept, rendered)
  }

  private func write(_ text: String, isNew: Bool) -> Failure? {
    guard policy.recording != .never else {
      return Failure(
        message: "there is no snapshot \(file.path), and none is written because \(policy.reason)")
    }
    let folder = String(file.path.prefix(upTo: file.path.lastIndex(of: "/") ?? file.path.endIndex))
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: nil)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic)
    } catch {
      return Failure(message: "the snapshot \(file.path) could not be written: \(error)")
    }
    guard isNew else { return nil }
    return Failure(
      message: "there was no snapshot; \(file.path) is new. Check it, and run the test again")
  }

  private func compareRecordings(_ kept: String) -> Failure? {
    do {
      let expected = try Recording(json: kept)
      let differences = recording.differences(from: expected, comparing: comparison)
      guard !differences.isEmpty else { return nil }
      let words = differences.map(\.description).joined(separator: "\n")
      let pictures = PictureComparison(
        expected: SnapshotFormat.ascii.render(expected),
        recorded: SnapshotFormat.ascii.render(recording))
      return Failure(
        message: "\(file.path) differs\n\n\(words)"
          + (pictures.map { "\n\n" + $0.message } ?? ""),
        pictures: [
          ("expected.svg", SnapshotFormat.svg.render(expected)),
          ("recorded.svg", SnapshotFormat.svg.render(recording)),
        ])
    } catch {
      return Failure(message: "\(file.path) is not a recording: \(error)")
    }
  }

  private func compareTexts(_ kept: String, _ rendered: String) -> Failure {
    let svg = SnapshotFormat.svg.render(recording)
    switch file.format {
    case .svg:
      let difference = SVGDifference(expected: kept, recorded: rendered)
      return Failure(
        message: "\(file.path) differs\n\n\(difference.description)",
        pictures: [("expected.svg", kept), ("recorded.svg", svg)])
    case .ascii, .mermaid, .json:
      let expected = kept.split(separator: "\n", omittingEmptySubsequences: false)
      let recorded = rendered.split(separator: "\n", omittingEmptySubsequences: false)
      let line = zip(expected, recorded).prefix { $0 == $1 }.count
      let lines = """
        expected  \(line < expected.count ? expected[line] : "nothing more")
        recorded  \(line < recorded.count ? recorded[line] : "nothing more")
        """
      let pictures =
        file.format == .ascii ? PictureComparison(expected: kept, recorded: rendered) : nil
      return Failure(
        message: "\(file.path):\(line + 1) differs\n\n\(pictures?.message ?? lines)",
        pictures: [("recorded.svg", svg)])
    }
  }
}

/// The difference between two SVG pictures, in the words of their marks.
struct SVGDifference: CustomStringConvertible {
  let description: String

  /// The number of marks that are listed of each picture.
  private static let limit = 5

  init(expected: String, recorded: String) {
    for tag in ["title", "text", "desc"] {
      let one = Self.texts(tag, in: expected)
      let other = Self.texts(tag, in: recorded)
      guard one != other else { continue }
      let lists = [
        Self.list("expected, not recorded", Self.rest(of: one, without: other)),
        Self.list("recorded, not expected", Self.rest(of: other, without: one)),
      ].compactMap { $0 }
      description =
        lists.isEmpty ? "the marks are in another order" : lists.joined(separator: "\n")
      return
    }
    description = "the marks and texts are equal; only their layout or their style differs"
  }

  /// The texts of all elements with a tag, in order.
  private static func texts(_ tag: String, in svg: String) -> [String] {
    svg.ranges(of: "<\(tag)").compactMap { range in
      let rest = svg[range.upperBound...]
      guard let next = rest.first, next == ">" || next == " ",
        let start = rest.firstIndex(of: ">"), let end = rest.firstRange(of: "</\(tag)>")
      else { return nil }
      return String(rest[rest.index(after: start)..<end.lowerBound])
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        .replacing("&amp;", with: "&")
    }
  }

  /// The elements that occur more often than in the other list.
  private static func rest(of texts: [String], without others: [String]) -> [String] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return texts.filter { text in
      guard let count = counts[text], count > 0 else { return true }
      counts[text] = count - 1
      return false
    }
  }

  private static func list(_ heading: String, _ texts: [String]) -> String? {
    guard !texts.isEmpty else { return nil }
    let more = texts.count - limit
    return "\(heading):\n" + texts.prefix(limit).map { "  \($0)" }.joined(separator: "\n")
      + (more > 0 ? "\n  and \(more) more" : "")
  }
}
