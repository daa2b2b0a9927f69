import Dispatch
import Marbles
import MarblesCombine

/// Runs actions on the main queue, and at once if it is there already with nothing before it, as
/// RxSwift's. Thread-safe.
public final class MainScheduler: SchedulerType, Sendable {
  public static let instance = MainScheduler()
  /// A scheduler for the main queue that never runs an action at once.
  public static let asyncInstance = SerialDispatchQueueScheduler(
    queue: .main, internalSerialQueueName: "marbles.main.async")

  private static let mainKey = DispatchSpecificKey<Void>()
  private let work = DispatchWork(queue: .main, leeway: .nanoseconds(0))
  /// How many actions run or wait.
  private let enqueued = Locked(0)

  public init() {
    DispatchQueue.main.setSpecific(key: Self.mainKey, value: ())
  }

  private static var isMain: Bool { DispatchQueue.getSpecific(key: mainKey) != nil }

  public var now: RxTime { DispatchWork.now }

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

  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, after: dueTime, action: action)
  }

  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    work.schedule(state, after: startAfter, every: period, action: action)
  }
}

/// The main queue of a run in virtual time: an action runs at once unless another one is running,
/// and then after it, in the same instant. The rule is ``MainScheduler``'s.
package final class VirtualMainScheduler: SchedulerType {
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
