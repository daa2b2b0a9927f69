import Foundation
import Marbles
import MarblesTesting
import Testing

/// The diagrams are those of swift-async-algorithms: one tick per character.
@Suite("AsyncSequence, recorded")
struct AsyncSequenceTests {
  private let clock = TaskClock()

  /// Sends the elements of a diagram to a stream.
  private func play(_ diagram: String, _ feed: RecordedStream<String>.Continuation) throws {
    let events = try MarbleString(diagram, dialect: .asyncAlgorithms).notifications().get()
    let clock = clock
    clock.task {
      for event in events {
        try await clock.sleep(until: .init(event.time))
        switch event.mark {
        case .value(let text): feed.yield(text)
        default: feed.finish()
        }
      }
    }
  }

  private func stream(_ name: String, _ diagram: String) throws -> RecordedStream<String> {
    let (stream, feed) = clock.recorder.makeStream(name, of: String.self)
    try play(diagram, feed)
    return stream
  }

  private func expectDiagram(_ lane: String, _ diagram: String, line: Int = #line) {
    expectMarbles(
      clock.recorder.recording(), lane: lane, diagram, dialect: .asyncAlgorithms, line: line)
  }

  @Test("elements that operators drop are swallowed, and the others are on the lane")
  func elementsThatOperatorsDropAreSwallowedAndTheOthersAreOnTheLane() throws {
    let (recorder, input) = (clock.recorder, try stream("input", "a-bc--d|"))
    clock.task {
      let output = input.filter { $0 != "b" }.map { $0.uppercased() }
      for await _ in output.recorded("output", by: recorder) {}
    }
    try clock.run()
    expectDiagram("output", "A--C--D|")
    let recording = recorder.recording()
    let swallowed = recording.events.compactMap { event in
      if case .dropped(let label, .swallowed) = event.mark { recording.text(label) } else { nil }
    }
    #expect(swallowed == ["b"])
  }

  @Test("an AsyncStream shared by two tasks delivers each element to one of them")
  func anAsyncStreamSharedByTwoTasksDeliversEachElementToOneOfThem() throws {
    let (recorder, ticks) = (clock.recorder, try stream("ticks", "a-b-c-d|"))
    for name in ["first", "second"] {
      clock.task { for await _ in ticks.recorded(name, by: recorder) {} }
    }
    try clock.run()
    expectDiagram("first", "a---c--|")
    expectDiagram("second", "--b---d|")
    let picture = ASCIIFormat().render(Diagram(recorder.recording(title: "Not a broadcast")))
    #expect(
      picture == """
        Not a broadcast
        4 sent, 4 delivered

        virtual time  0           2           4           6     7
        ticks.send    (-a)--------b-----------c-----------d-----|
        ticks         ( v)        v           v           v     |
        first         (^a)--------------------c-----------------|
        second        (^-)--------b-----------------------d-----|

        legend      ^ subscribe   | finished   v passes through   ( ) same instant, in order

        """)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "docs/async-sequences.md"), encoding: .utf8)
    #expect(page.contains(picture))
  }

  @Test("a stream buffers elements for a slow task, and each delivery has its cause")
  func aStreamBuffersElementsForASlowTaskAndEachDeliveryHasItsCause() throws {
    let (clock, recorder) = (clock, clock.recorder)
    let ticks = try stream("ticks", "abc-----|")
    clock.task {
      for await _ in ticks.recorded("slow", by: recorder) {
        try await clock.sleep(for: .milliseconds(3))
      }
    }
    try clock.run()
    expectDiagram("slow", "a--b--c--|")
    expect(
      recorder.recording(),
      draws: """
        ticks.send    (-a)--b-----c-----------------------------------|
        ticks               [b~~~~~~~~~~>                                   |
                                  [c~~~~~~~~~~~~~~~~~~~~~~>
        slow          (^a)--------------b-----------------c-----------------|
        """)
  }

  @Test("a full buffer drops the oldest or the newest element, and the band shows it")
  func aFullBufferDropsTheOldestOrTheNewestElementAndTheBandShowsIt() throws {
    for (policy, seen, lost) in [
      (AsyncStream<String>.Continuation.BufferingPolicy.bufferingNewest(1), "a--c---|", "b"),
      (.bufferingOldest(1), "a--b---|", "c"),
    ] {
      let clock = TaskClock()
      let (ticks, feed) = clock.recorder.makeStream(
        "ticks", of: String.self, bufferingPolicy: policy)
      clock.task {
        for text in ["a", "b", "c"] {
          feed.yield(text)
          try await clock.sleep(for: .milliseconds(1))
        }
        try await clock.sleep(for: .milliseconds(4))
        feed.finish()
      }
      clock.task {
        for await _ in ticks.recorded("slow", by: clock.recorder) {
          try await clock.sleep(for: .milliseconds(3))
        }
      }
      try clock.run()
      let recording = clock.recorder.recording()
      expectMarbles(recording, lane: "slow", seen, dialect: .asyncAlgorithms)
      #expect(recording.fates(.dropped) == [lost])
    }
  }

  @Test("a task group merges streams")
  func aTaskGroupMergesStreams() throws {
    let recorder = clock.recorder
    let (left, right) = (try stream("left", "a-c-e|"), try stream("right", "-b-d--|"))
    let (merged, feed) = recorder.makeStream("merged", of: String.self)
    clock.task {
      await withTaskGroup(of: Void.self) { group in
        for (name, input) in [("left in", left), ("right in", right)] {
          group.addTask {
            for await value in input.recorded(name, by: recorder) { feed.yield(value) }
          }
        }
      }
      feed.finish()
    }
    clock.task { for await _ in merged.recorded("output", by: recorder) {} }
    try clock.run()
    expectDiagram("output", "abcde-|")
    #expect(
      recorder.recording().lanesBehind("d", on: "output") == [
        "output", "merged", "right in", "right",
      ])
  }

  @Test("a debounce with tasks republishes the last element of a burst, with its cause")
  func aDebounceWithTasksRepublishesTheLastElementOfABurstWithItsCause() throws {
    let (clock, recorder) = (clock, clock.recorder)
    let input = try stream("input", "abcd----e---f--|")
    let (output, feed) = recorder.makeStream("debounce", of: String.self)
    clock.task {
      var waiting: Task<Void, any Error>?
      for await value in input.recorded("debounce in", by: recorder) {
        waiting?.cancel()
        waiting = clock.task {
          try await clock.sleep(for: .milliseconds(2))
          feed.yield(value)
        }
      }
      try await waiting?.value
      feed.finish()
    }
    clock.task { for await _ in output.recorded("output", by: recorder) {} }
    try clock.run()
    expectDiagram("output", "-----d----e---f|")
  }

  private struct Boom: Error {}

  @Test("an error ends the lane as a failure and is rethrown")
  func anErrorEndsTheLaneAsAFailureAndIsRethrown() throws {
    let recorder = clock.recorder
    let (base, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    continuation.yield(1)
    continuation.finish(throwing: Boom())
    clock.task {
      await #expect(throws: Boom.self) {
        for try await _ in base.recorded("A", by: recorder) {}
      }
    }
    try clock.run()
    expectMarbles(
      recorder.recording(), lane: "A", "[1^]", error: "Boom()", dialect: .asyncAlgorithms)
  }

  @Test("leaving the loop or cancelling the task cancels; a later loop continues")
  func leavingTheLoopOrCancellingTheTaskCancelsALaterLoopContinues() throws {
    let (clock, recorder) = (clock, clock.recorder)
    let ticks = try stream("ticks", "abcdef")
    clock.task {
      for await _ in ticks.recorded("A", by: recorder) { break }
      try await clock.sleep(for: .milliseconds(2))
      for await _ in ticks.recorded("A", by: recorder) { break }
    }
    let endless = AsyncStream<Int> {
      try? await clock.sleep(for: .milliseconds(2)); return 1
    }
    let asking = clock.task { for await _ in endless.recorded("B", by: recorder) {} }
    clock.task {
      try await clock.sleep(for: .milliseconds(3))
      asking.cancel()
    }
    try clock.run(until: .zero + .milliseconds(9))
    let recording = recorder.recording()
    #expect(recording.lanes.filter { $0.name.hasPrefix("A") }.count == 1)
    #expect(recording.cancels("A") == [0, 2])
    #expect(recording.cancels("B") == [3])
  }

  @Test("two runs have equal recordings")
  func twoRunsHaveEqualRecordings() throws {
    func record() throws -> Recording {
      let test = AsyncSequenceTests()
      try test.aTaskGroupMergesStreams()
      return test.clock.recorder.recording()
    }
    #expect(try record() == record())
  }
}

extension Recording {
  /// The values that the stages released with the given fate.
  fileprivate func fates(_ fate: ReleaseReason) -> [String] {
    events.compactMap { event in
      guard case .released(let held, fate) = event.mark, case .held(let label) = self[held].mark
      else { return nil }
      return text(label)
    }
  }

  /// The frames at which a lane was cancelled.
  fileprivate func cancels(_ lane: String) -> [Int64] {
    events.compactMap { event in
      guard case .lane(let id) = event.place, self[id].name == lane, event.mark == .cancelled
      else {
        return nil
      }
      return event.time.nanoseconds / frame.nanoseconds
    }
  }

  /// The lanes of the causes of a value, the nearest first.
  fileprivate func lanesBehind(_ value: String, on lane: String) -> [String] {
    var names: [String] = []
    var next = eventIDs.first { event in
      guard case .lane(let id) = self[event].place, self[id].name == lane else { return false }
      if case .value(let label) = self[event].mark { return text(label) == value }
      return false
    }
    while let event = next {
      if case .lane(let id) = self[event].place { names.append(self[id].name) }
      next = self[event].cause
    }
    return names
  }
}
