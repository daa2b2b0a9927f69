import MarblesRx

/// The spellings of RxTest.
private enum TestingSpellings {
  static func schedulers() {
    let _: TestScheduler = TestScheduler(initialClock: 0)
    let _: TestScheduler = TestScheduler(initialClock: 0, resolution: 0.1)
    let scheduler = TestScheduler(
      initialClock: 0, resolution: 1, simulateProcessingDelay: false)
    let xs: TestableObservable<Int> = scheduler.createHotObservable([
      .next(210, 1), .completed(230), .error(240, RxError.unknown),
    ])
    let _: TestableObservable<Int> = scheduler.createColdObservable([.next(10, 1), .completed(20)])
    let _: TestableObserver<Int> = scheduler.createObserver(Int.self)
    let _: TestableObserver<Int> = scheduler.start { xs }
    let _: TestableObserver<Int> = scheduler.start(disposed: 400) { xs.map { $0 } }
    let _: TestableObserver<Int> = scheduler.start(created: 1, subscribed: 2, disposed: 3) { xs }
    scheduler.scheduleAt(10) {}
    scheduler.start()
    scheduler.advanceTo(20)
    scheduler.sleep(10)
    let _: TestTime = scheduler.clock
    let _: [Subscription] = xs.subscriptions
    let _: [Recorded<Event<Int>>] = xs.recordedEvents
    let _: Int = TestScheduler.Defaults.created
    let _: Int = TestScheduler.Defaults.subscribed
    let _: Int = TestScheduler.Defaults.disposed
  }

  static func recordedEvents() {
    let _: Recorded<Event<Int>> = .next(1, 2)
    let _: Recorded<Event<Int>> = .completed(1)
    let _: Recorded<Event<Int>> = .completed(1, Int.self)
    let _: Recorded<Event<Int>> = .error(1, RxError.unknown)
    let _: Recorded<Event<Int>> = .error(1, RxError.unknown, Int.self)
    let recorded = Recorded(time: 1, value: Event.next(2))
    let _: Int = recorded.time
    let _: Event<Int> = recorded.value
    let _: [Recorded<Event<Int>>] = Recorded.events(.next(1, 2), .completed(3))
    let _: [Recorded<Event<Int>>] = Recorded.events([.next(1, 2), .completed(3)])
    let _: [Recorded<Event<Int>>] = [.next(1, 2), .completed(3)]
    let subscription = Subscription(200, 300)
    let _: Int = subscription.subscribe + subscription.unsubscribe
    let _: Subscription = Subscription(200)
  }
}
