/// The limits of a run.
public struct RunLimits: Hashable, Sendable {
  /// The time of the last jobs that run. Later jobs stay scheduled, which is not an error.
  public var horizon: VirtualTime
  /// The maximum number of jobs at one instant.
  public var jobsPerInstant: Int
  /// The maximum number of jobs of a run.
  public var jobs: Int

  /// Creates limits.
  public init(
    horizon: VirtualTime = .distantFuture, jobsPerInstant: Int = 100_000, jobs: Int = 1_000_000
  ) {
    self.horizon = horizon
    self.jobsPerInstant = jobsPerInstant
    self.jobs = jobs
  }
}

/// The error of a run that exceeds a limit because work is scheduled without end.
public struct RunawayError: Error, Hashable, Sendable {
  /// The limit that was exceeded.
  public enum Limit: Hashable, Sendable {
    /// The number of jobs at one time.
    case jobsPerInstant(Int)
    /// The number of jobs in all.
    case jobs(Int)

    /// "more than 100000 jobs at one instant".
    package var sentence: String {
      switch self {
      case .jobsPerInstant(let limit): "more than \(limit) jobs at one instant"
      case .jobs(let limit): "more than \(limit) jobs in all"
      }
    }
  }

  /// The limit that was exceeded.
  public let limit: Limit
  /// The time at which the run stopped.
  public let time: VirtualTime
  /// The context of the last job: in a recorded run, the event during which it was scheduled.
  public let context: Int32
}

/// Runs jobs in virtual time: earliest first, and at one instant in the order in which they were
/// scheduled.
///
/// Single-threaded and deterministic. A job that is scheduled for the past runs at the current
/// time, after the jobs already scheduled for it. Each job has a `context`, an opaque number that
/// is current while it runs: the recorder uses it for the event that caused the job.
package final class VirtualClock {
  fileprivate struct Job {
    let action: () -> Void
    let context: Int32
  }

  // Accesses do not overlap: a job runs between two calls of the queue. (`now` is computed, because
  // another module checks the exclusivity of a stored property in any case.)
  @exclusivity(unchecked) private var time: VirtualTime
  package var now: VirtualTime { time }
  package var limits: RunLimits
  private let onAdvance: (VirtualTime) -> Void
  private let onJob: (_ context: Int32, _ job: () -> Void) -> Void

  private let queue = EventQueue<Job>()
  @exclusivity(unchecked) private var jobsRun = 0
  @exclusivity(unchecked) private var jobsAtNow = 0

  /// - Parameters:
  ///   - onAdvance: called with the new time whenever the time changes.
  ///   - onJob: called for each job with its context; it must run the job.
  package init(
    limits: RunLimits = RunLimits(), start: VirtualTime = .zero,
    onAdvance: @escaping (VirtualTime) -> Void = { _ in },
    onJob: @escaping (_ context: Int32, _ job: () -> Void) -> Void = { _, job in job() }
  ) {
    self.limits = limits
    self.onAdvance = onAdvance
    self.onJob = onJob
    time = start
  }

  package var pendingJobs: Int { queue.count }
  /// The contexts of the scheduled jobs, in a deterministic order.
  ///
  /// - Complexity: O(n) in the number of jobs.
  package var pendingContexts: [Int32] { queue.waiting.map(\.context) }

  package func schedule(
    at time: VirtualTime, context: Int32 = -1, _ action: consuming @escaping () -> Void
  ) {
    queue.insert(Job(action: action, context: context), at: max(time, now))
  }

  /// Like ``schedule(at:context:_:)``, for a job that can be cancelled.
  package func scheduleCancellable(
    at time: VirtualTime, context: Int32 = -1, _ action: @escaping () -> Void
  ) -> JobTicket {
    JobTicket(
      ticket: queue.insertCancellable(Job(action: action, context: context), at: max(time, now)))
  }

  /// Identifies a scheduled job until it has run.
  package struct JobTicket: Hashable, Sendable {
    fileprivate let ticket: EventQueue<Job>.Ticket
  }

  /// Removes all scheduled jobs.
  package func dropJobs() { while queue.popFirst(notAfter: .distantFuture) != nil {} }

  package func cancel(_ ticket: JobTicket) { queue.cancel(ticket.ticket) }

  /// Runs all jobs up to and including `end`, but not beyond the horizon, and sets the time to
  /// `end`.
  ///
  /// - Throws: `RunawayError` if a limit is exceeded; the time is then that of the last job.
  package func run(until end: VirtualTime = .distantFuture) throws(RunawayError) {
    let stop = min(end, limits.horizon)
    while let (time, job) = queue.popFirst(notAfter: stop) {
      if time > now { advance(to: time) }
      try count(job)
      onJob(job.context, job.action)
    }
    if stop != .distantFuture { advance(to: stop) }
  }

  /// Sets the time without running the jobs of that time.
  ///
  /// - Precondition: all earlier jobs have run.
  package func advance(to time: VirtualTime) {
    guard time > now else { return }
    self.time = time
    jobsAtNow = 0
    onAdvance(time)
  }

  private func count(_ job: Job) throws(RunawayError) {
    jobsRun += 1
    jobsAtNow += 1
    if jobsAtNow > limits.jobsPerInstant {
      throw RunawayError(
        limit: .jobsPerInstant(limits.jobsPerInstant), time: now, context: job.context)
    }
    if jobsRun > limits.jobs {
      throw RunawayError(limit: .jobs(limits.jobs), time: now, context: job.context)
    }
  }
}
