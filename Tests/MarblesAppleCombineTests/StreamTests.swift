import Marbles
import MarblesAppleCombine
import Testing

/// The same expectations hold for Apple's Combine, if it is available, and for MarblesCombine.
/// Combine does not define the order in which a subject serves its subscribers, so only the events
/// of each lane and their times are compared.
@Suite("Streams of Combine, recorded")
struct StreamTests {
  private let scheduler = TestScheduler()
  private var recorder: Recorder { scheduler.recorder }

  @Test("share() has one upstream subscription, and a late subscriber misses earlier elements")
  func shareHasOneUpstreamSubscriptionAndALateSubscriberMissesEarlierElements() throws {
    let response = try scheduler.hot(
      "response", "-p---f-|", values: ["p": "partial", "f": "final"])
    let shared = scheduler.hub("share()", Deferred { response }) { $0.share() }
    let first = try scheduler.subscribe(shared, as: "first", "^")
    let second = try scheduler.subscribe(shared, as: "second", "---^")
    let late = try scheduler.subscribe(shared, as: "late", "----------^")
    try scheduler.run()
    #expect(first.values == ["partial", "final"])
    #expect(second.values == ["final"])
    #expect(late.values == [])
    #expect(late.completion == .finished)

    let recording = scheduler.recording()
    let all = "@0 subscribed, @0 requested all, @1 partial, @5 final, @7 finished"
    #expect(recording.story(into: "share()") == [all])
    #expect(recording.story("first") == all)
    #expect(
      recording.story("second") == "@3 subscribed, @3 requested all, @5 final, @7 finished")
    #expect(recording.story("late").hasSuffix("@10 finished"))
    #expect(recording.missed("second") == ["partial"])
    #expect(recording.counts == [1, 2])
  }

  @Test(
    "the count of a hub falls when a subscriber cancels, and a subscriber after the last one restarts the work"
  )
  func theCountOfAHubFallsWhenASubscriberCancelsAndASubscriberAfterTheLastOneRestartsTheWork()
    throws
  {
    let source = try scheduler.hot("source", "-1-2-3-4", values: ["1": 1, "2": 2, "3": 3, "4": 4])
    let shared = scheduler.hub("share()", source) { $0.share() }
    try scheduler.subscribe(shared, as: "A", "^-!--^")
    try scheduler.run()
    let recording = scheduler.recording()
    #expect(
      recording.story(into: "share()") == [
        "@0 subscribed, @0 requested all, @1 1, @2 cancelled",
        "@5 subscribed, @5 requested all, @7 4",
      ])
    #expect(recording.lanes.map(\.name) == ["source", "A", "source #1", "source #2"])
    #expect(recording.counts == [1, 0, 1])
  }

  @Test("an element that arrives during a subscription is a replay")
  func anElementThatArrivesDuringASubscriptionIsAReplay() throws {
    let latest = recorder.subject("latest", CurrentValueSubject<Int, Never>(0))
    try scheduler.subscribe(latest, as: "A", "^")
    try scheduler.subscribe(latest, as: "B", "--^")
    scheduler.schedule(after: at(1)) { latest.send(1) }
    try scheduler.run()
    #expect(latest.value == 1)
    #expect(scheduler.recording().story("B") == "@2 subscribed, @2 requested all, @2 [1]")
  }

  @Test("delay and debounce run in virtual time and keep the causes of elements")
  func delayAndDebounceRunInVirtualTimeAndKeepTheCausesOfElements() throws {
    let taps = try scheduler.hot("taps", "-a-b-----c-|")
    let settled = taps.recorded("taps in", by: recorder)
      .debounce(for: frames(3), scheduler: scheduler)
      .delay(for: frames(1), scheduler: scheduler)
    let sink = try scheduler.subscribe(settled, as: "settled")
    try scheduler.run()
    #expect(sink.values.first == "b")
    let recording = scheduler.recording()
    #expect(recording.story("settled").contains("@7 b"))
    let cause = recording.chain(of: "b", on: "settled")
    #expect(cause.contains("taps"))
  }

  @Test("requested demand is recorded and passes through unchanged")
  func requestedDemandIsRecordedAndPassesThroughUnchanged() throws {
    let numbers = (1...5).publisher.recorded("numbers", by: recorder)
    let sink = try scheduler.subscribe(numbers, as: "slow", "^--(+2)", demand: .max(1))
    try scheduler.run()
    #expect(sink.values == [1, 2, 3])
    #expect(
      scheduler.recording().story("slow")
        == "@0 subscribed, @0 requested 1, @0 1, @3 requested 2, @3 2, @3 3")
  }

  @Test("multicast subscribes to its upstream at connect()")
  func multicastSubscribesToItsUpstreamAtConnect() throws {
    let hub = scheduler.hub("multicast", Just(12)) { $0.multicast { PassthroughSubject() } }
    try scheduler.subscribe(hub, as: "A", "^")
    var connection: (any Cancellable)?
    scheduler.schedule(after: at(2)) { connection = hub.connect() }
    try scheduler.run()
    #expect(
      scheduler.recording().story("A") == "@0 subscribed, @0 requested all, @2 12, @2 finished")
    withExtendedLifetime(connection) {}
  }

  @Test("inner streams are lanes of a box")
  func innerStreamsAreLanesOfABox() throws {
    let ids = try scheduler.hot("ids", "-a-b|")
    let scheduler = scheduler
    let images = recorder.box("flatMap", ids) { ids, inner in
      ids.flatMap { id in
        inner.lane(id, Just(id + "!").delay(for: frames(2), scheduler: scheduler))
      }
    }
    let sink = try scheduler.subscribe(images, as: "images")
    try scheduler.run()
    #expect(sink.values == ["a!", "b!"])
    #expect(scheduler.recording().lanes.filter { $0.role == .inner }.map(\.name) == ["a", "b"])
  }

  @Test("a timer ticks in virtual time while it is connected")
  func aTimerTicksInVirtualTimeWhileItIsConnected() throws {
    let ticks = scheduler.timer(every: frames(2)).autoconnect()
    let sink = try scheduler.subscribe(ticks, as: "clock", "^----!")
    try scheduler.run(until: at(20))
    #expect(sink.values == [at(2), at(4)])
  }

  @Test("a cancelled job does not run, and a cancelled repeating job stops")
  func aCancelledJobDoesNotRunAndACancelledRepeatingJobStops() throws {
    var runs: [Int] = []
    let once = scheduler.scheduleOnce(after: at(1)) { runs.append(-1) }
    once.cancel()
    var count = 0
    var repeating: (any Cancellable)?
    repeating = scheduler.schedule(after: at(1), interval: frames(1)) {
      count += 1
      runs.append(count)
      if count == 3 { repeating?.cancel() }
    }
    try scheduler.run()
    #expect(runs == [1, 2, 3])
    #expect(scheduler.pendingJobs == 0)
  }
}

private func frames(_ count: Int64) -> VirtualDuration { .milliseconds(count) }
private func at(_ frame: Int64) -> VirtualTime { .zero + frames(frame) }

extension Recording {
  /// The events of a lane, as text.
  fileprivate func story(_ lane: String) -> String {
    events.filter { isOn(lane, $0.place) }.compactMap { event in
      let time = "@\(event.time.nanoseconds / frame.nanoseconds) "
      return words(event.mark).map { time + $0 }
    }.joined(separator: ", ")
  }

  /// The events of each subscription that leads into a stage, as text.
  fileprivate func story(into stage: String) -> [String] {
    laneIDs.filter { lane in
      self[lane].role == .subscription && self[lane].target.map { self[$0].name } == stage
    }
    .map { lane in
      events.filter { $0.place == .lane(lane) }.compactMap { event in
        let time = "@\(event.time.nanoseconds / frame.nanoseconds) "
        return words(event.mark).map { time + $0 }
      }.joined(separator: ", ")
    }
  }

  private func isOn(_ lane: String, _ place: Place) -> Bool {
    if case .lane(let id) = place { self[id].name == lane } else { false }
  }

  private func words(_ mark: Mark) -> String? {
    switch mark {
    case .subscribed: "subscribed"
    case .requested(let count): "requested \(count.map(String.init) ?? "all")"
    case .value(let label): text(label)
    case .replayed(let label, _): "[\(text(label))]"
    case .finished: "finished"
    case .failed(let label): "failed \(text(label))"
    case .cancelled: "cancelled"
    case .left: "left"
    default: nil
    }
  }

  /// The refcounts of the hub.
  fileprivate var counts: [Int] {
    events.compactMap { event in
      if case .count(let count) = event.mark { count } else { nil }
    }
  }

  fileprivate func missed(_ lane: String) -> [String] {
    lanes.filter { $0.name == lane }.flatMap(\.missed).compactMap { event in
      if case .value(let label) = self[event].mark { text(label) } else { nil }
    }
  }

  /// The lanes of the causes of a value.
  fileprivate func chain(of value: String, on lane: String) -> [String] {
    var names: [String] = []
    var next = eventIDs.first { event in
      guard isOn(lane, self[event].place), case .value(let label) = self[event].mark else {
        return false
      }
      return text(label) == value
    }
    while let event = next {
      if case .lane(let id) = self[event].place { names.append(self[id].name) }
      next = self[event].cause
    }
    return names
  }
}
