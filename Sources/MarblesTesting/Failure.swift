import Testing
import XCTest

/// Where a test asserts something.
struct CallSite {
  let fileID: String
  let filePath: StaticString
  let line: Int
  let column: Int

  /// Fails the running test here.
  ///
  /// Outside of a Swift Testing test, and in its detached tasks, `Test.current` is nil. Then the
  /// failure goes to both frameworks: the one that runs the test shows it, and none is lost.
  func fail(_ message: String) {
    let isSwiftTesting = Test.current != nil
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath.description, line: line, column: column))
    if !isSwiftTesting { XCTFail(message, file: filePath, line: UInt(line)) }
  }

  /// Keeps a file with the test's result, where the framework can.
  func attach(_ text: String, named name: String) {
    guard Test.current != nil else { return }
    Attachment.record(
      text, named: name,
      sourceLocation: SourceLocation(
        fileID: fileID, filePath: filePath.description, line: line, column: column))
  }
}
