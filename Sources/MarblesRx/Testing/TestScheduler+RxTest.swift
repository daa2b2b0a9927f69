import Marbles
import MarblesCombine

extension TestScheduler {
  /// The ticks at which RxTest's `start` creates, subscribes and disposes.
  public enum Defaults {
    public static let created = 100
    public static let subscribed = 200
    public static let disposed = 1000
  }

  /// A scheduler with RxTest's conventions: time is counted in ticks of `resolution` seconds, and
  /// what is scheduled for now or earlier runs one tick later, as if processing took time.
  public convenience init(
    initialClock: Int, resolution: Double = 1, simulateProcessingDelay: Bool = true
  ) {
    self.init(frame: .seconds(resolution))
    if simulateProcessingDelay { processingDelay = frame }
    advance(to: tick(initialClock))
  }

  /// The time in ticks.
  public var clock: Int {
    frame > .zero ? Int((now - .zero).nanoseconds / frame.nanoseconds) : 0
  }

  private func tick(_ tick: Int) -> VirtualTime { .zero + frame * Int64(tick) }

  /// Runs the action at a tick.
  public func scheduleAt(_ time: Int, action: @escaping () -> Void) {
    _ = schedule((), at: tick(time)) {
      action()
      return Disposables.create()
    }
  }

  /// An observable that runs its score once, at the ticks given. A subscriber misses what happens
  /// at the tick at which it subscribes, and what comes before.
  public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>])
    -> TestableObservable<Element>
  {
    HotTestObservable(self, events)
  }

  /// An observable that runs its score for each subscriber, at so many ticks after it came.
  public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>])
    -> TestableObservable<Element>
  {
    ColdTestObservable(self, events)
  }

  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(self)
  }

  /// Creates an observable, subscribes to it and disposes the subscription, each at its tick, and
  /// returns what it emitted.
  public func start<Element>(
    created: Int = Defaults.created, subscribed: Int = Defaults.subscribed,
    disposed: Int = Defaults.disposed, create: @escaping () -> Observable<Element>
  ) -> TestableObserver<Element> {
    let observer = createObserver(Element.self)
    let subscription = SerialDisposable()
    var source: Observable<Element>?
    scheduleAt(created) { source = create() }
    scheduleAt(subscribed) {
      if let source { subscription.disposable = source.subscribe(observer) }
    }
    scheduleAt(disposed) { subscription.dispose() }
    start()
    return observer
  }

  /// Runs everything that is scheduled. Where a limit stops the run, the recording says so.
  public func start() { try? run() }

  /// Runs what is due up to and including a tick, and stands there.
  public func advanceTo(_ time: Int) { try? run(until: tick(time)) }

  /// Runs what is due in the next ticks.
  public func advanceBy(_ ticks: Int) { advanceTo(clock + ticks) }

  /// Lets ticks pass without running anything; what has become overdue runs later, at the tick at
  /// which the clock then stands.
  public func sleep(_ ticks: Int) { advance(to: now + frame * Int64(ticks)) }
}
