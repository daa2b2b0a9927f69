import Marbles
import MarblesCombine
import MarblesRx

/// A queue of a script in virtual time. All queues run on the same ``TestScheduler``; they differ
/// in the duration of a job.
package class ScriptScheduler: Scheduler, ScriptObject {
  package typealias SchedulerTimeType = VirtualTime
  package typealias SchedulerOptions = Never

  package let base: TestScheduler

  package init(_ base: TestScheduler) { self.base = base }

  package var typeName: String { "Scheduler" }
  package var now: VirtualTime { base.now }
  package var minimumTolerance: VirtualDuration { .zero }

  /// Runs a job that arrives now. Queues override it to delay the job.
  func run(_ action: @escaping () -> Void) { base.schedule(action) }

  /// Runs a job that is due. In a queue it is appended then.
  func arrive(_ action: @escaping () -> Void) { action() }

  package func schedule(options: Never?, _ action: @escaping () -> Void) { run(action) }

  package func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date) { [self] in arrive(action) }
  }

  package func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    var isCancelled = false
    let timer = base.schedule(after: date, interval: interval) { [self] in
      arrive { if !isCancelled { action() } }
    }
    return AnyCancellable {
      isCancelled = true
      timer.cancel()
    }
  }

}

extension ScriptScheduler: SchedulerType {
  package func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    schedule(options: nil) {
      if !result.isDisposed { result.setDisposable(action(state)) }
    }
    return result
  }

  package func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    schedule(after: now + dueTime.duration, tolerance: .zero, options: nil) {
      if !result.isDisposed { result.setDisposable(action(state)) }
    }
    return result
  }
}

/// A serial queue in virtual time: each job takes a fixed duration, and runs at its end.
///
/// A busy queue starts a job after the jobs before it. It shows a slow consumer: `receive(on:)`
/// holds the elements that wait.
package final class ScriptSerialQueue: ScriptScheduler {
  private let duration: VirtualDuration
  private var idleFrom: VirtualTime

  package init(_ base: TestScheduler, every duration: VirtualDuration) {
    self.duration = max(duration, .zero)
    idleFrom = base.now
    super.init(base)
  }

  package override var typeName: String { "Queue" }

  override func run(_ action: @escaping () -> Void) {
    idleFrom = max(idleFrom, base.now) + duration
    base.schedule(after: idleFrom, action)
  }

  override func arrive(_ action: @escaping () -> Void) { run(action) }
}

/// A concurrent queue in virtual time: jobs run side by side. Their durations are the given
/// latencies in turn, so that jobs can overtake each other.
package final class ScriptConcurrentQueue: ScriptScheduler {
  private let latencies: [VirtualDuration]
  private var next = 0

  package init(_ base: TestScheduler, latencies: [VirtualDuration]) {
    self.latencies = latencies.isEmpty ? [.zero] : latencies.map { max($0, .zero) }
    super.init(base)
  }

  package override var typeName: String { "Queue" }

  override func run(_ action: @escaping () -> Void) {
    let latency = latencies[next]
    next = (next + 1) % latencies.count
    base.schedule(after: base.now + latency, action)
  }

  override func arrive(_ action: @escaping () -> Void) { run(action) }
}

/// A scheduler that performs each job at once, also one for a later time.
package final class ScriptImmediateScheduler: ScriptScheduler {
  override func run(_ action: @escaping () -> Void) { action() }

  package override func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  package override func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}
