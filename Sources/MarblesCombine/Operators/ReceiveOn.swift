import Marbles

extension Publisher {
  /// Delivers elements and the completion on the given scheduler.
  ///
  ///     -1-2-3--|   receive(on: a queue that takes 3 frames for each)
  ///     ----1--2--3--|
  ///
  /// Each signal is a job of its own, so the scheduler determines their order: a serial queue
  /// preserves it. A failure waits like an element. A cancel drops everything that has not been
  /// delivered, also after upstream's completion. (Combine delivers it then.)
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler that delivers.
  ///   - options: The options for the scheduler.
  /// - Demand: Requests pass through at once and unchanged. As many elements can wait in the
  ///   scheduler as were requested; with unlimited demand, without bound.
  public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers elements and the completion on a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The scheduler.
    public let scheduler: Context
    /// The options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates a publisher that delivers elements and the completion on a scheduler.
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        SchedulingSubscriber(subscriber, name: "ReceiveOn") { [scheduler, options] job in
          scheduler.schedule(options: options, job)
        })
    }
  }
}
