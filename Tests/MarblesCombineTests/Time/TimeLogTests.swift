import Marbles
import MarblesCombine
import Testing

/// The operators of time, signal by signal, in virtual time.
@Suite struct TimeLogTests {
  let scheduler = TestScheduler()
  let log: Log

  init() { log = Log(scheduler) }

  func at(_ frame: Int, _ action: @escaping () -> Void) {
    scheduler.schedule(after: .zero + .frame * Int64(frame), action)
  }

  func play(
    _ feed: Feed<Int, Boom>, _ values: [(time: Int, value: Int)], finish: Int? = nil,
    failure: Int? = nil
  ) {
    for (time, value) in values { at(time) { feed.emit(value) } }
    if let finish { at(finish) { feed.finish() } }
    if let failure { at(failure) { feed.fail(Boom()) } }
  }

  @Test("debounce requests unlimited demand, and drops elements without demand")
  func debounceRequestsUnlimitedDemandAndDropsElementsWithoutDemand() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.debounce(for: .milliseconds(2), scheduler: scheduler).attach("A", log, demand: .max(1))
    play(feed, [(1, 1), (10, 2), (20, 3)])
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request max(1)
      @0 F request unlimited
      @1 F emits 1
      @3 A value 1
      @10 F emits 2
      @20 F emits 3
      """)
  }

  @Test("debounce drops the element that waits when upstream fails")
  func debounceDropsTheElementThatWaitsWhenUpstreamFails() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.debounce(for: .milliseconds(5), scheduler: scheduler).attach("A", log)
    play(feed, [(1, 1)], failure: 3)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request unlimited
      @0 F request unlimited
      @1 F emits 1
      @3 F failure(boom)
      @3 A failure(boom)
      """)
  }

  @Test("debounce drops the element that waits when upstream finishes")
  func debounceDropsTheElementThatWaitsWhenUpstreamFinishes() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.debounce(for: .milliseconds(5), scheduler: scheduler).attach("A", log)
    play(feed, [(1, 1), (8, 2), (9, 3)], finish: 12)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request unlimited
      @0 F request unlimited
      @1 F emits 1
      @6 A value 1
      @8 F emits 2
      @9 F emits 3
      @12 F finished
      @12 A finished
      """)
  }

  @Test("delay passes demand through, including demand returned for an element")
  func delayPassesDemandThroughIncludingDemandReturnedForAnElement() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.delay(for: .milliseconds(5), scheduler: scheduler)
      .attach("A", log, demand: .max(1)) { $0 == 1 ? .max(1) : .none }
    play(feed, [(1, 1), (2, 2), (3, 3)])
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request max(1)
      @0 F request max(1)
      @1 F emits 1
      @2 F emits 2
      @3 F emits 3
      @6 A value 1
      @6 A returns max(1)
      @6 F request max(1)
      @7 A value 2
      @8 A value 3
      """)
  }

  @Test("a late subscriber of share after delay receives elements that are still delayed")
  func aLateSubscriberOfShareAfterDelayReceivesElementsThatAreStillDelayed() throws {
    let feed = Feed<Int, Boom>("F", log)
    let shared = feed.delay(for: .milliseconds(5), scheduler: scheduler).share()
    shared.attach("A", log)
    play(feed, [(1, 1), (3, 2)], finish: 4)
    at(7) { shared.attach("B", log) }
    try scheduler.run()
    log.expect(
      """
      @0 A subscription
      @0 A request unlimited
      @0 F subscribed
      @0 F request unlimited
      @1 F emits 1
      @3 F emits 2
      @4 F finished
      @6 A value 1
      @7 B subscription
      @7 B request unlimited
      @8 A value 2
      @8 B value 2
      @9 A finished
      @9 B finished
      """)
  }

  @Test("delay delays failures too")
  func delayDelaysFailuresToo() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.delay(for: .milliseconds(5), scheduler: scheduler).attach("A", log)
    play(feed, [(1, 1)], failure: 3)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request unlimited
      @0 F request unlimited
      @1 F emits 1
      @3 F failure(boom)
      @6 A value 1
      @8 A failure(boom)
      """)
  }

  @Test("timeout restarts at the subscription, a request and an element, and cancels upstream")
  func timeoutRestartsAtTheSubscriptionARequestAndAnElementAndCancelsUpstream() throws {
    let feed = Feed<Int, Boom>("F", log)
    let spy = SpyScheduler(scheduler, log)
    feed.timeout(.milliseconds(5), scheduler: spy, customError: { Boom() }).attach("A", log)
    play(feed, [(1, 1), (4, 2), (12, 3)])
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 vt asked: at 5 every 5
      @0 A subscription
      @0 A request unlimited
      @0 vt asked: at 5 every 5
      @0 F request unlimited
      @1 F emits 1
      @1 vt asked: at 6 every 5
      @1 vt asked: now
      @1 A value 1
      @4 F emits 2
      @4 vt asked: at 9 every 5
      @4 vt asked: now
      @4 A value 2
      @9 F cancelled
      @9 A failure(boom)
      @12 F emits 3
      """)
  }

  @Test("a cancel of receive(on:) drops the elements that wait")
  func aCancelOfReceiveOnDropsTheElementsThatWait() throws {
    let subject = PassthroughSubject<Int, Never>()
    let a = subject.spy("up", log).receive(on: scheduler).attach("A", log)
    subject.send(1)
    a.cancel()
    try scheduler.run()
    log.expect(
      """
      @0 up subscribed
      @0 A subscription
      @0 A request unlimited
      @0 up request unlimited
      @0 up emits 1
      @0 A cancel
      @0 up cancelled
      """)
  }

  @Test("receive(on:) passes demand through: the queue is as deep as the demand")
  func receiveOnPassesDemandThroughTheQueueIsAsDeepAsTheDemand() throws {
    (1...5).publisher.spy("up", log).receive(on: scheduler)
      .attach("A", log, demand: .max(2)) { $0 == 2 ? .max(1) : .none }
    log.step("subscribed")
    try scheduler.run()
    log.expect(
      """
      @0 up subscribed
      @0 A subscription
      @0 A request max(2)
      @0 up request max(2)
      @0 up emits 1
      @0 up emits 2
      @0 -- subscribed
      @0 A value 1
      @0 A value 2
      @0 A returns max(1)
      @0 up request max(1)
      @0 up emits 3
      @0 A value 3
      """)
  }

  @Test("a subject drops elements that it sends before receive(on:) has returned demand")
  func aSubjectDropsElementsThatItSendsBeforeReceiveOnHasReturnedDemand() throws {
    let subject = PassthroughSubject<Int, Never>()
    subject.spy("up", log).receive(on: scheduler)
      .attach("A", log, demand: .max(1)) { _ in .max(1) }
    func send(_ value: Int) {
      log.step("send \(value)")
      subject.send(value)
    }
    at(1) { for value in 1...3 { send(value) } }
    at(2) { send(4) }
    try scheduler.run()
    log.expect(
      """
      @0 up subscribed
      @0 A subscription
      @0 A request max(1)
      @0 up request max(1)
      @1 -- send 1
      @1 up emits 1
      @1 -- send 2
      @1 -- send 3
      @1 A value 1
      @1 A returns max(1)
      @1 up request max(1)
      @2 -- send 4
      @2 up emits 4
      @2 A value 4
      @2 A returns max(1)
      @2 up request max(1)
      """)
  }

  @Test("subscribe(on:) subscribes, requests and cancels in separate jobs")
  func subscribeOnSubscribesRequestsAndCancelsInSeparateJobs() throws {
    [1, 2].publisher.spy("up", log).subscribe(on: scheduler).attach("A", log)
    log.step("after subscribe")
    let feed = Feed<Int, Boom>("F", log)
    let b = LoggingSubscriber<Int, Boom>("B", log)
    at(5) { feed.subscribe(on: scheduler).subscribe(b) }
    at(6) {
      b.cancel()
      log.step("after cancel")
    }
    try scheduler.run()
    log.expect(
      """
      @0 -- after subscribe
      @0 up subscribed
      @0 A subscription
      @0 A request unlimited
      @0 up request unlimited
      @0 up emits 1
      @0 A value 1
      @0 up emits 2
      @0 A value 2
      @0 up finished
      @0 A finished
      @5 F subscribed
      @5 B subscription
      @5 B request unlimited
      @5 F request unlimited
      @6 B cancel
      @6 -- after cancel
      @6 F cancelled
      """)
  }

  /// Combine reads the time when the subscription arrives, before it passes the subscription on, and
  /// when an element arrives; it schedules nothing, and passes requests and returned demand on.
  @Test("measureInterval reads the time once per subscription and element, and passes demand on")
  func measureIntervalReadsTheTimeOncePerSubscriptionAndElementAndPassesDemandOn() throws {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.measureInterval(using: ReadClock(scheduler, log))
      .map { $0.nanoseconds / VirtualDuration.frame.nanoseconds }
      .attach("A", log, demand: .max(1)) { _ in .max(2) }
    play(feed, [(5, 1)])
    at(7) { a.cancel() }
    play(feed, [(9, 2)])
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 reads the time
      @0 A subscription
      @0 A request max(1)
      @0 F request max(1)
      @5 F emits 1
      @5 reads the time
      @5 A value 5
      @5 A returns max(2)
      @5 F gets back max(2)
      @7 A cancel
      @7 F cancelled
      @9 F emits 2
      """)
  }

  @Test("measureInterval measures the first interval from the arrival of the subscription")
  func measureIntervalMeasuresTheFirstIntervalFromTheArrivalOfTheSubscription() throws {
    let feed = Feed<Int, Boom>("F", log)
    SubscribedLater(upstream: feed, delay: .frame * 3, scheduler: scheduler)
      .measureInterval(using: scheduler)
      .map { $0.nanoseconds / VirtualDuration.frame.nanoseconds }
      .attach("A", log)
    play(feed, [(5, 1), (9, 2)])
    try scheduler.run()
    log.expect(
      """
      @3 F subscribed
      @3 A subscription
      @3 A request unlimited
      @3 F request unlimited
      @5 F emits 1
      @5 A value 2
      @9 F emits 2
      @9 A value 4
      """)
  }
}

/// A scheduler that logs each reading of its time.
private struct ReadClock: Scheduler {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  let base: TestScheduler
  let log: Log

  init(_ base: TestScheduler, _ log: Log) { (self.base, self.log) = (base, log) }

  var now: VirtualTime {
    log("reads the time")
    return base.now
  }
  var minimumTolerance: VirtualDuration { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) { log("schedules") }

  func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) { log("schedules") }

  func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    log("schedules")
    return AnyCancellable {}
  }
}

/// A publisher that subscribes to its upstream after a time.
private struct SubscribedLater<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let delay: VirtualDuration
  let scheduler: TestScheduler

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    scheduler.schedule(after: scheduler.now + delay) { [upstream] in upstream.subscribe(subscriber)
    }
  }
}
