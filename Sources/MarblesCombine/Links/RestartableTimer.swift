/// One job of a scheduler that can be postponed and cancelled, for `debounce`, `timeout` and
/// `collect`.
///
/// Touched by one thread at a time, like the operator's state. Only the job itself may run on
/// another thread, so it receives the number of the start it belongs to.
final class RestartableTimer<Context: Scheduler> {
  private let scheduler: Context
  private let options: Context.SchedulerOptions?
  private var number = 0
  private var job: (any Cancellable)?
  private(set) var isRunning = false

  init(_ scheduler: Context, _ options: Context.SchedulerOptions?) {
    self.scheduler = scheduler
    self.options = options
  }

  /// Calls the action after `interval`, unless this is started again or stopped before.
  func start(_ interval: Context.SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) {
    start(at: scheduler.now.advanced(by: interval), every: interval, action)
  }

  /// - Parameter interval: how long until it would fire again; it is stopped before that.
  func start(
    at time: Context.SchedulerTimeType, every interval: Context.SchedulerTimeType.Stride,
    _ action: @escaping (Int) -> Void
  ) {
    stop()
    isRunning = true
    let mine = number
    let new = scheduler.schedule(
      after: time, interval: interval, tolerance: scheduler.minimumTolerance, options: options
    ) { action(mine) }
    // An immediate scheduler has fired already, and that may have stopped or restarted this.
    if isCurrent(mine) { job = new } else { new.cancel() }
  }

  /// Whether a start is the latest, and was not stopped.
  func isCurrent(_ start: Int) -> Bool { start == number }

  func stop() {
    number += 1
    isRunning = false
    let old = job
    job = nil
    old?.cancel()
  }
}

/// Consecutive windows of time of one length.
///
/// There is no job for a window in which nothing happens: a silent stream costs nothing, and a run
/// in virtual time can end.
struct WindowSchedule<Time: Strideable> where Time.Stride: SchedulerTimeIntervalConvertible {
  private let length: Time.Stride
  private var start: Time

  init(from start: Time, every length: Time.Stride) {
    self.start = start
    self.length = length
  }

  /// A new window starts then, because one has ended or was full.
  mutating func restart(at time: Time) { start = time }

  /// The end of the window that contains `now`. The end of a window belongs to that window until
  /// the next one is started.
  ///
  /// - Complexity: O(log² n) for n windows in which nothing happened.
  mutating func end(at now: Time) -> Time {
    guard length > .zero else { return now }
    while start.advanced(by: length) < now {
      var step = length
      while start.advanced(by: step + step) < now, step + step > step { step += step }
      start = start.advanced(by: step)
    }
    return start.advanced(by: length)
  }
}
