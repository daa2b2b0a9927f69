import Dispatch
import Marbles
import MarblesCombine
import Testing

/// Schedulers, and operators of time, as Combine's own tests assert them.
@Suite struct CombineTimeTests {
  private let scheduler = TestScheduler()
  private let log: Log

  init() { log = Log(scheduler) }

  @Test("throttle drops an element without demand at once, and starts no interval")
  func throttleDropsAnElementWithoutDemandAtOnceAndStartsNoInterval() throws {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.throttle(for: .milliseconds(10), scheduler: scheduler, latest: true)
      .attach("A", log, demand: nil)
    feed.emit(1)
    a.request(.max(1))
    scheduler.schedule(after: .zero + .milliseconds(1)) { feed.emit(2) }
    try scheduler.run()
    log.expect(
      """
      @0 F subscribed
      @0 F request unlimited
      @0 A subscription
      @0 F emits 1
      @0 A request max(1)
      @1 F emits 2
      @1 A value 2
      """)
  }

  @Test("throttle uses up demand when it stores an element, and drops the next one")
  func throttleUsesUpDemandWhenItStoresAnElementAndDropsTheNextOne() throws {
    let feed = Feed<Int, Boom>("F", log)
    let a = feed.throttle(for: .milliseconds(10), scheduler: scheduler, latest: true)
      .attach("A", log, demand: .max(1))
    feed.emit(1)
    scheduler.schedule(after: .zero + .milliseconds(1)) {
      feed.emit(2)
      a.request(.max(1))
    }
    try scheduler.run()
    #expect(log.lines.filter { $0.contains("A value") } == ["@0 A value 1"])
  }

  @Test("an immediate stride of 14.6 is 14")
  func anImmediateStrideOf146Is14() {
    #expect(ImmediateScheduler.SchedulerTimeType.Stride(floatLiteral: 14.6).magnitude == 14)
    #expect(ImmediateScheduler.SchedulerTimeType.Stride(floatLiteral: -14.6).magnitude == -14)
  }

  @Test("a stride of a queue counts seconds")
  func aStrideOfAQueueCountsSeconds() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    #expect(Stride(exactly: 2) == .seconds(2))
    #expect(Stride(2) == .seconds(2))
  }

  @Test("a stride of a queue that would be too long is the longest one")
  func aStrideOfAQueueThatWouldBeTooLongIsTheLongestOne() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    let (least, most) = (Stride.nanoseconds(.min), Stride.nanoseconds(.max))
    let (one, minusTwo) = (Stride.nanoseconds(1), Stride.nanoseconds(-2))
    #expect(
      [most + one, most - minusTwo, least * minusTwo, .seconds(.max)].allSatisfy { $0 == most })
    #expect(
      [least + minusTwo, least - one, most * minusTwo, .seconds(.min)].allSatisfy { $0 == least })
    #expect([most + minusTwo, minusTwo + most].allSatisfy { $0 == .nanoseconds(.max - 2) })
    #expect([one * most, most * one].allSatisfy { $0 == most })
  }
}
