import Marbles
import MarblesCombine

/// The scheduler in virtual time, so that `import MarblesRx` is enough for RxTest's API.
public typealias TestScheduler = MarblesCombine.TestScheduler

extension MarblesCombine.TestScheduler {
  /// The times at which RxTest's `start` creates, subscribes and disposes.
  public enum Defaults {
    /// The tick at which the observable is created.
    public static let created = 100
    /// The tick at which the observer is subscribed.
    public static let subscribed = 200
    /// The tick at which the subscription is disposed.
    public static let disposed = 1000
  }

  /// Creates a scheduler with RxTest's conventions.
  ///
  /// - Parameters:
  ///   - initialClock: The first tick.
  ///   - resolution: The length of a tick in seconds.
  ///   - simulateProcessingDelay: Whether work that is scheduled for the present or the past runs
  ///     one tick later, as if processing took time.
  public convenience init(
    initialClock: TestTime, resolution: Double = 1, simulateProcessingDelay: Bool = true
  ) {
    self.init(frame: .seconds(resolution))
    if simulateProcessingDelay { processingDelay = frame }
    advance(to: tick(initialClock))
  }

  /// The current time in ticks.
  public var clock: TestTime {
    frame > .zero ? Int((now - .zero).nanoseconds / frame.nanoseconds) : 0
  }

  private func tick(_ tick: TestTime) -> VirtualTime { .zero + frame * Int64(tick) }

  /// Schedules an action at a tick.
  public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
    _ = scheduleAbsoluteVirtual((), time: time) {
      action()
      return Disposables.create()
    }
  }

  /// Schedules an action at a tick.
  ///
  /// - Returns: A disposable that cancels the action, or disposes the disposable that the action
  ///   has returned.
  public func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: TestTime, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    schedule(state, at: tick(time), action)
  }

  /// Schedules an action after a number of ticks.
  ///
  /// - Returns: A disposable that cancels the action, or disposes the disposable that the action
  ///   has returned.
  public func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: TestTime, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleAbsoluteVirtual(state, time: clock + dueTime, action: action)
  }

  /// Creates an observable that sends the given events once, at the given ticks.
  ///
  /// An observer receives the events that follow the tick of its subscription.
  public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>])
    -> TestableObservable<Element>
  {
    HotTestObservable(self, events)
  }

  /// Creates an observable that sends the given events to each observer, at ticks that are counted
  /// from the subscription.
  public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>])
    -> TestableObservable<Element>
  {
    ColdTestObservable(self, events)
  }

  /// Creates an observer that records the events that it receives.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(self)
  }

  /// Creates an observable, subscribes an observer and disposes the subscription, at the given
  /// ticks, and runs the scheduler.
  ///
  /// - Returns: The observer, which has recorded the events.
  public func start<Source: ObservableConvertibleType>(
    created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> Source
  ) -> TestableObserver<Source.Element> {
    let observer = createObserver(Source.Element.self)
    let subscription = SerialDisposable()
    var source: Observable<Source.Element>?
    scheduleAt(created) { source = create().asObservable() }
    scheduleAt(subscribed) {
      if let source { subscription.disposable = source.subscribe(observer) }
    }
    scheduleAt(disposed) { subscription.dispose() }
    start()
    return observer
  }

  /// Creates an observable at tick 100, subscribes at tick 200 and disposes at the given tick, and
  /// runs the scheduler.
  ///
  /// - Returns: The observer, which has recorded the events.
  public func start<Source: ObservableConvertibleType>(
    disposed: TestTime, create: @escaping () -> Source
  ) -> TestableObserver<Source.Element> {
    start(
      created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed,
      create: create)
  }

  /// Creates an observable at tick 100, subscribes at tick 200 and disposes at tick 1000, and runs
  /// the scheduler.
  ///
  /// - Returns: The observer, which has recorded the events.
  public func start<Source: ObservableConvertibleType>(_ create: @escaping () -> Source)
    -> TestableObserver<Source.Element>
  {
    start(disposed: Defaults.disposed, create: create)
  }

  /// Runs all scheduled work. If a limit stops the run, the recording contains a warning.
  public func start() { try? run() }

  /// Runs all work that is due up to and including the given tick, and moves the clock there.
  public func advanceTo(_ time: TestTime) { try? run(until: tick(time)) }

  /// Runs all work that is due in the next ticks, and moves the clock.
  public func advanceBy(_ ticks: TestTime) { advanceTo(clock + ticks) }

  /// Moves the clock without running work. Work that has become overdue runs at the new tick.
  public func sleep(_ ticks: TestTime) { advance(to: now + frame * Int64(ticks)) }
}
