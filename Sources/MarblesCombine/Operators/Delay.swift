import Marbles

extension Publisher {
  /// Delivers elements and the completion after `interval`, on the given scheduler.
  ///
  ///     -1-2--|      delay(for: 3)
  ///     ----1-2--|
  ///
  /// Failures are delayed too. A cancel drops everything
  /// that has not been delivered, also after upstream's completion. (Combine delivers it then.)
  ///
  /// - Parameters:
  ///   - interval: The delay.
  ///   - tolerance: The tolerance of the scheduled jobs; the scheduler's smallest if `nil`.
  ///   - scheduler: The scheduler that delivers.
  ///   - options: The options for the scheduler.
  /// - Demand: Requests pass through at once and unchanged.
  /// - Complexity: O(1) per element; as many elements can wait as were requested.
  public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil,
    scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
      scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that delivers elements and the completion after an interval.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The length of the interval.
    public let interval: Context.SchedulerTimeType.Stride
    /// The tolerance of the scheduled jobs.
    public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler.
    public let scheduler: Context
    /// The options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates a publisher that delivers elements and the completion after an interval.
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride,
      tolerance: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        SchedulingSubscriber(
          subscriber, name: "Delay", scheduler, options: options,
          delay: SchedulingSubscriber<S, Context>.Delay(interval, tolerance)))
    }
  }
}
