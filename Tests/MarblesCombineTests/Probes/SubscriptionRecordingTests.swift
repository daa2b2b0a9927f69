import Marbles
import MarblesCombine
import Testing

@Suite struct SubscriptionRecordingTests {
  private let scheduler = TestScheduler()

  /// The `count` events of the hub, with their times in frames.
  private var counts: [String] {
    scheduler.recording().events.compactMap { event in
      guard case .count(let count) = event.mark else { return nil }
      return "\(event.time.nanoseconds / 1_000_000): \(count)"
    }
  }

  @Test("prefix(_:) lowers the count of a hub when it cancels, before the lane ends")
  func prefixLowersTheCountOfAHubWhenItCancelsBeforeTheLaneEnds() throws {
    let source = try scheduler.hot("source", "-a-b-c")
    let shared = scheduler.hub("share()", source) { $0.share() }
    try scheduler.subscribe(shared, as: "all")
    try scheduler.subscribe(shared.prefix(1), as: "first")
    try scheduler.subscribe(shared, as: "late", "---^")
    try scheduler.run()
    #expect(counts == ["0: 1", "0: 2", "1: 1", "3: 2"])
  }

  @Test(
    "append(_:) of a recorded hub is a subscriber of it from the completion of the first stream")
  func appendOfARecordedHubIsASubscriberOfItFromTheCompletionOfTheFirstStream() throws {
    let source = try scheduler.hot("source", "-a-b-c|")
    let first = try scheduler.hot("first", "-x|")
    let shared = scheduler.hub("share()", source) { $0.share() }
    let sink = try scheduler.subscribe(first.append(shared), as: "both")
    try scheduler.run()
    #expect(sink.values == ["x", "b", "c"])
    #expect(counts == ["2: 1"])
  }

  @Test("a cancel of the subscriber reaches the hub through operators once")
  func aCancelOfTheSubscriberReachesTheHubThroughOperatorsOnce() throws {
    let source = try scheduler.hot("source", "-a-b-c")
    let shared = scheduler.hub("share()", source) { $0.share() }
    try scheduler.subscribe(shared.map { $0 + "!" }, as: "mapped", "^--!")
    try scheduler.subscribe(shared, as: "plain", "^----!")
    try scheduler.run()
    #expect(counts == ["0: 1", "0: 2", "3: 1", "5: 0"])
  }
}
