import Marbles

/// A queue in virtual time, as a script names one: all of them run on the same ``TestScheduler``,
/// and differ in how long a job keeps them busy.
package class AnyTestScheduler: Scheduler, ScriptObject {
  package typealias SchedulerTimeType = VirtualTime
  package typealias SchedulerOptions = Never

  package let base: TestScheduler

  package init(_ base: TestScheduler) { self.base = base }

  package var typeName: String { "Scheduler" }
  package var now: VirtualTime { base.now }
  package var minimumTolerance: VirtualDuration { .zero }

  package func schedule(options: Never?, _ action: @escaping () -> Void) {
    base.schedule(options: options, action)
  }

  package func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  package func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(
      after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
