import Dispatch
import Marbles
import MarblesCombine

/// A scheduler of the main queue.
///
/// An action that is scheduled on the main queue, while no action of this scheduler runs or waits,
/// runs at once; all others wait in the main queue. Each instance counts its own actions.
///
/// Thread-safe.
public final class MainScheduler: SerialScheduler, Sendable {
  /// The shared scheduler of the main queue.
  public static let instance = MainScheduler()
  /// A scheduler of the main queue that never runs an action at once.
  public static let asyncInstance = SerialDispatchQueueScheduler(mainQueue: .main)

  private static let mainKey = DispatchSpecificKey<Void>()
  private let work = DispatchWork(queue: .main, leeway: .nanoseconds(0))
  /// The number of actions that run or wait.
  private let enqueued = Locked(0)

  /// Creates a scheduler of the main queue with a count of its own.
  public init() {}

  private static let markMainQueue: Void = DispatchQueue.main.setSpecific(key: mainKey, value: ())

  /// Whether the current queue is the main queue.
  static var isMain: Bool {
    markMainQueue
    return DispatchQueue.getSpecific(key: mainKey) != nil
  }

  /// The time of the dispatch queue's clock.
  public var now: RxTime { DispatchWork.now }

  /// Stops the program with a message if the current queue is not the main queue.
  public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    guard !isMain else { return }
    fatalError(
      errorMessage ?? "Executing on background thread. Please use `MainScheduler.instance.schedule`"
        + " to schedule work on main thread.")
  }

  /// Stops the program with a message if the current queue is not the main queue.
  public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
    guard !isMain else { return }
    fatalError(errorMessage ?? "Running on background thread.")
  }

  /// Runs the action at once or enqueues it on the main queue.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let before = enqueued.withLock { count in
      defer { count += 1 }
      return count
    }
    guard before > 0 || !Self.isMain else {
      defer { enqueued.withLock { $0 -= 1 } }
      return action(state)
    }
    let result = SingleAssignmentDisposable()
    let job = Locked { [enqueued] in
      if !result.isDisposed { result.setDisposable(action(state)) }
      enqueued.withLock { $0 -= 1 }
    }
    DispatchQueue.main.async { job.withLock { $0 }() }
    return result
  }

  /// Runs the action on the main queue when `dueTime` has passed.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, after: dueTime, action: action)
  }

  /// Runs the action periodically on the main queue.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    work.schedule(state, after: startAfter, every: period, action: action)
  }
}

/// A scheduler of the main queue for work that only subscribes.
///
/// An action runs at once if the current queue is the main queue, even while another action runs;
/// otherwise it waits in the main queue. Unlike ``MainScheduler``, it does not order the actions.
///
/// Thread-safe.
public final class ConcurrentMainScheduler: SchedulerType, Sendable {
  /// The shared scheduler.
  public static let instance = ConcurrentMainScheduler()
  private let work = DispatchWork(queue: .main, leeway: .nanoseconds(0))

  private init() {}

  /// The time of the dispatch queue's clock.
  public var now: RxTime { DispatchWork.now }

  /// Runs the action at once on the main queue, or enqueues it from any other queue.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    MainScheduler.isMain ? action(state) : work.schedule(state, action: action)
  }

  /// Runs the action on the main queue when `dueTime` has passed.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, after: dueTime, action: action)
  }

  /// Runs the action periodically on the main queue.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    work.schedule(state, after: startAfter, every: period, action: action)
  }
}

/// ``MainScheduler`` in virtual time: an action runs at once unless another action runs or waits;
/// otherwise it runs after that one, in the same instant.
package final class VirtualMainScheduler: SerialScheduler {
  private let base: TestScheduler
  private var enqueued = 0

  package init(_ base: TestScheduler) { self.base = base }

  package var now: RxTime { base.now }

  package func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    enqueued += 1
    guard enqueued > 1 else {
      defer { enqueued -= 1 }
      return action(state)
    }
    let result = SingleAssignmentDisposable()
    base.schedule(options: nil) { [self] in
      if !result.isDisposed { result.setDisposable(action(state)) }
      enqueued -= 1
    }
    return result
  }

  package func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    base.scheduleRelative(state, dueTime: dueTime, action: action)
  }
}
