import Testing
import XCTest

/// The place of an assertion in a test.
struct CallSite {
  let fileID: String
  let filePath: StaticString
  let line: Int
  let column: Int

  /// Fails the current test here.
  ///
  /// Outside of a Swift Testing test, and in detached tasks, `Test.current` is `nil`. The failure is
  /// then reported to both frameworks, because either of them may run the test.
  func fail(_ message: String) {
    let isSwiftTesting = Test.current != nil
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath.description, line: line, column: column))
    if !isSwiftTesting { XCTFail(message, file: filePath, line: UInt(line)) }
  }

  /// Attaches a file to the result of the test, if Swift Testing runs it.
  func attach(_ text: String, named name: String) {
    guard Test.current != nil else { return }
    Attachment.record(
      text, named: name,
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath.description, line: line, column: column))
  }
}
