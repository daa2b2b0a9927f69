import Dispatch
import Marbles

/// A scheduler that runs actions one after another on a serial dispatch queue. Thread-safe.
public final class SerialDispatchQueueScheduler: SerialScheduler, Sendable {
  private let work: DispatchWork

  /// Creates a scheduler with a new serial queue.
  ///
  /// - Parameters:
  ///   - internalSerialQueueName: The label of the queue.
  ///   - serialQueueConfiguration: Configures the queue before it is used.
  ///   - leeway: The amount of time by which timers may be late.
  public init(
    internalSerialQueueName: String, serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    let queue = DispatchQueue(label: internalSerialQueueName)
    serialQueueConfiguration?(queue)
    work = DispatchWork(queue: queue, leeway: leeway)
  }

  /// Creates a scheduler with a new serial queue that runs its work on another queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the work runs; it may be concurrent.
  ///   - internalSerialQueueName: The label of the new queue.
  ///   - leeway: The amount of time by which timers may be late.
  public init(
    queue: DispatchQueue, internalSerialQueueName: String,
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    work = DispatchWork(
      queue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
  }

  /// Creates a scheduler with a new serial queue of the given quality of service.
  ///
  /// - Parameters:
  ///   - qos: The quality of service of the queue.
  ///   - internalSerialQueueName: The label of the queue.
  ///   - leeway: The amount of time by which timers may be late.
  public init(
    qos: DispatchQoS, internalSerialQueueName: String = "marbles.global_dispatch_queue.serial",
    leeway: DispatchTimeInterval = .nanoseconds(0)
  ) {
    work = DispatchWork(
      queue: DispatchQueue(label: internalSerialQueueName, qos: qos), leeway: leeway)
  }

  /// - Parameter mainQueue: The main queue, which is serial already.
  init(mainQueue: DispatchQueue) {
    work = DispatchWork(queue: mainQueue, leeway: .nanoseconds(0))
  }

  /// The time of the dispatch queue's clock.
  public var now: RxTime { DispatchWork.now }

  /// Enqueues the action.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, action: action)
  }

  /// Runs the action on the queue when `dueTime` has passed.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, after: dueTime, action: action)
  }

  /// Runs the action periodically on the queue.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    work.schedule(state, after: startAfter, every: period, action: action)
  }
}

/// A scheduler that runs actions on a concurrent dispatch queue. Thread-safe.
public final class ConcurrentDispatchQueueScheduler: SchedulerType, Sendable {
  private let work: DispatchWork

  /// Creates a scheduler of the given queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the actions run.
  ///   - leeway: The amount of time by which timers may be late.
  public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    work = DispatchWork(queue: queue, leeway: leeway)
  }

  /// Creates a scheduler with a new concurrent queue of the given quality of service.
  ///
  /// - Parameters:
  ///   - qos: The quality of service of the queue.
  ///   - leeway: The amount of time by which timers may be late.
  public init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
    let queue = DispatchQueue(
      label: "marbles.global_dispatch_queue.concurrent", qos: qos, attributes: .concurrent)
    work = DispatchWork(queue: queue, leeway: leeway)
  }

  /// The time of the dispatch queue's clock.
  public var now: RxTime { DispatchWork.now }

  /// Enqueues the action.
  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, action: action)
  }

  /// Runs the action on the queue when `dueTime` has passed.
  public func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    work.schedule(state, after: dueTime, action: action)
  }

  /// Runs the action periodically on the queue.
  public func schedulePeriodic<StateType>(
    _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
    action: @escaping (StateType) -> StateType
  ) -> any Disposable {
    work.schedule(state, after: startAfter, every: period, action: action)
  }
}

/// The work of a scheduler on a dispatch queue.
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
      current.withLockReleasing { current -> State in
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

  /// The time of the clock that dispatch queues use.
  static var now: RxTime {
    RxTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }
}
