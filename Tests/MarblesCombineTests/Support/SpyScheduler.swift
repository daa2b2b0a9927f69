import Marbles
import MarblesCombine

/// A scheduler that logs its jobs, and passes them to another one: `vt asked: now`,
/// `vt asked: at 11`, `vt asked: at 5 every 5`.
struct SpyScheduler: Scheduler {
  typealias SchedulerTimeType = VirtualTime
  typealias SchedulerOptions = Never

  private let base: TestScheduler
  private let log: Log

  init(_ base: TestScheduler, _ log: Log) {
    self.base = base
    self.log = log
  }

  var now: VirtualTime { base.now }
  var minimumTolerance: VirtualDuration { base.minimumTolerance }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    log.write("vt asked: now")
    base.schedule(action)
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: @escaping () -> Void
  ) {
    log.write("vt asked: at \(frames(date - .zero))")
    base.schedule(after: date, action)
  }

  func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    log.write("vt asked: at \(frames(date - .zero)) every \(frames(interval))")
    return base.schedule(after: date, interval: interval, action)
  }

  private func frames(_ duration: VirtualDuration) -> Int64 {
    duration.nanoseconds / base.frame.nanoseconds
  }
}
