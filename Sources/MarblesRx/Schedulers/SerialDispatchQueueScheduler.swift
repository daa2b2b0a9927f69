import Dispatch

/// Runs actions one after the other on a serial dispatch queue, as RxSwift's. Thread-safe.
public final class SerialDispatchQueueScheduler: SchedulerType, Sendable {
  private let work: DispatchWork

  /// Makes a queue of its own.
  public init(
    internalSerialQueueName: String, leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    work = DispatchWork(queue: DispatchQueue(label: internalSerialQueueName), leeway: leeway)
  }

  /// Makes a serial queue that runs on another queue.
  public init(
    queue: DispatchQueue, internalSerialQueueName: String,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    work = DispatchWork(
      queue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
  }

  /// Makes a queue of its own with a quality of service.
  public init(
    qos: DispatchQoS, internalSerialQueueName: String = "marbles.global_dispatch_queue.serial",
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    work = DispatchWork(
      queue: DispatchQueue(label: internalSerialQueueName, qos: qos), leeway: leeway)
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
