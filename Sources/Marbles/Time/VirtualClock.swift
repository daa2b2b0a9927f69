/// What a run of the clock may not pass.
public struct RunLimits: Hashable, Sendable {
  /// No job later than this runs. Jobs that wait beyond it are not an error: they are left.
  public var horizon: VirtualTime
  /// How many jobs may run at one instant.
  public var jobsPerInstant: Int
  /// How many jobs may run in all.
  public var jobs: Int

  public init(
    horizon: VirtualTime = .distantFuture, jobsPerInstant: Int = 100_000, jobs: Int = 1_000_000
  ) {
    self.horizon = horizon
    self.jobsPerInstant = jobsPerInstant
    self.jobs = jobs
  }
}

/// A run went past a limit: something keeps scheduling work.
public struct RunawayError: Error, Hashable, Sendable {
  public enum Limit: Hashable, Sendable {
    case jobsPerInstant(Int)
    case jobs(Int)

    /// "more than 100000 jobs at one instant".
    package var sentence: String {
      switch self {
      case .jobsPerInstant(let limit): "more than \(limit) jobs at one instant"
      case .jobs(let limit): "more than \(limit) jobs in all"
      }
    }
  }

  public let limit: Limit
  public let time: VirtualTime
  /// The context (for a recorded run: the event) under which the last job was scheduled.
  public let context: Int32
}

/// Runs jobs in virtual time: earliest first, and at one instant in the order in which they were
/// scheduled.
///
/// Single-threaded and deterministic. A job that is scheduled for the past runs now, after what is
/// already waiting for now. Each job carries a `context`, an opaque number that is current while
/// it runs: the recorder keeps there which event a job is due to.
package final class VirtualClock {
  fileprivate struct Job {
    let action: () -> Void
    let context: Int32
  }

  // Accesses do not overlap: a job runs between two calls of the queue, not in them. (A computed
  // property, because another module would check the stored one nevertheless.)
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
  ///   - onJob: called for each job, with its context; runs it.
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
  /// The contexts of the jobs that wait, in no particular but a fixed order. O(jobs).
  package var pendingContexts: [Int32] { queue.waiting.map(\.context) }

  package func schedule(
    at time: VirtualTime, context: Int32 = -1, _ action: consuming @escaping () -> Void
  ) {
    queue.insert(Job(action: action, context: context), at: max(time, now))
  }

  /// As ``schedule(at:context:_:)``, of a job that may be cancelled.
  package func scheduleCancellable(
    at time: VirtualTime, context: Int32 = -1, _ action: @escaping () -> Void
  ) -> JobTicket {
    JobTicket(
      ticket: queue.insertCancellable(Job(action: action, context: context), at: max(time, now)))
  }

  /// Names a scheduled job; stale once the job has run.
  package struct JobTicket: Hashable, Sendable {
    fileprivate let ticket: EventQueue<Job>.Ticket
  }

  /// Forgets everything that waits.
  package func dropJobs() { while queue.popFirst(notAfter: .distantFuture) != nil {} }

  package func cancel(_ ticket: JobTicket) { queue.cancel(ticket.ticket) }

  /// Runs everything up to and including `end` (and never past the horizon), then stands at `end`.
  ///
  /// - Throws: `RunawayError` if a limit is passed; the clock then stands where it stopped.
  package func run(until end: VirtualTime = .distantFuture) throws(RunawayError) {
    let stop = min(end, limits.horizon)
    while let (time, job) = queue.popFirst(notAfter: stop) {
      if time > now { advance(to: time) }
      try count(job)
      onJob(job.context, job.action)
    }
    if stop != .distantFuture { advance(to: stop) }
  }

  /// Moves the time on; what waits for exactly that time does not run yet.
  ///
  /// - Precondition: everything that was due earlier has run.
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
