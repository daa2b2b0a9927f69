import Testing

@testable import Marbles

/// A recording as lines: `at lane: what <- cause`.
private func lines(_ recording: Recording) -> [String] {
  zip(recording.eventIDs, recording.events).map { id, event in
    let place =
      switch event.place {
      case .lane(let lane): recording[lane].name
      case .stage(let stage): recording[stage].name
      }
    let cause = event.cause.map { " <- \($0)" } ?? ""
    return "\(id) @\(event.time.nanoseconds / 1_000_000) \(place): "
      + text(event.mark, recording) + cause
  }
}

private func text(_ mark: Recording.Mark, _ recording: Recording) -> String {
  switch mark {
  case .subscribed: "subscribed"
  case .value(let label): recording.text(label)
  case .replayed(let label, let from): "replayed \(recording.text(label)) of \(from ?? -1)"
  case .dropped(let label, let reason): "\(reason) \(recording.text(label))"
  case .held(let label): "holds \(recording.text(label))"
  case .released(let held, let fate): "\(fate) \(held)"
  case .count(let n): "count \(n)"
  case .failed(let label): "failed \(recording.text(label))"
  case .sent(let label, let stage): "sends \(recording.text(label)) to \(stage)"
  case .fatal(let label): "fatal \(recording.text(label))"
  case .requested(let n): "requested \(n.map(String.init) ?? "unlimited")"
  case .ended(let failure): "ended" + (failure.map { " " + recording.text($0) } ?? "")
  default: "\(mark)"
  }
}

@Suite("The recorder")
struct RecorderTests {
  private let recorder = Recorder()

  private func at(_ ms: Int64) { recorder.time = .zero + .milliseconds(ms) }

  @Test("connections, counts, causes and missed values of a share follow from its lanes")
  func connectionsCountsCausesAndMissedValuesOfAShareFollowFromItsLanes() {
    let hub = recorder.stage("share()", kind: .hub)
    let a = recorder.lane("A")
    let b = recorder.lane("B")
    let up = recorder.lane("up", target: hub)
    func claim() { #expect(recorder.attachPendingLane(to: .stage(hub.stageID)) != nil) }
    a.subscribed {
      claim()
      up.subscribed {}
    }
    at(1)
    up.value("x") { a.value("x") }
    at(2)
    b.subscribed { claim() }
    at(3)
    up.finished {
      a.finished {}
      b.finished {}
    }
    let recording = recorder.recording()
    #expect(
      lines(recording) == [
        "0 @0 A: subscribed",
        "1 @0 share(): count 1 <- 0",
        "2 @0 up: subscribed <- 0",
        "3 @0 share(): connected <- 2",
        "4 @1 up: x",
        "5 @1 A: x <- 4",
        "6 @2 B: subscribed",
        "7 @2 share(): count 2 <- 6",
        "8 @3 up: finished",
        "9 @3 share(): ended <- 8",
        "10 @3 share(): disconnected <- 8",
        "11 @3 A: finished <- 8",
        "12 @3 B: finished <- 8",
      ])
    #expect(recording.lanes.map(\.missed) == [[], [4], []])
    #expect(recording.lanes[0].source == .stage(0) && recording.lanes[2].target == 0)
  }

  @Test("the last cancel counts to zero; values of a cancelled run are not missed")
  func theLastCancelCountsToZeroValuesOfACancelledRunAreNotMissed() {
    let hub = recorder.stage("share()", kind: .hub)
    let a = recorder.lane("A")
    let up = recorder.lane("up", target: hub)
    a.subscribed {
      _ = recorder.attachPendingLane(to: .stage(hub.stageID))
      up.subscribed {}
    }
    up.value(1) { a.value(1) }
    a.cancelled { up.cancelled {} }
    let b = recorder.lane("B")
    b.subscribed { _ = recorder.attachPendingLane(to: .stage(hub.stageID)) }
    let recording = recorder.recording()
    #expect(
      lines(recording).suffix(6) == [
        "6 @0 A: cancelled",
        "7 @0 share(): count 0 <- 6",
        "8 @0 up: cancelled <- 6",
        "9 @0 share(): disconnected <- 8",
        "10 @0 B: subscribed",
        "11 @0 share(): count 1 <- 10",
      ])
    #expect(recording.lanes[2].missed == [])
  }

  @Test("a value during a subscription is a replay of a held value, and is not missed")
  func aValueDuringASubscriptionIsAReplayOfAHeldValueAndIsNotMissed() {
    let hub = recorder.stage("shareReplay(1)", kind: .hub)
    let up = recorder.lane("up", target: hub)
    up.subscribed {}
    var held: RecordedStage.Held?
    for value in ["x", "y"] {
      up.value(value) {
        if let held { hub.release(held, .replaced) }
        held = hub.hold(value)
      }
    }
    let late = recorder.lane("late")
    late.subscribed {
      _ = recorder.attachPendingLane(to: .stage(hub.stageID))
      late.requested(nil) { late.value("y") }
    }
    let recording = recorder.recording()
    #expect(
      lines(recording).suffix(7) == [
        "4 @0 up: y",
        "5 @0 shareReplay(1): replaced 3 <- 4",
        "6 @0 shareReplay(1): holds y <- 4",
        "7 @0 late: subscribed",
        "8 @0 shareReplay(1): count 1 <- 7",
        "9 @0 late: requested unlimited <- 7",
        "10 @0 late: replayed y of 6 <- 9",
      ])
    #expect(recording.lanes[1].missed == [2], "x was relayed before and not replayed")
  }

  @Test("a value that enters a lane and does not come out is dropped, unless it comes out later")
  func aValueThatEntersALaneAndDoesNotComeOutIsDroppedUnlessItComesOutLater() {
    let hub = recorder.stage("share()", kind: .hub)
    let up = recorder.lane("up", target: hub)
    let lane = recorder.lane("A")
    lane.subscribed { _ = recorder.attachPendingLane(to: .stage(hub.stageID)) }
    var cause: Int32 = -1
    up.value(1) { lane.entering(1) {} }
    up.value(2) { lane.entering(2) { lane.value("two") } }
    up.value(3) { lane.entering(3) { cause = recorder.cause } }
    recorder.withCause(cause) { lane.value("three") }
    #expect(
      lines(recorder.recording()).suffix(6) == [
        "2 @0 up: 1",
        "3 @0 A: swallowed 1 <- 2",
        "4 @0 up: 2",
        "5 @0 A: two <- 4",
        "6 @0 up: 3",
        "7 @0 A: three <- 6",
      ])
  }

  /// A search that walked the whole chain of causes for each value would take minutes.
  @Test("values that come out of a long chain of causes are found in linear time")
  func valuesThatComeOutOfALongChainOfCausesAreFoundInLinearTime() {
    let up = recorder.lane("up")
    let lane = recorder.lane("A")
    lane.subscribed {}
    var cause: Int32 = -1
    up.value(0) {
      for value in 1...3 { lane.entering(value) {} }
      cause = recorder.cause
    }
    for value in 1...40_000 {
      recorder.withCause(cause) { lane.value(value) { cause = recorder.cause } }
    }
    let recording = recorder.recording()
    #expect(recording.events.count == 40_002, "all three values came out")
    #expect(
      recording.eventIDs.dropFirst(2).allSatisfy { recording[$0].cause == $0.advanced(by: -1) })
  }

  @Test("strings that look like nil, nothing or a quoted string differ from other values")
  func stringsThatLookLikeNilNothingOrAQuotedStringDifferFromOtherValues() {
    let recorder = Recorder()
    let lane = recorder.lane("A")
    lane.subscribed {}
    lane.value("nil")
    lane.value(String?.none)
    lane.value(String?.some("nil"))
    lane.value(String?.some("x"))
    lane.value("")
    lane.value(#""""#)
    lane.value(#""nil""#)
    lane.value(#"a "b""#)
    lane.value([#"a "b""#])
    let recording = recorder.recording()
    // The notation of Swift, with escapes, wherever there are quotation marks around a string.
    let quoted = [#""\"\"""#, #""\"nil\"""#, #"a "b""#, #"["a \"b\""]"#]
    #expect(recording.labels == ["\"nil\"", "nil", "x", ""] + quoted)
    let texts = Diagram(recording).glyphs.filter { $0.kind == .value }.map(\.text)
    #expect(texts == ["\"nil\"", "nil", "\"nil\"", "x", "\"\""] + quoted)
  }

  @Test("stages and lanes are equal if they are the same one of the same recorder")
  func stagesAndLanesAreEqualIfTheyAreTheSameOneOfTheSameRecorder() {
    let (a, b) = (Recorder(), Recorder())
    let stages = [a.stage("s", kind: .hub), a.stage("s", kind: .hub), b.stage("s", kind: .hub)]
    let lanes = [a.lane("l"), a.lane("l"), b.lane("l")]
    for i in stages.indices {
      for j in stages.indices {
        #expect((stages[i] == stages[j]) == (i == j))
        #expect((lanes[i] == lanes[j]) == (i == j))
      }
    }
  }

  @Test("values become text when the recording is taken; objects, when they are recorded")
  func valuesBecomeTextWhenTheRecordingIsTakenObjectsWhenTheyAreRecorded() {
    final class Counter: CustomStringConvertible {
      var count = 0
      var description: String { "count \(count)" }
    }
    let lane = recorder.lane("A")
    let counter = Counter()
    lane.value(counter)
    counter.count = 1
    lane.value(counter)
    lane.value([1, 2])
    lane.value("text")
    lane.value(())
    #expect(recorder.recording().labels == ["count 0", "count 1", "[1, 2]", "text", "()"])
  }

  @Test("nothing is recorded after a fatal error")
  func nothingIsRecordedAfterAFatalError() {
    let lane = recorder.lane("A")
    lane.value(1) { recorder.fatal("boom") }
    lane.value(2)
    let recording = recorder.recording()
    #expect(lines(recording) == ["0 @0 A: 1", "1 @0 A: fatal boom <- 0"])
    #expect(recording.ending == .fatal("boom"))
  }

  @Test("a remark without a lane or stage is left out, and a fatal error still ends the recording")
  func aRemarkWithoutALaneOrStageIsLeftOutAndAFatalErrorStillEndsTheRecording() {
    recorder.warning("strange")
    recorder.fatal("boom")
    let recording = recorder.recording()
    #expect(recording.events.isEmpty)
    #expect(recording.ending == .fatal("boom"))
    #expect(Diagram(recording).glyphs.isEmpty)
    let other = Recorder()
    _ = other.stage("s", kind: .subject)
    other.warning("strange")
    #expect(other.recording().events.map(\.place) == [.stage(0)])
  }

  @Test("a recording without a frame has the frame of the scheduler")
  func aRecordingWithoutAFrameHasTheFrameOfTheScheduler() {
    let recorder = Recorder()
    #expect(recorder.recording().frame == .milliseconds(1))
    recorder.defaultFrame = .milliseconds(100)
    #expect(recorder.recording().frame == .milliseconds(100))
    #expect(recorder.recording(frame: .milliseconds(5)).frame == .milliseconds(5))
  }
}
