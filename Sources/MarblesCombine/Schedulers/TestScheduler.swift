import Marbles

/// A scheduler in virtual time that records what happens.
///
/// Nothing runs until ``run(until:)``; then everything runs in the order of its time, and at one
/// instant in the order in which it was scheduled, in no real time at all. A job remembers the
/// event under which it was scheduled, so that in the recording a cause survives `delay`,
/// `debounce` and `receive(on:)`.
///
/// Not thread-safe: one thread schedules and runs.
public final class TestScheduler: Scheduler {
  /// A point in virtual time.
  public typealias SchedulerTimeType = VirtualTime
  /// There are no options.
  public typealias SchedulerOptions = Never

  /// Records what the probes of this scheduler see.
  public let recorder: Recorder
  /// The duration of one frame of a marble string.
  public let frame: VirtualDuration
  /// The delay of jobs that are scheduled for now or earlier: RxTest's rule to simulate that
  /// processing takes time. Zero elsewhere.
  package var processingDelay = VirtualDuration.zero
  let clock: VirtualClock

  /// Creates a scheduler at time zero.
  public init(frame: VirtualDuration = .frame, limits: RunLimits = RunLimits()) {
    self.frame = frame
    let recorder = Recorder()
    recorder.defaultFrame = frame
    self.recorder = recorder
    clock = VirtualClock(
      limits: limits, onAdvance: { recorder.time = $0 },
      onJob: { cause, job in
        if !recorder.isStopped { recorder.withCause(cause, job) }
      })
  }

  /// The current time.
  public var now: VirtualTime { clock.now }
  /// The smallest tolerance.
  public var minimumTolerance: VirtualDuration { .zero }

  /// The number of jobs that wait.
  public var pendingJobs: Int { clock.pendingJobs }

  /// Runs the action at the next possible time.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    clock.schedule(at: clock.now, context: recorder.cause, action)
  }

  /// Runs the action at the given time.
  public func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: consuming @escaping () -> Void
  ) {
    clock.schedule(at: date, context: recorder.cause, action)
  }

  /// Runs the action at the given time, and then after each interval, until it is cancelled.
  public func schedule(
    after date: VirtualTime, interval: VirtualDuration, tolerance: VirtualDuration,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let repeating = RepeatingJob(
      clock: clock, cause: recorder.cause, interval: max(interval, VirtualDuration(nanoseconds: 1)),
      action: action)
    repeating.schedule(at: date)
    return AnyCancellable(repeating)
  }

  /// Runs the action at a time, unless the returned cancellable is cancelled before.
  public func scheduleOnce(after date: VirtualTime, _ action: @escaping () -> Void)
    -> any Cancellable
  {
    let job = scheduleJob(at: date, action)
    return AnyCancellable { [clock] in clock.cancel(job) }
  }

  /// Runs the action at a time, unless the job is cancelled before.
  package func scheduleJob(at date: VirtualTime, _ action: @escaping () -> Void)
    -> VirtualClock.JobTicket
  {
    clock.scheduleCancellable(at: date, context: recorder.cause, action)
  }

  /// Cancels a job, unless it has run.
  package func cancel(_ job: VirtualClock.JobTicket) { clock.cancel(job) }

  /// Forgets everything that waits: what holds on to it can go.
  package func dropJobs() { clock.dropJobs() }

  /// Runs all jobs up to and including `end`.
  ///
  /// - Throws: `RunawayError` if jobs schedule others without end. The recording ends there and
  ///   records that.
  public func run(until end: VirtualTime = .distantFuture) throws {
    try work(until: end)
    recorder.setUnfinishedWork(unfinishedWork)
  }

  /// Runs all jobs before `time`, and stops there; the run can be continued.
  package func run(upTo time: VirtualTime) throws {
    try work(until: time + .nanoseconds(-1))
    advance(to: time)
  }

  /// Moves the time on without running what waits for exactly that time.
  package func advance(to time: VirtualTime) { clock.advance(to: time) }

  private func work(until end: VirtualTime) throws {
    do {
      try clock.run(until: end)
    } catch {
      recorder.stop(description(of: error))
      throw error
    }
  }

  /// "2 jobs still wait, due to A and B".
  private var unfinishedWork: String? {
    guard clock.pendingJobs > 0 else { return nil }
    let causes = clock.pendingContexts
    var names: [String] = []
    for cause in causes {
      if let name = recorder.names(ofEvent: cause).first, !names.contains(name) {
        names.append(name)
      }
    }
    let jobs = causes.count == 1 ? "1 job still waits" : "\(causes.count) jobs still wait"
    guard !names.isEmpty else { return jobs }
    let others = names.count > 3 ? ", …" : ""
    return "\(jobs), due to " + names.prefix(3).joined(separator: ", ") + others
  }

  private func description(of error: RunawayError) -> String {
    guard let name = recorder.names(ofEvent: error.context).first else {
      return error.limit.sentence
    }
    return error.limit.sentence + ", the last one due to \(name)"
  }
}

/// A job that is scheduled again each time it runs.
private final class RepeatingJob: Cancellable {
  private let clock: VirtualClock
  private let cause: Int32
  private let interval: VirtualDuration
  private var action: (() -> Void)?
  private var ticket: VirtualClock.JobTicket?

  init(
    clock: VirtualClock, cause: Int32, interval: VirtualDuration, action: @escaping () -> Void
  ) {
    self.clock = clock
    self.cause = cause
    self.interval = interval
    self.action = action
  }

  func schedule(at time: VirtualTime) {
    ticket = clock.scheduleCancellable(at: time, context: cause) { [self] in
      action?()
      if action != nil { schedule(at: time + interval) }
    }
  }

  func cancel() {
    action = nil
    if let ticket { clock.cancel(ticket) }
  }
}

// The conversions that a scheduler in virtual time needs; arithmetic is defined by the type itself.
extension VirtualDuration: SchedulerTimeIntervalConvertible {}
