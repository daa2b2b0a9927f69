import Marbles
import MarblesCombine
import MarblesRx

/// A queue in virtual time, as a script names one: all of them run on the same ``TestScheduler``,
/// and differ in how long a job keeps them busy.
package class ScriptScheduler: Scheduler, ScriptObject {
  package typealias SchedulerTimeType = VirtualTime
  package typealias SchedulerOptions = Never

  package let base: TestScheduler

  package init(_ base: TestScheduler) { self.base = base }

  package var typeName: String { "Scheduler" }
  package var now: VirtualTime { base.now }
  package var minimumTolerance: VirtualDuration { .zero }

  /// Runs a job that has come now. Queues override it to let it wait.
  func run(_ action: @escaping () -> Void) { base.schedule(action) }

  /// Runs a job whose time has come. In a queue it takes its place then.
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

/// A serial queue in virtual time: each job keeps it busy for so long, and runs at the end of that.
///
/// An idle queue runs a job that long after it came; a busy one when it has done those before. So a
/// slow consumer can be shown: what waits for it is what `receive(on:)` holds.
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

/// A concurrent queue in virtual time: jobs run side by side, each as long as the next latency, and
/// so may overtake each other. After the last latency comes the first again.
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
