import Marbles
import MarblesCombine
import Testing

/// `throttle`, signal by signal.
extension TimeLogTests {
  @Test("throttle(latest: false) serves bounded demand")
  func throttleLatestFalseServesBoundedDemand() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.throttle(for: .milliseconds(10), scheduler: scheduler, latest: false)
      .attach("A", log, demand: .max(2))
    play(feed, [(1, 1), (2, 2), (3, 3), (12, 4), (13, 5), (25, 6), (40, 7)])
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 F request unlimited
      @0 A subscription
      @0 A request max(2)
      @1 F emits 1
      @1 A value 1
      @2 F emits 2
      @3 F emits 3
      @11 A value 2
      @12 F emits 4
      @13 F emits 5
      @25 F emits 6
      @40 F emits 7
      """)
  }

  @Test("a finish of throttle follows the element that waits")
  func aFinishOfThrottleFollowsTheElementThatWaits() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.throttle(for: .milliseconds(10), scheduler: scheduler, latest: false).attach("A", log)
    play(feed, [(1, 1), (3, 2), (4, 3)], finish: 5)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 F request unlimited
      @0 A subscription
      @0 A request unlimited
      @1 F emits 1
      @1 A value 1
      @3 F emits 2
      @4 F emits 3
      @5 F finished
      @11 A value 2
      @11 A finished
      """)
  }

  @Test("throttle(latest: false) schedules a job per republished element")
  func throttleLatestFalseSchedulesAJobPerRepublishedElement() throws {
    let feed = Feed<Int, Boom>("F", log)
    let spy = SpyScheduler(scheduler, log)
    feed.throttle(for: .milliseconds(10), scheduler: spy, latest: false).attach("A", log)
    play(feed, [(1, 1), (2, 2), (3, 3), (12, 4), (13, 5), (25, 6), (40, 7)], finish: 45)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 F request unlimited
      @0 A subscription
      @0 A request unlimited
      @1 F emits 1
      @1 vt asked: now
      @1 A value 1
      @2 F emits 2
      @2 vt asked: at 11
      @3 F emits 3
      @11 A value 2
      @12 F emits 4
      @12 vt asked: at 21
      @13 F emits 5
      @21 A value 4
      @25 F emits 6
      @25 vt asked: at 31
      @31 A value 6
      @40 F emits 7
      @40 vt asked: at 41
      @41 A value 7
      @45 F finished
      @45 vt asked: now
      @45 A finished
      """)
  }

  @Test("throttle(latest: true) republishes elements at the edges of its intervals")
  func throttleLatestTrueRepublishesElementsAtTheEdgesOfItsIntervals() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.throttle(for: .milliseconds(10), scheduler: scheduler, latest: true).attach("A", log)
    play(feed, [(0, 1), (5, 2), (10, 3), (20, 4), (30, 5), (31, 6)], finish: 50)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 F request unlimited
      @0 A subscription
      @0 A request unlimited
      @0 F emits 1
      @0 A value 1
      @5 F emits 2
      @10 F emits 3
      @10 A value 3
      @20 F emits 4
      @20 A value 4
      @30 F emits 5
      @30 A value 5
      @31 F emits 6
      @40 A value 6
      @50 F finished
      @50 A finished
      """)
  }

  @Test("a failure of throttle follows the element that waits")
  func aFailureOfThrottleFollowsTheElementThatWaits() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.throttle(for: .milliseconds(10), scheduler: scheduler, latest: true).attach("A", log)
    play(feed, [(1, 1), (3, 2), (4, 3)], failure: 5)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 F request unlimited
      @0 A subscription
      @0 A request unlimited
      @1 F emits 1
      @1 A value 1
      @3 F emits 2
      @4 F emits 3
      @5 F failure(boom)
      @11 A value 3
      @11 A failure(boom)
      """)
  }
}
