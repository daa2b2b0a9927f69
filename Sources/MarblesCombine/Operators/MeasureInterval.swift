import Marbles

extension Publisher {
  /// Publishes the time between an element and the previous one, or the subscription.
  ///
  ///     -1--2-3-|   measureInterval(using: scheduler)
  ///     -a--b-c-|   a = 1, b = 3, c = 2
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler whose time is measured.
  ///   - options: Has no effect: nothing is scheduled. Combine has it too.
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func measureInterval<S: Scheduler>(using scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.MeasureInterval<Self, S>
  {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// A publisher that publishes the time between elements.
  public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The scheduler.
    public let scheduler: Context

    /// Creates a publisher that publishes the time between elements.
    @inlinable
    public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      self.scheduler = scheduler
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let last = StepState<Context.SchedulerTimeType?>(nil)
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Failure, S>(
          subscriber, name: "MeasureInterval",
          onSubscription: { [scheduler] in last.value = scheduler.now }
        ) { [scheduler] _ in
          let now = scheduler.now
          let previous = last.value ?? now
          last.value = now
          return .pass(previous.distance(to: now))
        })
    }
  }
}
