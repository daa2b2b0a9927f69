import Foundation
import Testing

@testable import Marbles

@Suite("docs/recording-format.md")
struct RecordingFormatDocumentTests {
  private let document: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    document = try String(
      contentsOf: root.appending(path: "docs/recording-format.md"), encoding: .utf8)
  }

  private func block(_ language: String) throws -> String {
    let start = try #require(document.range(of: "```\(language)\n"))
    let end = try #require(document.range(of: "```", range: start.upperBound..<document.endIndex))
    return String(document[start.upperBound..<end.lowerBound])
  }

  @Test("the document shows a recording with the bytes that are written")
  func theDocumentShowsARecordingWithTheBytesThatAreWritten() throws {
    let text = try block("json")
    #expect(try Recording(json: text).json() == text)
  }

  @Test("the document shows a trace that can be read")
  func theDocumentShowsATraceThatCanBeRead() throws {
    let recording = try Recording(trace: try block("jsonl"))
    #expect(recording.title == "A shared download")
    #expect(recording.lanes.map(\.name) == ["download", "A", "B"])
    #expect(recording.lanes[2].missed.count == 1)
  }

  @Test("the document has a row for each mark, with its place and its keys")
  func theDocumentHasARowForEachMarkWithItsPlaceAndItsKeys() {
    for word in Recording.MarkWord.allCases {
      let keys = word.keys.map { "`\($0)`" }.joined(separator: ", ")
      let cells = "| `\(word.rawValue)` | \(word.place ?? "either") | \(keys)"
      #expect(document.contains(cells), "no row begins with \(cells)")
    }
    let others =
      Recording.Stage.Kind.allCases.map(\.rawValue) + Recording.Lane.Role.allCases.map(\.rawValue)
      + Recording.ReleaseReason.allCases.map(\.rawValue)
      + Recording.DropReason.allCases.map(\.rawValue)
    for word in others { #expect(document.contains("`\(word)`"), "'\(word)' is not explained") }
    for unit in RecordingFormat.Unit.allCases {
      #expect(document.contains("`\"\(unit.rawValue)\"`"))
    }
  }
}
