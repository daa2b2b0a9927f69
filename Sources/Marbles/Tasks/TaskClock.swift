/// A clock in virtual time that also executes the tasks that use it: a recording of `async` code is
/// the same in each run and takes no real time.
///
///     let clock = TaskClock()
///     let (ticks, feed) = clock.recorder.makeStream("ticks", of: Int.self)
///     clock.task { for await tick in ticks.recorded("A", by: clock.recorder) { … } }
///     clock.task {
///       try await clock.sleep(for: .milliseconds(3))
///       feed.yield(1)
///     }
///     try clock.run()
///
/// Tasks run one at a time, in ``run(until:)``, on the thread that calls it, and at one instant
/// in the order in which they became ready. Child tasks stay on the clock; an unstructured
/// `Task { }` does not, nor does what belongs to the main actor: start tasks with ``task(_:)``.
///
/// The events of a task after it has received a value are caused by that value, also after a sleep.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public final class TaskClock: Clock, TaskExecutor {
  /// A point in the time of the clock.
  public struct Instant: InstantProtocol {
    /// The virtual time.
    public var time: VirtualTime

    /// Creates an instant.
    public init(_ time: VirtualTime) { self.time = time }

    /// The instant after a duration.
    public func advanced(by duration: Duration) -> Self {
      Instant(time + VirtualDuration(duration))
    }

    /// The duration until another instant.
    public func duration(to other: Self) -> Duration {
      .nanoseconds((other.time - time).nanoseconds)
    }

    public static func < (a: Self, b: Self) -> Bool { a.time < b.time }
  }

  private enum Work {
    case job(UnownedJob)
    case wake(sleep: Int)
  }

  private typealias Queue = EventQueue<(work: Work, cause: Int32)>

  private enum Sleep {
    case asleep(CheckedContinuation<Void, any Error>, Queue.Ticket)
    /// Cancelled before its start.
    case cancelled
  }

  private struct State {
    var queue = Queue()
    var now = VirtualTime.zero
    var sleeps: [Int: Sleep] = [:]
    var lastSleep = 0
    var jobs = 0
    var jobsAtNow = 0
  }

  /// The recorder of the probes of this clock.
  public let recorder = Recorder(followsTasks: true)
  private let limits: RunLimits
  private let state = Locked(State())

  /// Creates a clock that starts at zero.
  public init(limits: RunLimits = RunLimits()) { self.limits = limits }

  public var now: Instant { Instant(state.withLock { $0.now }) }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Creates a task that runs on this clock; it starts when the clock runs.
  @discardableResult
  public func task<Success: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Success
  ) -> Task<Success, any Error> {
    Task(executorPreference: self, operation: operation)
  }

  /// Adds a job of a task to the queue of the clock.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let cause = recorder.cause
    state.withLock { $0.queue.insert((.job(job), cause), at: $0.now) }
  }

  /// Runs all tasks until none is ready or asleep, or up to and including `end`.
  ///
  /// - Throws: ``RunawayError`` if a limit is exceeded; the recording then ends with that reason.
  public func run(until end: VirtualTime = .distantFuture) throws(RunawayError) {
    let stop = min(end, limits.horizon)
    do {
      while let (work, cause) = try next(notAfter: stop) {
        recorder.withCause(cause) { perform(work) }
      }
    } catch {
      recorder.stop(error.limit.sentence)
      throw error
    }
    if stop != .distantFuture { advance(to: stop) }
    let waiting = state.withLock { $0.queue.count }
    let jobs = waiting == 1 ? "1 job still waits" : "\(waiting) jobs still wait"
    recorder.setUnfinishedWork(waiting > 0 ? jobs : nil)
  }

  private func perform(_ work: Work) {
    switch work {
    case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    case .wake(let number):
      let sleep = state.withLock { $0.sleeps.removeValue(forKey: number) }
      if case .asleep(let sleeper, _) = sleep { sleeper.resume() }
    }
  }

  private func advance(to time: VirtualTime) {
    state.withLock { $0.now = max($0.now, time) }
    recorder.time = time
  }

  /// Removes and counts the next job.
  private func next(notAfter stop: VirtualTime) throws(RunawayError) -> (Work, Int32)? {
    let found = try state.withLock { state throws(RunawayError) -> (VirtualTime, Work, Int32)? in
      guard let (time, job) = state.queue.popFirst(notAfter: stop) else { return nil }
      state.jobsAtNow = time > state.now ? 1 : state.jobsAtNow + 1
      state.jobs += 1
      state.now = max(state.now, time)
      var limit: RunawayError.Limit?
      if state.jobsAtNow > limits.jobsPerInstant { limit = .jobsPerInstant(limits.jobsPerInstant) }
      if state.jobs > limits.jobs { limit = .jobs(limits.jobs) }
      if let limit { throw RunawayError(limit: limit, time: state.now, context: job.cause) }
      return (state.now, job.work, job.cause)
    }
    guard let (time, work, cause) = found else { return nil }
    recorder.time = time
    return (work, cause)
  }

  // MARK: Sleeping

  /// Suspends the task until the deadline.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.lastSleep += 1
      return state.lastSleep
    }
    let cause = recorder.cause
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleeper in
        let isCancelled = state.withLock { state in
          guard state.sleeps[number] == nil else { return true }
          let ticket = state.queue.insertCancellable(
            (.wake(sleep: number), cause), at: max(deadline.time, state.now))
          state.sleeps[number] = .asleep(sleeper, ticket)
          return false
        }
        if isCancelled { sleeper.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      interrupt(number)
    }
  }

  private func interrupt(_ number: Int) {
    let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard case .asleep(let sleeper, let ticket) = state.sleeps[number] else {
        state.sleeps[number] = .cancelled
        return nil
      }
      state.queue.cancel(ticket)
      state.sleeps[number] = nil
      return sleeper
    }
    sleeper?.resume(throwing: CancellationError())
  }
}

extension VirtualDuration {
  /// Rounded down to whole nanoseconds; saturates at the ends of the range.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
  }
}
