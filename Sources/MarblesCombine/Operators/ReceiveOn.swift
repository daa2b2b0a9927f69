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

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        SchedulingSubscriber(subscriber, name: "ReceiveOn", scheduler, options: options))
    }
  }
}

extension Publisher {
  /// Subscribes to upstream, requests and cancels on the given scheduler. Elements arrive where
  /// upstream sends them.
  ///
  /// A cancel takes effect for downstream at once, and for upstream when its job runs.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler.
  ///   - options: The options for the scheduler.
  /// - Demand: Requests pass through unchanged, each as a job of its own.
  public func subscribe<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.SubscribeOn<Self, S>
  {
    Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Subscribes on a scheduler.
  public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The scheduler.
    public let scheduler: Context
    /// The options for the scheduler.
    public let options: Context.SchedulerOptions?

    /// Creates a publisher that subscribes, requests and cancels on a scheduler.
    public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let job = { [scheduler, options] action in scheduler.schedule(options: options, action) }
      let link = SubscribeOnLink(subscriber, job: job)
      job { [upstream] in upstream.subscribe(link) }
    }
  }
}

@usableFromInline
final class SubscribeOnLink<Downstream: Subscriber>: Subscriber, RecordedSubscriber,
  CustomStringConvertible
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private let job: (@escaping () -> Void) -> Void
  /// Whether elements may arrive; touched by upstream's signals only.
  @usableFromInline @exclusivity(unchecked) var isOpen = false

  @usableFromInline
  init(_ downstream: Downstream, job: @escaping (@escaping () -> Void) -> Void) {
    outlet = SerializedDownstream(downstream)
    self.job = job
  }

  @usableFromInline var recordedInput: RecordedInput? { outlet.input }
  @usableFromInline var description: String { "SubscribeOn" }

  @usableFromInline
  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    isOpen = true
    let own = SourceSubscription("SubscribeOn")
    own.start(
      request: { [job, inlet] demand in job { inlet.request(demand) } },
      cancel: { [job, inlet, outlet] in if outlet.close({}) { job { inlet.cancel() } } })
    outlet.send(subscription: own)
  }

  @inlinable
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    isOpen ? outlet.send(input) : .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    isOpen = false
    if inlet.end() { outlet.send(completion: completion) }
  }
}
