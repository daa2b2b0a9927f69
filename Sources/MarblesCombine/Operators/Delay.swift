import Marbles

extension Publisher {
  /// Delivers values and completions `interval` later, on `scheduler`.
  ///
  ///     -1-2--|      delay(for: 3)
  ///     ----1-2--|
  ///
  /// Failures are delayed too. A cancel drops what has not been delivered.
  ///
  /// - Demand: requests pass at once and unchanged.
  /// - Complexity: O(1) per value; up to the whole demand may wait.
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
  /// Delivers later.
  public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let interval: Context.SchedulerTimeType.Stride
    public let tolerance: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

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

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        SchedulingSubscriber(subscriber, name: "Delay") { [self] job in
          scheduler.schedule(
            after: scheduler.now.advanced(by: interval), tolerance: tolerance, options: options,
            job)
        })
    }
  }
}

extension ScriptOperator {
  static let delay = ScriptOperator(
    "delay", family: .time, "Delivers everything later",
    signatures: [
      Signature(
        .required("for", .duration), .optional("tolerance", .duration),
        .optional("scheduler", .scheduler))
    ],
    example: "numbers.delay(for: 3)", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.delay(for: try arguments.time(0), scheduler: arguments.scheduler(2)).scripted
  }
}
