import Dispatch
import Marbles

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

/// How schedulers put work on a dispatch queue.
struct DispatchWork: Sendable {
  let queue: DispatchQueue
  let leeway: DispatchTimeInterval

  func schedule<State>(
    _ state: State, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    let job = Locked { if !result.isDisposed { result.setDisposable(action(state)) } }
    queue.async { job.withLock { $0 }() }
    return result
  }

  func schedule<State>(
    _ state: State, after delay: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let result = CompositeDisposable(Disposables.create { timer.cancel() })
    let job = Locked { if !result.isDisposed { _ = result.insert(action(state)) } }
    timer.setEventHandler {
      job.withLock { $0 }()
      timer.cancel()
    }
    timer.schedule(deadline: .now() + delay, leeway: leeway)
    timer.resume()
    return result
  }

  func schedule<State>(
    _ state: State, after delay: RxTimeInterval, every period: RxTimeInterval,
    action: @escaping (State) -> State
  ) -> any Disposable {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let result = BooleanDisposable()
    let current = Locked(state)
    let job = Locked {
      guard !result.isDisposed else { return }
      let next = action(current.withLock { $0 })
      current.letGo { current -> State in
        defer { current = next }
        return current
      }
    }
    timer.setEventHandler { job.withLock { $0 }() }
    timer.schedule(deadline: .now() + delay, repeating: period, leeway: leeway)
    timer.resume()
    return Disposables.create {
      result.dispose()
      timer.cancel()
    }
  }

  /// The clock of dispatch queues.
  static var now: RxTime {
    RxTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }
}
