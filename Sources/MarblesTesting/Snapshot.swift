import Marbles
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a snapshot is kept.
public enum SnapshotFormat: String, Hashable, Sendable, CaseIterable {
  case ascii = "txt"
  case svg
  case mermaid = "mmd"
  case json

  func render(_ recording: Recording) -> String {
    switch self {
    case .ascii: ASCIIFormat().render(Diagram(recording))
    case .svg: SVGFormat().render(Diagram(recording))
    case .mermaid: MermaidFormat().render(Diagram(recording))
    case .json: recording.json()
    }
  }
}

/// When snapshots are written: the environment variable `MARBLES_RECORD`.
public enum SnapshotRecording: String, Hashable, Sendable {
  /// Every one anew.
  case all
  /// Those that do not exist yet; the default.
  case missing
  /// None; always so where `CI` is set.
  case never

  init(environment: [String: String]) {
    let wanted = environment["MARBLES_RECORD"].map { $0 == "1" ? "all" : $0 }
    let isCI = environment["CI"].map { !$0.isEmpty && $0 != "false" && $0 != "0" } ?? false
    self = isCI ? .never : wanted.flatMap(SnapshotRecording.init) ?? .missing
  }
}

/// Expects a recording to be as it was when its snapshot was taken.
///
/// The snapshot is a file beside the test, `__Marbles__/TestFile.function.name.txt`. One that does
/// not exist is written, and fails the test once: look at it, and commit it. `MARBLES_RECORD=all`
/// writes all anew, `never` writes none; where `CI` is set none is written.
///
/// A JSON snapshot is compared as a recording, event by event, the order inside an instant
/// included; the others as text.
///
/// - `format` is how the snapshot is kept; `name` tells several snapshots of one test apart.
/// - `comparing` says how closely a JSON snapshot is compared.
/// - `allowing` says what the recording may leave open.
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
  let mode = SnapshotRecording(environment: ProcessInfo.processInfo.environment)
  let failure = Snapshot(file: file, recording: recording, mode: mode, comparison: comparison)
    .check()
  guard let failure else { return }
  site.fail(failure.message)
  for (name, svg) in failure.pictures { site.attach(svg, named: name) }
}

/// Where a snapshot lies.
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

  /// A text as part of a file name: letters, digits, `-` and `_`.
  private static func fileName(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
  }
}

/// A recording beside its snapshot.
struct Snapshot {
  struct Failure {
    var message: String
    /// Pictures to keep with the result.
    var pictures: [(name: String, svg: String)] = []
  }

  let file: SnapshotFile
  let recording: Recording
  let mode: SnapshotRecording
  let comparison: Recording.Comparison

  /// Compares, or writes; `nil` if all is well.
  func check() -> Failure? {
    let rendered = file.format.render(recording)
    guard mode != .all, let data = FileManager.default.contents(atPath: file.path) else {
      return write(rendered, isNew: mode != .all)
    }
    let kept = String(decoding: data, as: UTF8.self)
    if kept == rendered { return nil }
    return file.format == .json ? compareRecordings(kept) : compareTexts(kept, rendered)
  }

  private func write(_ text: String, isNew: Bool) -> Failure? {
    guard mode != .never else {
      return Failure(message: "there is no snapshot \(file.path), and none may be written here")
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
      message: "there was no snapshot; \(file.path) is new. Look at it, and run the test again")
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
        message: "\(file.path) is different\n\n\(words)"
          + (pictures.map { "\n\n" + $0.message } ?? ""),
        pictures: [
          ("expected.svg", SnapshotFormat.svg.render(expected)),
          ("recorded.svg", SnapshotFormat.svg.render(recording)),
        ])
    } catch {
      return Failure(message: "\(file.path) is no recording: \(error)")
    }
  }

  private func compareTexts(_ kept: String, _ rendered: String) -> Failure {
    let expected = kept.split(separator: "\n", omittingEmptySubsequences: false)
    let recorded = rendered.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(expected, recorded).prefix { $0 == $1 }.count
    var message = "\(file.path):\(line + 1) is different\n\n"
    if file.format == .ascii, let pictures = PictureComparison(expected: kept, recorded: rendered) {
      message += pictures.message
    } else {
      message += "expected  \(line < expected.count ? expected[line] : "nothing more")\n"
      message += "recorded  \(line < recorded.count ? recorded[line] : "nothing more")"
    }
    var pictures = [("recorded.svg", SnapshotFormat.svg.render(recording))]
    if file.format == .svg { pictures.insert(("expected.svg", kept), at: 0) }
    return Failure(message: message, pictures: pictures)
  }
}
