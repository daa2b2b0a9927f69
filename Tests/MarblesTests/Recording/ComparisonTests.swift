import Testing

@testable import Marbles

@Suite("Comparing recordings")
struct ComparisonTests {
  /// A recording of lanes that receive values, without causes.
  private func record(_ events: [(at: Int64, lane: String, what: String)]) -> Recording {
    let recorder = Recorder()
    var lanes: [String: RecordedLane] = [:]
    for event in events {
      recorder.time = .zero + .milliseconds(event.at)
      let lane = lanes[event.lane] ?? recorder.lane(event.lane)
      lanes[event.lane] = lane
      switch event.what {
      case "^": lane.subscribed {}
      case "|": lane.finished {}
      case "+": lane.requested(1) {}
      default: lane.value(event.what)
      }
    }
    return recorder.recording()
  }

  @Test("equal recordings have no difference")
  func equalRecordingsHaveNoDifference() {
    let recording = record([(0, "A", "^"), (1, "A", "x"), (2, "A", "|")])
    #expect(recording.differences(from: recording) == [])
    #expect(recording == record([(0, "A", "^"), (1, "A", "x"), (2, "A", "|")]))
  }

  @Test("the difference for a late value states its delay")
  func theDifferenceForALateValueStatesItsDelay() {
    let expected = record([(0, "A", "^"), (30, "A", "carton"), (50, "A", "|")])
    let recorded = record([(0, "A", "^"), (40, "A", "carton"), (50, "A", "|")])
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "A at 30: expected carton, recorded nothing: it came at 40, 10 late"
      ])
  }

  @Test("the difference for a missed value states the time of the subscription")
  func theDifferenceForAMissedValueStatesTheTimeOfTheSubscription() {
    let expected = record([(5, "B", "final"), (7, "B", "|")])
    let recorded = record([(6, "B", "^"), (7, "B", "|")])
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "B at 5: expected final, recorded nothing: it subscribed at 6"
      ])
  }

  @Test("the differences are the first one of each lane, earliest first")
  func theDifferencesAreTheFirstOneOfEachLaneEarliestFirst() {
    let expected = record([(1, "A", "x"), (1, "B", "x"), (2, "B", "y")])
    let recorded = record([(1, "A", "z"), (2, "B", "y"), (3, "C", "w")])
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "A at 1: expected x, recorded z",
        "B at 1: expected x, recorded nothing",
        "C at 3: expected nothing, recorded w",
      ])
  }

  @Test("the only subscription of a stream is compared with the first of several")
  func theOnlySubscriptionOfAStreamIsComparedWithTheFirstOfSeveral() {
    let expected = record([
      (0, "work #1", "^"), (1, "work #1", "a"), (2, "work #1", "|"), (4, "work #2", "^"),
      (5, "work #2", "a"),
    ])
    let recorded = record([(0, "work", "^"), (1, "work", "a"), (2, "work", "|")])
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "work #2 at 4: expected subscribed, recorded nothing"
      ])
  }

  @Test("the order inside an instant is compared, except in valuesAndTimes")
  func theOrderInsideAnInstantIsComparedExceptInValuesAndTimes() {
    let expected = record([(1, "A", "x"), (1, "B", "x")])
    let recorded = record([(1, "B", "x"), (1, "A", "x")])
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "B at 1: expected A x first, recorded x: the order inside the instant differs"
      ])
    #expect(recorded.differences(from: expected, comparing: .valuesAndTimes) == [])
  }

  @Test("withoutDemand ignores requests")
  func withoutDemandIgnoresRequests() {
    let expected = record([(1, "A", "+"), (1, "A", "x")])
    let recorded = record([(1, "A", "x")])
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "A at 1: expected requested 1, recorded x"
      ])
    #expect(recorded.differences(from: expected, comparing: .withoutDemand) == [])
  }

  @Test(
    "withoutDemand ignores the subscriptions of operators inside a lane",
    arguments: [(.joined, "joined its source"), (.left, "left its source")]
      as [(Recording.Mark, String)])
  func withoutDemandIgnoresTheSubscriptionsOfOperatorsInsideALane(
    mark: Recording.Mark, text: String
  ) {
    let expected = record([(1, "A", "x")])
    var recorded = expected
    recorded.events.append(
      Recording.Event(time: .zero + .milliseconds(1), place: .lane(0), mark: mark))
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "A at 1: expected nothing, recorded \(text)"
      ])
    #expect(recorded.differences(from: expected, comparing: .withoutDemand) == [])
  }

  /// A lane with one event, at 1.
  private func one(_ mark: Recording.Mark, _ text: String) -> Recording {
    Recording(
      lanes: [Recording.Lane(name: "A", role: .subscription)], labels: [text],
      events: [Recording.Event(time: .zero + .milliseconds(1), place: .lane(0), mark: mark)])
  }

  @Test(
    "a value differs from another mark with the same text",
    arguments: [
      ("finished", .finished, ""), ("cancelled", .cancelled, ""),
      ("failed: x", .failed(Recording.Label(index: 0)), "x"), ("requested 1", .requested(1), ""),
      ("a (replayed)", .replayed(Recording.Label(index: 0), from: nil), "a"),
    ] as [(String, Recording.Mark, String)])
  func aValueDiffersFromAnotherMarkWithTheSameText(
    words: String, mark: Recording.Mark, text: String
  ) {
    let expected = one(.value(Recording.Label(index: 0)), words)
    let recorded = one(mark, text)
    #expect(
      recorded.differences(from: expected).map(\.description) == [
        "A at 1: expected the value \(words), recorded \(words)"
      ])
    #expect(
      expected.differences(from: recorded).map(\.description) == [
        "A at 1: expected \(words), recorded the value \(words)"
      ])
  }

  @Test("valuesAndTimes treats a replay like a value")
  func valuesAndTimesTreatsAReplayLikeAValue() {
    let value = one(.value(Recording.Label(index: 0)), "a")
    let replay = one(.replayed(Recording.Label(index: 0), from: nil), "a")
    #expect(replay.differences(from: value, comparing: .valuesAndTimes) == [])
    #expect(replay.differences(from: value).count == 1)
  }
}
