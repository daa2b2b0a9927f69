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
  public typealias SchedulerTimeType = VirtualTime
  public typealias SchedulerOptions = Never

  /// Records what the probes of this scheduler see.
  public let recorder: Recorder
  /// How long one frame of a marble string lasts.
  public let frame: VirtualDuration
  /// What is scheduled for now or earlier runs that much later: RxTest's rule, by which it
  /// simulates that processing takes time. Zero elsewhere.
  package var processingDelay = VirtualDuration.zero
  let clock: VirtualClock

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

  public var now: VirtualTime { clock.now }
  public var minimumTolerance: VirtualDuration { .zero }

  /// How many jobs wait.
  public var pendingJobs: Int { clock.pendingJobs }

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    clock.schedule(at: clock.now, context: recorder.cause, action)
  }

  public func schedule(
    after date: VirtualTime, tolerance: VirtualDuration, options: Never?,
    _ action: consuming @escaping () -> Void
  ) {
    clock.schedule(at: date, context: recorder.cause, action)
  }

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
    let ticket = clock.scheduleCancellable(at: date, context: recorder.cause, action)
    return AnyCancellable { [clock] in clock.cancel(ticket) }
  }

  /// Forgets everything that waits: what holds on to it can go.
  package func dropJobs() { clock.dropJobs() }

  /// Runs everything that is due up to and including `end`.
  ///
  /// - Throws: `RunawayError` if something keeps scheduling work; the recording then ends there
  ///   and says so.
  public func run(until end: VirtualTime = .distantFuture) throws {
    try work(until: end)
    recorder.setUnfinishedWork(unfinishedWork)
  }

  /// Runs everything that is due before `time`, and then stands there, in a run that goes on.
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
      if let name = recorder.name(ofEvent: cause), !names.contains(name) { names.append(name) }
    }
    let jobs = causes.count == 1 ? "1 job still waits" : "\(causes.count) jobs still wait"
    guard !names.isEmpty else { return jobs }
    let others = names.count > 3 ? ", …" : ""
    return "\(jobs), due to " + names.prefix(3).joined(separator: ", ") + others
  }

  private func description(of error: RunawayError) -> String {
    let culprit = recorder.name(ofEvent: error.context).map { ", the last one due to \($0)" } ?? ""
    return error.limit.sentence + culprit
  }
}

/// A job that takes its place in the queue anew at each firing.
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

// What a scheduler in virtual time needs of its time; the arithmetic is the time's own.
extension VirtualDuration: SchedulerTimeIntervalConvertible {}
