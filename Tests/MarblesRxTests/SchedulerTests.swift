import Dispatch
import Marbles
import MarblesRx
import Testing

/// The expected orders were printed by RxSwift 6.10.
@Suite("Rx schedulers")
struct SchedulerTests {
  private let log = Log()

  /// The order in which two observed subjects, an action and a block run on a queue.
  private func order(_ queue: DispatchQueue, on scheduler: any SchedulerType) -> [String] {
    let lines = Locked<[String]>([])
    let log: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
    queue.async { gate.wait() }
    let bag = DisposeBag()
    a.observe(on: scheduler).subscribe(onNext: { log("a\($0)") }).disposed(by: bag)
    b.observe(on: scheduler).subscribe(onNext: {
      log("b\($0)")
      if lines.withLock({ $0.count }) == 6 { end.signal() }
    }).disposed(by: bag)
    a.onNext(1)
    a.onNext(2)
    b.onNext(1)
    b.onNext(2)
    _ = scheduler.schedule(()) {
      log("action")
      return Disposables.create()
    }
    queue.async {
      log("block")
      if lines.withLock({ $0.count }) == 6 { end.signal() }
    }
    gate.signal()
    end.wait()
    return lines.withLock { $0 }
  }

  @Test("observe(on:) a serial queue schedules each event when it arrives")
  func observeOnASerialQueueSchedulesEachEventWhenItArrives() {
    let queue = DispatchQueue(label: "serial")
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "inner")
    // The queue of the scheduler targets `queue`, which runs the block after the waiting actions.
    #expect(
      order(queue, on: scheduler).filter { $0 != "block" }
        == ["a1", "a2", "b1", "b2", "action"])
  }

  @Test("observe(on:) a concurrent scheduler schedules the next event after a delivery")
  func observeOnAConcurrentSchedulerSchedulesTheNextEventAfterADelivery() {
    let queue = DispatchQueue(label: "serial")
    let scheduler = ConcurrentDispatchQueueScheduler(queue: queue)
    #expect(
      order(queue, on: scheduler) == ["a1", "b1", "action", "block", "a2", "b2"])
  }

  @Test("subscribe(on:) disposes the subscription on the scheduler")
  func subscribeOnDisposesTheSubscriptionOnTheScheduler() {
    let run = TimedRun<Int>([.completed(300)])
    let completed = run.scheduler.start { run.source.subscribe(on: run.scheduler) }
    #expect(run.text(of: completed) == "completed@300")
    #expect(run.source.subscriptions == [TestSubscription(201, 301)])
    let endless = TimedRun<Int>([])
    _ = endless.scheduler.start { endless.source.subscribe(on: endless.scheduler) }
    #expect(endless.source.subscriptions == [TestSubscription(201, 1001)])
  }

  @Test("a disposal behind subscribe(on:) runs on the queue of the scheduler")
  func aDisposalBehindSubscribeOnRunsOnTheQueueOfTheScheduler() {
    let key = DispatchSpecificKey<Bool>()
    let scheduler = SerialDispatchQueueScheduler(
      internalSerialQueueName: "serial",
      serialQueueConfiguration: { $0.setSpecific(key: key, value: true) })
    let (subscribed, disposed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOnQueue = Locked(false)
    let subscription = Observable<Int>.create { _ in
      subscribed.signal()
      return Disposables.create {
        isOnQueue.withLock { $0 = DispatchQueue.getSpecific(key: key) ?? false }
        disposed.signal()
      }
    }.subscribe(on: scheduler).subscribe()
    subscribed.wait()
    subscription.dispose()
    disposed.wait()
    #expect(isOnQueue.withLock { $0 })
  }

  @Test("retain keeps the disposable of a RefCountDisposable alive")
  func retainKeepsTheDisposableOfARefCountDisposableAlive() {
    let references = RefCountDisposable(disposable: Disposables.create { [log] in log("dispose") })
    let first = references.retain()
    let second = references.retain()
    references.dispose()
    first.dispose()
    first.dispose()
    #expect(log.lines.isEmpty && !references.isDisposed)
    second.dispose()
    #expect(log.lines == ["dispose"] && references.isDisposed)
    references.retain().dispose()
    #expect(log.lines == ["dispose"])
  }

  // MARK: Periodic actions

  @Test("a period precedes an action that its execution schedules for the same time")
  func aPeriodPrecedesAnActionThatItsExecutionSchedulesForTheSameTime() {
    let scheduler = TestScheduler(initialClock: 0)
    let result = scheduler.start {
      Observable<Int>.interval(.seconds(10), scheduler: scheduler).take(3)
        .debounce(.seconds(10), scheduler: scheduler)
    }
    // Each element arrives before the time of the previous one is over.
    #expect(result.events == [.next(230, 2), .completed(230)])
  }

  @Test("a periodic action that is due while it runs follows when it has returned")
  func aPeriodicActionThatIsDueWhileItRunsFollowsWhenItHasReturned() {
    let scheduler = ManualScheduler()
    let executions = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) {
      number in
      log("begin \(number)")
      if number == 0 { scheduler.runNext() }
      log("end \(number)")
      return number + 1
    }
    scheduler.runNext()
    #expect(log.lines == ["begin 0", "end 0"])
    #expect(scheduler.actions.count == 2)
    scheduler.actions.swapAt(0, 1)
    scheduler.runNext()
    #expect(log.lines == ["begin 0", "end 0", "begin 1", "end 1"])
    executions.dispose()
    scheduler.runNext()
    #expect(log.lines.count == 4 && scheduler.actions.isEmpty)
  }

  /// A scheduler whose actions run one at a time, by a call.
  private final class ManualScheduler: SchedulerType {
    var actions: [() -> Void] = []
    var now: RxTime { .zero }

    func runNext() { if !actions.isEmpty { actions.removeFirst()() } }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable)
      -> any Disposable
    {
      scheduleRelative(state, dueTime: .seconds(0), action: action)
    }

    func scheduleRelative<State>(
      _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
      let result = BooleanDisposable()
      actions.append { if !result.isDisposed { _ = action(state) } }
      return result
    }
  }

  // MARK: Virtual time

  private struct Hours: VirtualTimeConverterType {
    func convertFromVirtualTime(_ hours: Int) -> RxTime {
      RxTime(nanoseconds: Int64(hours) * 3_600_000_000_000)
    }
    func convertToVirtualTime(_ time: RxTime) -> Int { Int(time.nanoseconds / 3_600_000_000_000) }
    func convertFromVirtualTimeInterval(_ hours: Int) -> Double { Double(hours) * 3600 }
    func convertToVirtualTimeInterval(_ seconds: Double) -> Int { Int(seconds / 3600) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ one: Int, _ other: Int) -> VirtualTimeComparison {
      one < other ? .lessThan : one > other ? .greaterThan : .equal
    }
  }

  @Test("a VirtualTimeScheduler runs actions in the order of time and of scheduling")
  func aVirtualTimeSchedulerRunsActionsInTheOrderOfTimeAndOfScheduling() {
    let scheduler = VirtualTimeScheduler(initialClock: 0, converter: Hours())
    func schedule(_ name: String, at time: Int) -> any Disposable {
      scheduler.scheduleAbsoluteVirtual(name, time: time) { [log] name in
        log("\(name) at \(scheduler.clock)")
        return Disposables.create()
      }
    }
    for (name, time) in [("c", 5), ("a", 1), ("d", 5), ("b", 3)] { _ = schedule(name, at: time) }
    schedule("cancelled", at: 2).dispose()
    scheduler.advanceTo(3)
    #expect(log.lines == ["a at 1", "b at 3"] && scheduler.clock == 3)
    scheduler.start()
    #expect(log.lines.suffix(2) == ["c at 5", "d at 5"])
  }

  @Test("advanceTo inside an action of a VirtualTimeScheduler stops the program")
  func advanceToInsideAnActionOfAVirtualTimeSchedulerStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = VirtualTimeScheduler(initialClock: 0, converter: Hours())
      _ = scheduler.scheduleAbsoluteVirtual((), time: 1) {
        scheduler.advanceTo(3)
        return Disposables.create()
      }
      scheduler.start()
    }
  }

  @Test("operators use the time of a VirtualTimeScheduler")
  func operatorsUseTheTimeOfAVirtualTimeScheduler() {
    let scheduler = VirtualTimeScheduler(initialClock: 0, converter: Hours())
    _ = Observable<Int>.interval(.seconds(3600), scheduler: scheduler).take(3)
      .subscribe(onNext: { [log] in log("\($0) at \(scheduler.clock)") })
    scheduler.start()
    #expect(log.lines == ["0 at 1", "1 at 2", "2 at 3"])
  }

  @Test("stop ends the run after the present action, and sleep moves the clock only")
  func stopEndsTheRunAfterThePresentActionAndSleepMovesTheClockOnly() {
    let scheduler = VirtualTimeScheduler(initialClock: 0, converter: Hours())
    for time in 1...3 {
      _ = scheduler.scheduleRelativeVirtual((), dueTime: time) { [log] in
        log("\(time) at \(scheduler.clock)")
        if time == 1 { scheduler.stop() }
        return Disposables.create()
      }
    }
    scheduler.start()
    #expect(log.lines == ["1 at 1"])
    scheduler.sleep(4)
    #expect(log.lines == ["1 at 1"] && scheduler.clock == 5)
    scheduler.start()
    #expect(log.lines == ["1 at 1", "2 at 5", "3 at 5"])
  }
}
