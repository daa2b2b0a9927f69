import Dispatch

/// Runs actions on a concurrent dispatch queue, as RxSwift's. Thread-safe.
public final class ConcurrentDispatchQueueScheduler: SchedulerType, Sendable {
  private let work: DispatchWork

  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    work = DispatchWork(queue: queue, leeway: leeway)
  }

  public init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    let queue = DispatchQueue(
      label: "marbles.global_dispatch_queue.concurrent", qos: qos, attributes: .concurrent)
    work = DispatchWork(queue: queue, leeway: leeway)
  }

  public var now: RxTime { DispatchWork.now }

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, action: action)
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
