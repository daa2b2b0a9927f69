import Foundation
import MarblesCombine
import MarblesTesting
import Testing

@Test func everybodyHearsTheSameTaps() throws {
  let scheduler = TestScheduler()
  let recorder = scheduler.recorder
  let taps = try scheduler.hot("taps", "-a-b-|")
  let shared = recorder.hub("share()", taps) { $0.share() }
  let first = shared.recorded("first", by: recorder).sink { _ in }
  let second = shared.recorded("second", by: recorder).sink { _ in }
  try scheduler.run()
  expectMarbles(recorder.recording(), lane: "first", "-a-b-|")
  expectMarbles(recorder.recording(), lane: "second", "-a-b-|")
  withExtendedLifetime((first, second)) {}
}

@Test("getting-started.md shows the test above")
func gettingStartedPage() throws {
  let here = URL(fileURLWithPath: #filePath)
  let page = here.deletingLastPathComponent().appendingPathComponent(
    "../../docs/getting-started.md")
  let text = try String(contentsOf: page, encoding: .utf8)
  let source = try String(contentsOf: here, encoding: .utf8).split(separator: "\n")
  let blocks = text.components(separatedBy: "```swift\n").dropFirst()
  #expect(blocks.count == 1)
  for line in blocks.flatMap({ $0.components(separatedBy: "```")[0].split(separator: "\n") }) {
    #expect(source.contains(line), "\(line)")
  }
}
