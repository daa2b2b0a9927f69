import Marbles

extension Publisher {
  /// Delivers values and completions on `scheduler`.
  ///
  ///     -1-2-3--|   receive(on: a queue that takes 3 frames for each)
  ///     ----1--2--3--|
  ///
  /// Each signal is a job of its own, so the order is the scheduler's: a serial queue keeps it. A
  /// failure waits its turn as the values do. A cancel drops what has not been delivered.
  ///
  /// - Demand: requests pass at once and unchanged, so up to the whole demand may wait in the
  ///   scheduler: with unlimited demand, without bound.
  public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Delivers on a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let scheduler: Context
    public let options: Context.SchedulerOptions?

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

extension ScriptOperator {
  static let receiveOn = ScriptOperator(
    "receive", family: .time, "Delivers values and completions on a scheduler",
    signatures: [Signature(.required("on", .scheduler))],
    example: "numbers.receive(on: Queue(every: 3))", shape: { _ in .memory(detail: "") }
  ) { upstream, arguments, _ in
    upstream.publisher.receive(on: arguments.scheduler(0)).scripted
  }
}
