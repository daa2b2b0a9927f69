import Marbles
import MarblesCombine
import Testing

/// `collect(.byTime)`, in virtual time.
@Suite struct CollectByTimeLogTests {
  private let scheduler = TestScheduler()
  private let log: Log

  init() { log = Log(scheduler) }

  private func at(_ frame: Int, _ action: @escaping () -> Void) {
    scheduler.schedule(after: .zero + .frame * Int64(frame), action)
  }

  private func play(
    _ feed: Feed<Int, Boom>, _ values: [(time: Int, value: Int)], finish: Int? = nil,
    failure: Int? = nil
  ) {
    for (time, value) in values { at(time) { feed.emit(value) } }
    if let finish { at(finish) { feed.finish() } }
    if let failure { at(failure) { feed.fail(Boom()) } }
  }

  @Test("collect(.byTime) stores the array of a window without demand, and the finish")
  func collectByTimeStoresTheArrayOfAWindowWithoutDemandAndTheFinish() throws {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.collect(.byTime(scheduler, .milliseconds(10))).attach("A", log, demand: .max(1))
    play(feed, [(1, 1), (2, 2), (3, 3), (12, 4), (13, 5), (25, 6), (40, 7)], finish: 45)
    at(50) { a.request(.max(1)) }
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request max(1)
      @0 F request max(1)
      @1 F emits 1
      @1 F gets back max(1)
      @2 F emits 2
      @2 F gets back max(1)
      @3 F emits 3
      @3 F gets back max(1)
      @10 A value [1, 2, 3]
      @12 F emits 4
      @12 F gets back max(1)
      @13 F emits 5
      @13 F gets back max(1)
      @25 F emits 6
      @25 F gets back max(1)
      @40 F emits 7
      @40 F gets back max(1)
      @45 F finished
      @50 A request max(1)
      @50 A value [4, 5, 6, 7]
      @50 A finished
      """)
  }

  @Test("a failure of collect(.byTime) discards the elements")
  func aFailureOfCollectByTimeDiscardsTheElements() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.collect(.byTime(scheduler, .milliseconds(10))).attach("A", log)
    play(feed, [(1, 1), (2, 2)], failure: 5)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request unlimited
      @0 F request unlimited
      @1 F emits 1
      @2 F emits 2
      @5 F failure(boom)
      @5 A failure(boom)
      """)
  }

  @Test("a full array of collect(.byTimeOrCount) starts a new window")
  func aFullArrayOfCollectByTimeOrCountStartsANewWindow() throws {
    let feed = Feed<Int, Boom>("F", log)
    feed.collect(.byTimeOrCount(scheduler, .milliseconds(10), 2)).attach("A", log)
    play(feed, [(1, 1), (2, 2), (3, 3), (12, 4), (13, 5), (25, 6), (40, 7)], finish: 45)
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 A subscription
      @0 A request unlimited
      @0 F request unlimited
      @1 F emits 1
      @2 F emits 2
      @2 A value [1, 2]
      @3 F emits 3
      @12 F emits 4
      @12 A value [3, 4]
      @13 F emits 5
      @22 A value [5]
      @25 F emits 6
      @32 A value [6]
      @40 F emits 7
      @42 A value [7]
      @45 F finished
      @45 A finished
      """)
  }
}
