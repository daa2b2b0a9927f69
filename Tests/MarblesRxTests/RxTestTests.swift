import Marbles
import MarblesCombine
import MarblesRx
import Testing

@Suite("RxTest's conventions")
struct RxTestTests {
  @Test("start creates at 100, subscribes at 200 and disposes at 1000")
  func startCreatesAt100SubscribesAt200AndDisposesAt1000() {
    let run = TimedRun<Int>([
      .next(150, 1), .next(200, 2), .next(201, 3), .next(1000, 4), .next(1001, 5),
    ])
    #expect(run.result { $0 } == "next(3)@201 next(4)@1000, source [200..1000]")
  }

  @Test("a cold observable counts ticks from the subscription")
  func aColdObservableCountsTicksFromTheSubscription() {
    let scheduler = TestScheduler(initialClock: 0)
    let cold = scheduler.createColdObservable([.next(0, 1), .completed(0)])
    let observer = scheduler.start { cold.asObservable() }
    #expect(observer.events.map { "\($0)" } == ["next(1) @ 200", "completed @ 200"])
  }

  @Test("actions of one tick run in the order in which they were scheduled")
  func actionsOfOneTickRunInTheOrderInWhichTheyWereScheduled() {
    let scheduler = TestScheduler(initialClock: 0)
    var order: [String] = []
    for number in 1...5 { scheduler.scheduleAt(100) { order.append("\(number)") } }
    scheduler.scheduleAt(50) { order.append("at50") }
    scheduler.start()
    #expect(order == ["at50", "1", "2", "3", "4", "5"])
  }

  @Test("an observer receives nothing of a hot observable after its completion")
  func anObserverReceivesNothingOfAHotObservableAfterItsCompletion() {
    let run = TimedRun<Int>([.next(210, 1), .completed(220), .next(230, 2)])
    #expect(run.result { $0 } == "next(1)@210 completed@220, source [200..220]")
  }

  @Test("durations are rounded to ticks of the resolution")
  func durationsAreRoundedToTicksOfTheResolution() {
    let scheduler = TestScheduler(initialClock: 100, resolution: 0.1)
    var tick = 0
    _ = scheduler.scheduleRelative((), dueTime: .milliseconds(250)) {
      tick = scheduler.clock
      return Disposables.create()
    }
    scheduler.start()
    #expect(tick == 103)
  }

  @Test("durations are not rounded without RxTest's conventions")
  func durationsAreNotRoundedWithoutRxTestsConventions() throws {
    let scheduler = TestScheduler()
    var time: VirtualTime?
    _ = scheduler.scheduleRelative((), dueTime: .microseconds(1_500)) {
      time = scheduler.now
      return Disposables.create()
    }
    try scheduler.run()
    #expect(time == .zero + .microseconds(1_500))
  }

  @Test("advanceTo runs due work, and work that became overdue during sleep runs late")
  func advanceToRunsDueWorkAndWorkThatBecameOverdueDuringSleepRunsLate() {
    let scheduler = TestScheduler(initialClock: 0)
    var log: [String] = []
    for tick in [100, 180] {
      scheduler.scheduleAt(tick) { log.append("\(tick) at \(scheduler.clock)") }
    }
    scheduler.advanceTo(150)
    log.append("clock \(scheduler.clock)")
    scheduler.sleep(50)
    log.append("clock \(scheduler.clock)")
    scheduler.start()
    log.append("clock \(scheduler.clock)")
    #expect(log == ["100 at 100", "clock 150", "clock 200", "180 at 200", "clock 200"])
  }

  @Test("a testable observable records its subscriptions")
  func aTestableObservableRecordsItsSubscriptions() {
    let scheduler = TestScheduler(initialClock: 0)
    let cold = scheduler.createColdObservable([.next(10, 1)])
    _ = scheduler.start(disposed: 250) { cold.asObservable() }
    #expect(cold.subscriptions == [TestSubscription(200, 250)])
  }
}
