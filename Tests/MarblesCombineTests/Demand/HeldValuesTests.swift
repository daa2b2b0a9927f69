import Marbles
import MarblesCombine
import Testing

/// Reports of the values that operators hold: from when until when, and why.
@Suite struct HeldValuesTests {
  private let subject = PassthroughSubject<String, Boom>()

  @Test("a buffer holds what is not wanted, and crosses out the oldest")
  func aBufferHoldsWhatIsNotWantedAndCrossesOutTheOldest() throws {
    let play = StagePlay("buffer")
    let slow = play.output(
      play.input(subject, "fast")
        .buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest), "slow", demand: .max(1))
    play.play("-1234---5", into: subject)
    play.at(6) { slow.request(.max(2)) }
    play.at(7) { slow.request(.max(10)) }
    #expect(
      try play.story() == """
        @1 fast value 1
        @1 slow value 1
        @2 fast value 2
        @2 buffer held 2
        @3 fast value 3
        @3 buffer held 3
        @4 fast value 4
        @4 buffer released 2 (dropped)
        @4 buffer held 4
        @6 buffer released 3 (left)
        @6 slow value 3
        @6 buffer released 4 (left)
        @6 slow value 4
        @8 fast value 5
        @8 slow value 5
        """)
  }

  @Test("a buffer that drops the newest loses it on the lane that it was meant for")
  func aBufferThatDropsTheNewestLosesItOnTheLaneThatItWasMeantFor() throws {
    let play = StagePlay("buffer")
    play.output(
      play.input(subject, "fast")
        .buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest), "slow", demand: .max(1))
    play.play("-123-#", into: subject)
    #expect(
      try play.story() == """
        @1 fast value 1
        @1 slow value 1
        @2 fast value 2
        @2 buffer held 2
        @3 fast value 3
        @3 slow dropped 3 (noDemand)
        @5 fast failed boom
        @5 buffer released 2 (forgotten)
        @5 slow failed boom
        """)
  }

  @Test("a debounce swallows what was not followed by silence")
  func aDebounceSwallowsWhatWasNotFollowedBySilence() throws {
    let play = StagePlay("debounce")
    play.output(
      play.input(subject, "typing")
        .debounce(for: .milliseconds(3), scheduler: play.scheduler), "search")
    play.play("ab------c-|", into: subject)
    #expect(
      try play.story() == """
        @0 typing value a
        @0 debounce held a
        @1 typing value b
        @1 debounce released a (swallowed)
        @1 debounce held b
        @4 debounce released b (left)
        @4 search value b
        @8 typing value c
        @8 debounce held c
        @10 typing finished
        @10 debounce released c (forgotten)
        @10 search finished
        """)
  }

  @Test("a throttle that keeps the latest swallows those before it")
  func aThrottleThatKeepsTheLatestSwallowsThoseBeforeIt() throws {
    let play = StagePlay("throttle")
    play.output(
      play.input(subject, "scroll")
        .throttle(for: .milliseconds(5), scheduler: play.scheduler, latest: true), "list")
    play.play("-abc----d", into: subject)
    #expect(
      try play.story() == """
        @1 scroll value a
        @1 throttle held a
        @1 throttle released a (left)
        @1 list value a
        @2 scroll value b
        @2 throttle held b
        @3 scroll value c
        @3 throttle released b (swallowed)
        @3 throttle held c
        @6 throttle released c (left)
        @6 list value c
        @8 scroll value d
        @8 throttle held d
        @11 throttle released d (left)
        @11 list value d
        """)
  }

  @Test("a throttle that keeps the first swallows those after it")
  func aThrottleThatKeepsTheFirstSwallowsThoseAfterIt() throws {
    let play = StagePlay("throttle")
    play.output(
      play.input(subject, "scroll")
        .throttle(for: .milliseconds(5), scheduler: play.scheduler, latest: false), "list")
    play.play("-abc----d", into: subject)
    #expect(
      try play.story() == """
        @1 scroll value a
        @1 throttle held a
        @1 throttle released a (left)
        @1 list value a
        @2 scroll value b
        @2 throttle held b
        @3 scroll value c
        @3 list dropped c (swallowed)
        @6 throttle released b (left)
        @6 list value b
        @8 scroll value d
        @8 throttle held d
        @11 throttle released d (left)
        @11 list value d
        """)
  }

  @Test("what receive(on:) has not delivered is forgotten at a cancel")
  func whatReceiveOnHasNotDeliveredIsForgottenAtACancel() throws {
    let play = StagePlay("main")
    let queue = SlowQueue(base: play.scheduler, latency: .milliseconds(3))
    let list = play.output(play.input(subject, "scroll").receive(on: queue), "list")
    play.play("-123", into: subject)
    play.at(5) { list.cancel() }
    #expect(
      try play.story() == """
        @1 scroll value 1
        @1 main held 1
        @2 scroll value 2
        @2 main held 2
        @3 scroll value 3
        @3 main held 3
        @4 main released 1 (left)
        @4 list value 1
        @5 list cancelled
        @5 main released 2 (forgotten)
        @5 main released 3 (forgotten)
        @5 scroll cancelled
        """)
  }

  @Test("zip holds what has no partner yet, and nothing that finds one at once")
  func zipHoldsWhatHasNoPartnerYetAndNothingThatFindsOneAtOnce() throws {
    let play = StagePlay("zip")
    let letters = PassthroughSubject<String, Boom>()
    play.output(
      play.input(subject, "numbers").zip(play.input(letters, "letters")) { $0 + $1 }, "pairs")
    play.play("12-3", into: subject)
    play.play("--a---b--|", into: letters)
    #expect(
      try play.story() == """
        @0 numbers value 1
        @0 zip held 1
        @1 numbers value 2
        @1 zip held 2
        @2 letters value a
        @2 zip released 1 (left)
        @2 pairs value 1a
        @3 numbers value 3
        @3 zip held 3
        @6 letters value b
        @6 zip released 2 (left)
        @6 pairs value 2b
        @9 letters finished
        @9 pairs finished
        @9 numbers cancelled
        @9 zip released 3 (forgotten)
        """)
  }

  @Test("combineLatest holds the latest of each")
  func combineLatestHoldsTheLatestOfEach() throws {
    let play = StagePlay("latest")
    let letters = PassthroughSubject<String, Boom>()
    play.output(
      play.input(subject, "numbers").combineLatest(play.input(letters, "letters")) { $0 + $1 },
      "pairs")
    play.play("1-2", into: subject)
    play.play("-a--b", into: letters)
    #expect(
      try play.story() == """
        @0 numbers value 1
        @0 latest held 1
        @1 letters value a
        @1 latest held a
        @1 pairs value 1a
        @2 numbers value 2
        @2 latest released 1 (replaced)
        @2 latest held 2
        @2 pairs value 2a
        @4 letters value b
        @4 latest released a (replaced)
        @4 latest held b
        @4 pairs value 2b
        """)
  }

  @Test("collect holds until its window ends")
  func collectHoldsUntilItsWindowEnds() throws {
    let play = StagePlay("collect")
    play.output(
      play.input(subject, "scroll").collect(.byTime(play.scheduler, .milliseconds(3)))
        .map { $0.joined() }, "list")
    play.play("-ab-c|", into: subject)
    #expect(
      try play.story() == """
        @1 scroll value a
        @1 collect held a
        @2 scroll value b
        @2 collect held b
        @3 collect released a (left)
        @3 collect released b (left)
        @3 list value ab
        @4 scroll value c
        @4 collect held c
        @5 scroll finished
        @5 collect released c (left)
        @5 list value c
        @5 list finished
        """)
  }

  @Test("flatMap stores one element without demand of each inner stream")
  func flatMapStoresOneElementWithoutDemandOfEachInnerStream() throws {
    let play = StagePlay("flatMap", .box)
    let images = play.output(
      play.input(["a", "b"].publisher, "urls").flatMap { url in
        play.inner([url + "1", url + "2"].publisher, "load \(url)")
      }, "images", demand: .max(1))
    play.at(4) { images.request(.unlimited) }
    #expect(
      try play.story() == """
        @0 urls value a
        @0 load a value a1
        @0 images value a1
        @0 load a value a2
        @0 flatMap held a2
        @0 load a finished
        @0 urls value b
        @0 load b value b1
        @0 flatMap held b1
        @0 urls finished
        @4 flatMap released a2 (left)
        @4 images value a2
        @4 flatMap released b1 (left)
        @4 images value b1
        @4 load b value b2
        @4 images value b2
        @4 load b finished
        @4 images finished
        """)
  }

  @Test("switchToLatest cancels the stream in flight, which is seen on its lane")
  func switchToLatestCancelsTheStreamInFlightWhichIsSeenOnItsLane() throws {
    let play = StagePlay("switchToLatest", .box)
    play.output(
      play.input(subject, "query").map { query in
        play.inner(
          Just(query + "!").setFailureType(to: Boom.self)
            .delay(for: .milliseconds(4), scheduler: play.scheduler), "search \(query)")
      }.switchToLatest(), "results")
    play.play("-a-b", into: subject)
    #expect(
      try play.story() == """
        @1 query value a
        @3 query value b
        @3 search a cancelled
        @7 search b value b!
        @7 results value b!
        @7 search b finished
        """)
  }

  @Test("what is held was brought by the lane that its cause is on")
  func whatIsHeldWasBroughtByTheLaneThatItsCauseIsOn() throws {
    let play = StagePlay("zip")
    let letters = PassthroughSubject<String, Boom>()
    play.output(
      play.input(subject, "numbers").zip(play.input(letters, "letters")) { $0 + $1 }, "pairs")
    play.play("1---2", into: subject)
    play.play("--ab", into: letters)
    try play.scheduler.run()
    let recording = play.recording
    let groups = recording.events.compactMap { event -> String? in
      guard case .held(let label) = event.mark, let cause = event.cause,
        case .lane(let lane) = recording[cause].place
      else { return nil }
      return "\(recording.text(label)) from \(recording[lane].name)"
    }
    #expect(groups == ["1 from numbers", "b from letters"])
  }

  @Test("without a recording nothing is held, and everything works the same")
  func withoutARecordingNothingIsHeldAndEverythingWorksTheSame() throws {
    let scheduler = TestScheduler()
    let log = Log(scheduler)
    subject.debounce(for: .milliseconds(2), scheduler: scheduler).attach("A", log)
    subject.send("a")
    try scheduler.run()
    log.expect(
      """
      @0 A subscription
      @0 A request unlimited
      @2 A value a
      """)
    #expect(scheduler.recorder.count == 0)
  }
}

/// A serial queue whose jobs take a fixed time each.
private final class SlowQueue: Scheduler {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  private let base: TestScheduler
  private let latency: VirtualDuration
  private var idleFrom = VirtualTime.zero

  init(base: TestScheduler, latency: VirtualDuration) {
    self.base = base
    self.latency = latency
  }

  var now: VirtualTime { base.now }
  var minimumTolerance: VirtualDuration { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    idleFrom = max(idleFrom, now) + latency
    base.schedule(after: idleFrom, action)
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date) { self.schedule(options: nil, action) }
  }

  func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval) { self.schedule(options: nil, action) }
  }
}
