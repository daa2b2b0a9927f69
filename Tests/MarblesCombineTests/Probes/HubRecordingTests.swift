import Marbles
import MarblesCombine
import Testing

@Suite struct HubRecordingTests {
  private let scheduler = TestScheduler()

  @Test(
    "share() with three subscribers, one late and one after the completion, records all events in order"
  )
  func shareWithThreeSubscribersOneLateAndOneAfterTheCompletionRecordsAllEventsInOrder() throws {
    let response = try scheduler.hot(
      "response", "-p---f-|", values: ["p": "partial", "f": "final"])
    let shared = scheduler.hub("share()", Deferred { response }) { $0.share() }
    let first = try scheduler.subscribe(shared, as: "first", "^")
    let second = try scheduler.subscribe(shared, as: "second", "---^")
    let late = try scheduler.subscribe(shared, as: "afterCompletion", "----------^")
    try scheduler.run()

    #expect(first.values == ["partial", "final"])
    #expect(second.values == ["final"])
    #expect(late.values == [])
    #expect(late.completion == .finished)
    let recording = scheduler.recording(title: "share()")
    recording.expect(
      """
      0 @0 first subscribed
      1 @0 [share()] count 1 <0
      2 @0 first requested all <0
      3 @0 response subscribed <0
      4 @0 [share()] connected <3
      5 @0 response requested all <3
      6 @1 response value partial
      7 @1 response value partial <6
      8 @1 first value partial <7
      9 @3 second subscribed
      10 @3 [share()] count 2 <9
      11 @3 second requested all <9
      12 @5 response value final
      13 @5 response value final <12
      14 @5 first value final <13
      15 @5 second value final <13
      16 @7 response finished
      17 @7 [response] ended <16
      18 @7 response finished <16
      19 @7 [share()] ended <18
      20 @7 [share()] disconnected <18
      21 @7 first finished <18
      22 @7 second finished <18
      23 @10 afterCompletion subscribed
      24 @10 afterCompletion requested all <23
      25 @10 afterCompletion finished <23
      """)
    #expect(
      recording.lanes.map(\.name) == [
        "response", "first", "second", "afterCompletion", "response",
      ])
    #expect(recording.lanes.map(\.target) == [0, nil, nil, nil, 1])
    #expect(
      recording.lanes.map(\.source) == [nil, .stage(1), .stage(1), .stage(1), .stage(0)])
    #expect(recording.lanes[2].missed == [7])
    #expect(recording.lanes[3].missed == [7, 13])
  }

  @Test("a subscriber after all others have cancelled restarts the work on a new upstream lane")
  func aSubscriberAfterAllOthersHaveCancelledRestartsTheWorkOnANewUpstreamLane() throws {
    let source = try scheduler.hot("source", "-1-2-3-4", values: ["1": 1, "2": 2, "3": 3, "4": 4])
    let shared = scheduler.hub("share()", source) { $0.share() }
    try scheduler.subscribe(shared, as: "A", "^-!--^")
    try scheduler.run()
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 [share()] count 1 <0
      2 @0 A requested all <0
      3 @0 source #1 subscribed <0
      4 @0 [share()] connected <3
      5 @0 source #1 requested all <3
      6 @1 source value 1
      7 @1 source #1 value 1 <6
      8 @1 A value 1 <7
      9 @2 A cancelled
      10 @2 [share()] count 0 <9
      11 @2 source #1 cancelled <9
      12 @2 [share()] disconnected <11
      13 @3 source value 2
      14 @5 source value 3
      15 @5 A subscribed
      16 @5 [share()] count 1 <15
      17 @5 A requested all <15
      18 @5 source #2 subscribed <15
      19 @5 [share()] connected <18
      20 @5 source #2 requested all <18
      21 @7 source value 4
      22 @7 source #2 value 4 <21
      23 @7 A value 4 <22
      """)
  }

  @Test(
    "multicast delivers a synchronous upstream to all subscribers that attached before connect()")
  func multicastDeliversASynchronousUpstreamToAllSubscribersThatAttachedBeforeConnect() throws {
    let hub = scheduler.hub("multicast", Just(12)) { $0.multicast { PassthroughSubject() } }
    try scheduler.subscribe(hub, as: "A", "^")
    try scheduler.subscribe(hub, as: "B", "^")
    var connection: (any Cancellable)?
    scheduler.schedule(after: .zero + .frame * 2) { connection = hub.connect() }
    try scheduler.run()
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 [multicast] count 1 <0
      2 @0 A requested all <0
      3 @0 B subscribed
      4 @0 [multicast] count 2 <3
      5 @0 B requested all <3
      6 @2 [multicast] control connect()
      7 @2 upstream #1 subscribed <6
      8 @2 [multicast] connected <7
      9 @2 upstream #1 requested all <7
      10 @2 upstream #1 value 12 <9
      11 @2 A value 12 <10
      12 @2 B value 12 <10
      13 @2 upstream #1 finished <9
      14 @2 [multicast] ended <13
      15 @2 [multicast] disconnected <13
      16 @2 A finished <13
      17 @2 B finished <13
      """)
    _ = connection
  }

  @Test("shareReplay records stored and replayed elements, and no missed ones")
  func shareReplayRecordsStoredAndReplayedElementsAndNoMissedOnes() throws {
    let source = try scheduler.hot("source", "-a-b---|")
    let replayed = scheduler.hub("shareReplay(1)", source) { $0.shareReplay(1) }
    try scheduler.subscribe(replayed, as: "A", "^")
    try scheduler.subscribe(replayed, as: "B", "-----^")
    try scheduler.run()
    let recording = scheduler.recording()
    recording.expect(
      """
      0 @0 A subscribed
      1 @0 [shareReplay(1)] count 1 <0
      2 @0 A requested all <0
      3 @0 source subscribed <0
      4 @0 [shareReplay(1)] connected <3
      5 @0 source requested all <3
      6 @1 source value a
      7 @1 source value a <6
      8 @1 [shareReplay(1)] held a <7
      9 @1 A value a <7
      10 @3 source value b
      11 @3 source value b <10
      12 @3 [shareReplay(1)] released 8 replaced <11
      13 @3 [shareReplay(1)] held b <11
      14 @3 A value b <11
      15 @5 B subscribed
      16 @5 [shareReplay(1)] count 2 <15
      17 @5 B requested all <15
      18 @5 B replayed b from 13 <17
      19 @7 source finished
      20 @7 [source] ended <19
      21 @7 source finished <19
      22 @7 [shareReplay(1)] ended <21
      23 @7 [shareReplay(1)] disconnected <21
      24 @7 A finished <21
      25 @7 B finished <21
      """)
    #expect(recording.lanes[2].missed == [7])
  }

  @Test("a current-value subject inside multicast stores, replays and replaces its first value")
  func aCurrentValueSubjectInsideMulticastStoresReplaysAndReplacesItsFirstValue() throws {
    let sensor = try scheduler.hot("sensor", "-a", values: ["a": 21])
    let latest = scheduler.hub("multicast", sensor) {
      $0.multicast { CurrentValueSubject(0) }.autoconnect()
    }
    try scheduler.subscribe(latest, as: "A", "^")
    try scheduler.run()
    scheduler.recording().expect(
      """
      0 @0 A subscribed
      1 @0 [multicast] count 1 <0
      2 @0 [multicast] held 0 <0
      3 @0 A requested all <0
      4 @0 A replayed 0 from 2 <3
      5 @0 sensor subscribed <0
      6 @0 [multicast] connected <5
      7 @0 sensor requested all <5
      8 @1 sensor value 21
      9 @1 sensor value 21 <8
      10 @1 [multicast] released 2 replaced <9
      11 @1 [multicast] held 21 <9
      12 @1 A value 21 <9
      """)
  }

  @Test("autoconnect() after a recorded multicast is not recorded as a manual connect()")
  func autoconnectAfterARecordedMulticastIsNotRecordedAsAManualConnect() throws {
    let hub = scheduler.hub("multicast", [1].publisher) { $0.multicast { PassthroughSubject() } }
    try scheduler.subscribe(hub.autoconnect(), as: "A", "^")
    try scheduler.run()
    let controls = scheduler.recording().events.filter {
      if case .control = $0.mark { true } else { false }
    }
    #expect(controls.isEmpty)
  }

  @Test("a subscriber without a name is a numbered lane of the hub")
  func aSubscriberWithoutANameIsANumberedLaneOfTheHub() throws {
    let shared = scheduler.hub("share()", [1].publisher) { $0.share() }
    let handles = [shared.sink { _ in }, shared.map { $0 + 1 }.sink { _ in }]
    let recording = scheduler.recording()
    #expect(recording.lanes.map(\.name) == ["subscriber 1", "upstream #1", "subscriber 2"])
    #expect(recording.lanes.map(\.source) == [.stage(0), nil, .stage(0)])
    _ = handles
  }
}
