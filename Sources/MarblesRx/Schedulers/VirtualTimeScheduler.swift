import Marbles
import MarblesCombine

/// The result of a comparison of two virtual times.
public enum VirtualTimeComparison: Sendable {
  /// The first time is earlier.
  case lessThan
  /// The times are equal.
  case equal
  /// The first time is later.
  case greaterThan
}

/// A conversion between the units of a virtual clock and the time of schedulers.
public protocol VirtualTimeConverterType {
  /// A point in virtual time.
  associatedtype VirtualTimeUnit
  /// A length of virtual time.
  associatedtype VirtualTimeIntervalUnit

  /// Converts a virtual time to a time.
  func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime
  /// Converts a time to a virtual time.
  func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit
  /// Converts a length of virtual time to seconds.
  func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> Double
  /// Converts seconds to a length of virtual time.
  func convertToVirtualTimeInterval(_ timeInterval: Double) -> VirtualTimeIntervalUnit
  /// Adds a length of virtual time to a virtual time.
  func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit)
    -> VirtualTimeUnit
  /// Compares two virtual times.
  func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// A scheduler in virtual time with arbitrary units of time.
///
/// It records nothing; see `TestScheduler` for recordings and RxTest's API. Not thread-safe.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType {
  /// A point in virtual time.
  public typealias VirtualTime = Converter.VirtualTimeUnit
  /// A length of virtual time.
  public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

  private struct Item {
    let time: VirtualTime
    let action: () -> Void
    let isDisposed: BooleanDisposable
  }

  private let converter: Converter
  /// Scheduled actions, the latest first; equal times in reverse order of their scheduling.
  private var items: [Item] = []
  private var isRunning = false

  /// The current virtual time.
  public private(set) var clock: VirtualTime

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - initialClock: The first virtual time.
  ///   - converter: The conversion between virtual time and the time of schedulers.
  public init(initialClock: VirtualTime, converter: Converter) {
    clock = initialClock
    self.converter = converter
  }

  /// The current virtual time as a time of schedulers.
  public var now: RxTime { converter.convertFromVirtualTime(clock) }

  /// Schedules an action at the current virtual time.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
  }

  /// Schedules an action after a time.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let time = converter.convertToVirtualTime(now + dueTime.duration)
    return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
  }

  /// Schedules an action after a length of virtual time.
  public func scheduleRelativeVirtual<StateType>(
    _ state: StateType, dueTime: VirtualTimeInterval,
    action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let time = converter.offsetVirtualTime(clock, offset: dueTime)
    return scheduleAbsoluteVirtual(state, time: time, action: action)
  }

  /// Schedules an action at a virtual time.
  public func scheduleAbsoluteVirtual<StateType>(
    _ state: StateType, time: VirtualTime, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let isDisposed = BooleanDisposable()
    let result = CompositeDisposable(isDisposed)
    let item = Item(
      time: time, action: { _ = result.insert(action(state)) }, isDisposed: isDisposed)
    let index = items.firstIndex { !isLater($0.time, than: time) }
    items.insert(item, at: index ?? items.endIndex)
    return result
  }

  /// Returns the virtual time at which work is executed that is scheduled for the given time.
  ///
  /// A subclass can move work that is scheduled for the present to a later time.
  open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

  /// Runs all scheduled work until there is none or ``stop()`` is called.
  public func start() { run { _ in true } }

  /// Runs all work that is due up to and including a virtual time, and moves the clock there.
  ///
  /// A call inside an action that is running stops the program, like in RxSwift.
  public func advanceTo(_ virtualTime: VirtualTime) {
    guard !isRunning else { violation("Scheduler is already running") }
    run { !self.isLater($0, than: virtualTime) }
    clock = virtualTime
  }

  /// Moves the clock without running work.
  ///
  /// - Precondition: The interval is not negative.
  public func sleep(_ virtualInterval: VirtualTimeInterval) {
    let end = converter.offsetVirtualTime(clock, offset: virtualInterval)
    precondition(!isLater(clock, than: end), "can't sleep to the past")
    clock = end
  }

  /// Ends the present run after the action that is running.
  public func stop() { isRunning = false }

  private func run(while isDue: (VirtualTime) -> Bool) {
    guard !isRunning else { return }
    isRunning = true
    while isRunning, let next = items.last, isDue(next.time) {
      items.removeLast()
      guard !next.isDisposed.isDisposed else { continue }
      if isLater(next.time, than: clock) { clock = next.time }
      next.action()
    }
    isRunning = false
  }

  private func isLater(_ time: VirtualTime, than other: VirtualTime) -> Bool {
    if case .greaterThan = converter.compareVirtualTime(time, other) { true } else { false }
  }
}
