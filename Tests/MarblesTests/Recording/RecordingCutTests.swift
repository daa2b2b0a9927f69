import Testing

@testable import Marbles

@Suite("A part of a recording")
struct RecordingCutTests {
  /// A buffer that holds a value from 1 to 5, and a subscriber from 0 to 6.
  private let whole: Recording = {
    func at(
      _ time: Int64, _ place: Recording.Place, _ mark: Recording.Mark, _ cause: EventID? = nil
    ) -> Recording.Event {
      Recording.Event(
        time: VirtualTime(nanoseconds: time * 1_000_000), place: place, mark: mark, cause: cause)
    }
    let a = Recording.Label(index: 0)
    return Recording(
      stages: [Recording.Stage(name: "buffer", kind: .memory)],
      lanes: [
        Recording.Lane(name: "in", role: .input, target: 0),
        Recording.Lane(name: "out", role: .subscription, source: .stage(0), missed: [1]),
      ],
      labels: ["a"],
      events: [
        at(0, .lane(1), .subscribed()), at(1, .lane(0), .value(a)), at(1, .stage(0), .held(a), 1),
        at(5, .stage(0), .released(2, .left)), at(5, .lane(1), .value(a), 3),
        at(6, .lane(1), .finished, 4),
      ],
      ending: .unfinished("1 job still waits"))
  }()

  private func ms(_ time: Int64) -> VirtualTime { VirtualTime(nanoseconds: time * 1_000_000) }

  @Test("a cut without limits is the whole recording")
  func aCutWithoutLimitsIsTheWholeRecording() { #expect(whole.cut(from: nil, until: nil) == whole) }

  @Test("a cut until a time includes the events of that time")
  func aCutUntilATimeIncludesTheEventsOfThatTime() {
    let part = whole.cut(from: nil, until: ms(5))
    #expect(part.events == Array(whole.events[..<5]))
    #expect(part.lanes[1].missed == [1])
    #expect(part.ending == .idle)
  }

  @Test("a cut from a time keeps earlier events that still hold")
  func aCutFromATimeKeepsEarlierEventsThatStillHold() throws {
    let part = whole.cut(from: ms(5), until: nil)
    #expect(
      part.events.map(\.mark) == [
        .subscribed(), .held(Recording.Label(index: 0)), .released(1, .left),
        .value(Recording.Label(index: 0)),
        .finished,
      ])
    // Its cause, the value that was sent, is gone.
    #expect(part.events.map(\.cause) == [nil, nil, nil, 2, 3])
    #expect(part.lanes[1].missed == [])
    #expect(part.ending == whole.ending)
    #expect(try Recording(json: part.json()) == part)
  }

  @Test(
    "a cut keeps whether the operators of an open lane are subscribed to its source",
    arguments: [
      ([.left], 0), ([.left, .joined], 1), ([.left, .joined, .left], 0),
      ([.left, .cancelled, .subscribed()], 1),
    ] as [([Recording.Mark], Int)])
  func aCutKeepsWhetherTheOperatorsOfAnOpenLaneAreSubscribedToItsSource(
    marks: [Recording.Mark], open: Int
  ) {
    var recording = whole
    let before = [Recording.Mark.subscribed()] + marks
    recording.events = before.map { Recording.Event(time: ms(1), place: .lane(1), mark: $0) }
    recording.events.append(Recording.Event(time: ms(5), place: .lane(1), mark: .requested(1)))
    recording.lanes[1].missed = []
    for part in [recording, recording.cut(from: ms(4), until: nil)] {
      let index = RecordingIndex(part)
      #expect(index.openEdges(outOf: .stage(0), after: part.eventIDs.last ?? -1) == open)
    }
  }

  @Test("a cut after the end of all subscriptions is empty")
  func aCutAfterTheEndOfAllSubscriptionsIsEmpty() {
    #expect(whole.cut(from: ms(7), until: nil).events == [])
  }
}
