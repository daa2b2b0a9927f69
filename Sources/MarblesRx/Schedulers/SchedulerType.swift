import Dispatch
import Marbles
import MarblesCombine

/// A point in a scheduler's time. RxSwift's is Foundation's `Date`; here it is whole nanoseconds.
public typealias RxTime = VirtualTime
/// A length of time, as RxSwift's.
public typealias RxTimeInterval = DispatchTimeInterval

/// Runs actions as soon as it can, as RxSwift's.
public protocol ImmediateSchedulerType {
  /// Runs the action with the state; disposing what is returned prevents it, or disposes what the
  /// action returned.
  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable
}

/// Runs actions now or later, as RxSwift's.
public protocol SchedulerType: ImmediateSchedulerType {
  var now: RxTime { get }

  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable

  /// Runs the action again and again; each run gets the state that the one before returned.
  func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable
}

extension SchedulerType {
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    let current = SerialDisposable()
    func run(_ state: StateType, after delay: RxTimeInterval) {
      guard !current.isDisposed else { return }
      let turn = SingleAssignmentDisposable()
      current.disposable = turn
      let scheduled = scheduleRelative(state, dueTime: delay) { state in
        run(action(state), after: period)
        return Disposables.create()
      }
      turn.setDisposable(scheduled)
    }
    run(state, after: startAfter)
    return current
  }
}

extension ImmediateSchedulerType {
  /// Runs an action that may ask to be run again; each run is scheduled on its own.
  func scheduleRecursive<State>(
    _ state: State, action: @escaping (_ state: State, _ again: (State) -> Void) -> Void
  ) -> any Disposable {
    let current = SerialDisposable()
    func run(_ state: State) {
      guard !current.isDisposed else { return }
      let turn = SingleAssignmentDisposable()
      current.disposable = turn
      let scheduled = schedule(state) { state in
        if !turn.isDisposed { action(state, run) }
        return Disposables.create()
      }
      turn.setDisposable(scheduled)
    }
    run(state)
    return current
  }
}

extension DispatchTimeInterval {
  /// The same length in virtual time; `never` is the longest there is.
  var duration: VirtualDuration {
    switch self {
    case .seconds(let n): .seconds(Int64(n))
    case .milliseconds(let n): .milliseconds(Int64(n))
    case .microseconds(let n): .microseconds(Int64(n))
    case .nanoseconds(let n): .nanoseconds(Int64(n))
    case .never: VirtualDuration(nanoseconds: .max)
    @unknown default: VirtualDuration(nanoseconds: .max)
    }
  }

  init(_ duration: VirtualDuration) { self = .nanoseconds(Int(duration.nanoseconds)) }
}
