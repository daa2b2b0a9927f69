import Marbles
import MarblesCombine
import Testing

/// The example that the documentation shows.
@Suite struct ExampleTests {
  @Test("a recording and its picture, in a few lines of Swift")
  func aRecordingAndItsPictureInAFewLinesOfSwift() throws {
    let scheduler = TestScheduler()
    let response = try scheduler.hot(
      "response", "-p---f-|", values: ["p": "partial", "f": "final"])
    let shared = scheduler.hub("share()", response) { $0.share() }
    try scheduler.subscribe(shared, as: "first", "^")
    try scheduler.subscribe(shared, as: "second", "---^")
    try scheduler.run()
    let recording = scheduler.recording(title: "A late subscriber misses values")
    let picture = ASCIIFormat().render(Diagram(recording))

    #expect(picture.contains("share()"))
    #expect(picture.contains("partial"))
    #expect(SVGFormat().render(Diagram(recording)).hasPrefix("<svg"))
  }

  @Test("a cold source restarts for each subscriber; a marble without a value is an error")
  func aColdSourceRestartsForEachSubscriberAMarbleWithoutAValueIsAnError() throws {
    let scheduler = TestScheduler()
    let numbers = try scheduler.cold("-1-2|", values: ["1": 1, "2": 2])
    let a = try scheduler.subscribe(numbers, as: "A", "^")
    let b = try scheduler.subscribe(numbers, as: "B", "--^!")
    try scheduler.run()
    #expect(a.values == [1, 2])
    #expect(a.completion == .finished)
    #expect(b.values == [])
    #expect(throws: MarbleError.self) { try scheduler.cold("-x", values: ["a": 1]) }
    #expect(throws: MarbleError.self) {
      try scheduler.subscribe(numbers, as: "C", "!x^")
    }
  }
}
