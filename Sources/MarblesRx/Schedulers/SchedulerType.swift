import Dispatch
import Marbles
import MarblesCombine

/// A point in the time of a scheduler, in whole nanoseconds. RxSwift uses Foundation's `Date`.
public typealias RxTime = VirtualTime
/// A length of time.
public typealias RxTimeInterval = DispatchTimeInterval

/// A scheduler that runs actions as soon as possible.
public protocol ImmediateSchedulerType {
  /// Schedules an action to be executed as soon as possible.
  ///
  /// - Parameters:
  ///   - state: The state that is passed to the action.
  ///   - action: The action to execute.
  /// - Returns: A disposable that cancels the action, or disposes the disposable that the action
  ///   has returned.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable
}

/// A scheduler that runs actions now or at a later time.
public protocol SchedulerType: ImmediateSchedulerType {
  /// The current time of the scheduler.
  var now: RxTime { get }

  /// Schedules an action to be executed after a time.
  ///
  /// - Parameters:
  ///   - state: The state that is passed to the action.
  ///   - dueTime: The time after which the action is executed.
  ///   - action: The action to execute.
  /// - Returns: A disposable that cancels the action, or disposes the disposable that the action
  ///   has returned.
  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Schedules an action to be executed periodically.
  ///
  /// - Parameters:
  ///   - state: The state that is passed to the first execution.
  ///   - startAfter: The time after which the action is executed first.
  ///   - period: The time between two executions.
  ///   - action: The action to execute; it returns the state for the next execution.
  /// - Returns: A disposable that ends the executions.
  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable
}

/// A scheduler whose actions run one after another in the order in which they were scheduled.
///
/// ``ObservableType/observe(on:)`` schedules each event at once on such a scheduler.
package protocol SerialScheduler: SchedulerType {}

extension SchedulerType {
  /// Schedules an action to be executed periodically.
  ///
  /// Each execution schedules the next one before it runs the action, like in RxSwift: of two
  /// actions that are due at the same time, it is the first.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    let executions = PeriodicExecutions(self, state, period: period, action)
    executions.schedule(after: startAfter)
    return executions
  }
}

/// The executions of an action at equal intervals. One that is due while another one still runs
/// follows it. Thread-safe.
private final class PeriodicExecutions<Scheduler: SchedulerType, State>: Disposable {
  private let scheduler: Scheduler
  private let period: RxTimeInterval
  private let action: (State) -> State
  /// Accessed by the execution that runs.
  private var state: State
  /// The number of executions that are due, including the one that runs.
  private let due = Locked(0)
  private let timer = SerialDisposable()
  private let following = SerialDisposable()

  init(
    _ scheduler: Scheduler, _ state: State, period: RxTimeInterval,
    _ action: @escaping (State) -> State
  ) {
    self.scheduler = scheduler
    self.period = period
    self.action = action
    self.state = state
  }

  func schedule(after delay: RxTimeInterval) {
    guard !timer.isDisposed else { return }
    let turn = SingleAssignmentDisposable()
    timer.disposable = turn
    let scheduled = scheduler.scheduleRelative((), dueTime: delay) { [self] in
      schedule(after: period)
      let before = due.withLock { due in
        defer { due += 1 }
        return due
      }
      if before == 0 { execute() }
      return Disposables.create()
    }
    turn.setDisposable(scheduled)
  }

  private func execute() {
    guard !timer.isDisposed else { return }
    state = action(state)
    let rest = due.withLock { due in
      due -= 1
      return due
    }
    guard rest > 0 else { return }
    let turn = SingleAssignmentDisposable()
    following.disposable = turn
    let scheduled = scheduler.schedule(()) { [self] in
      execute()
      return Disposables.create()
    }
    turn.setDisposable(scheduled)
  }

  func dispose() {
    timer.dispose()
    following.dispose()
  }
}

extension ImmediateSchedulerType {
  /// Schedules an action that can schedule itself again.
  ///
  /// - Parameters:
  ///   - state: The state that is passed to the first execution.
  ///   - action: The action to execute. Each call of its second argument schedules one more
  ///     execution with the given state.
  /// - Returns: A disposable that ends the executions.
  public func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
  ) -> any Disposable {
    let executions = RecursiveExecutions(self, action)
    executions.schedule(state)
    return executions
  }
}

/// The executions of an action that schedules itself again. Thread-safe.
private final class RecursiveExecutions<Scheduler: ImmediateSchedulerType, State>: Disposable {
  private struct Latest {
    var isDisposed = false
    var number = 0
    /// The execution that was scheduled last.
    var execution: (any Disposable)?
  }

  private let scheduler: Scheduler
  private let action: (State, (State) -> Void) -> Void
  private let latest = Locked(Latest())

  init(_ scheduler: Scheduler, _ action: @escaping (State, (State) -> Void) -> Void) {
    self.scheduler = scheduler
    self.action = action
  }

  func schedule(_ state: State) {
    let started = latest.withLock { latest -> Int? in
      guard !latest.isDisposed else { return nil }
      latest.number += 1
      return latest.number
    }
    guard let number = started else { return }
    let scheduled = scheduler.schedule(state) { [self] state in
      if !latest.withLock({ $0.isDisposed }) { action(state, schedule) }
      return Disposables.create()
    }
    let (isDisposed, previous) = latest.withLock { latest -> (Bool, (any Disposable)?) in
      // The execution can be over, and the next one scheduled.
      guard latest.number == number, !latest.isDisposed else { return (latest.isDisposed, nil) }
      defer { latest.execution = scheduled }
      return (false, latest.execution)
    }
    if isDisposed { scheduled.dispose() }
    // Released outside of the lock.
    withExtendedLifetime(previous) {}
  }

  func dispose() {
    let execution = latest.withLock { latest in
      latest.isDisposed = true
      return latest.execution.take()
    }
    execution?.dispose()
  }
}

extension DispatchTimeInterval {
  /// The same length in virtual time; `never` is the greatest length.
  @usableFromInline
  package var duration: VirtualDuration {
    switch self {
    case .seconds(let n): .seconds(Int64(n))
    case .milliseconds(let n): .milliseconds(Int64(n))
    case .microseconds(let n): .microseconds(Int64(n))
    case .nanoseconds(let n): .nanoseconds(Int64(n))
    case .never: VirtualDuration(nanoseconds: .max)
    @unknown default: VirtualDuration(nanoseconds: .max)
    }
  }

  @inlinable
  package init(_ duration: VirtualDuration) { self = .nanoseconds(Int(duration.nanoseconds)) }
}
