import Testing

@testable import Marbles

@Suite("Labels of the ruler")
struct RulerLabelsTests {
  private func labels(
    _ milliseconds: [Double], frame: VirtualDuration = .milliseconds(1), showsDurations: Bool
  ) -> [String] {
    let columns = milliseconds.map { time in
      Diagram.Column(
        time: VirtualTime(nanoseconds: Int64(time * 1_000_000)), label: "?", slots: 1)
    }
    return RulerLabels.labels(
      of: columns, scale: Recording.TimeScale(frame: frame, showsDurations: showsDurations))
  }

  @Test("durations have one unit")
  func durationsHaveOneUnit() {
    #expect(labels([0, 900, 1000, 1200], showsDurations: true) == ["0s", "0.9s", "1s", "1.2s"])
    #expect(labels([0, 50, 900], showsDurations: true) == ["0ms", "50ms", "900ms"])
    #expect(labels([0.5, 2], showsDurations: true) == ["0.5ms", "2ms"])
    // In seconds this would need four digits.
    #expect(labels([0.1, 1000], showsDurations: true) == ["0.1ms", "1000ms"])
  }

  @Test("parts of a frame are decimals, not another unit")
  func partsOfAFrameAreDecimalsNotAnotherUnit() {
    #expect(labels([0, 1.5, 2], showsDurations: false) == ["0", "1.5", "2"])
    #expect(
      labels([0, 10, 25], frame: .milliseconds(10), showsDurations: false) == ["0", "1", "2.5"])
  }
}
