import Foundation
import MarblesCombine
import MarblesTesting
import Testing

@Test func twoSubscribersReceiveTheSameTaps() throws {
  let scheduler = TestScheduler()
  let taps = try scheduler.hot("taps", "-a-b-|")
  let shared = scheduler.hub("share()", taps) { $0.share() }
  try scheduler.subscribe(shared, as: "first")
  try scheduler.subscribe(shared, as: "second", "--^")
  try scheduler.run()

  let recording = scheduler.recorder.recording()
  expectMarbles(recording, lane: "first", "-a-b-|")
  expectMarbles(recording, lane: "second", "---b-|")
}

@Test("getting-started.md shows the test above")
func gettingStartedMdShowsTheTestAbove() throws {
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
