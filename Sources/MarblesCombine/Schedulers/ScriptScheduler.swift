import Marbles

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
