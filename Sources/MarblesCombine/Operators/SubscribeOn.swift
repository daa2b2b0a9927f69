import Marbles

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

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let job = { [scheduler, options] action in scheduler.schedule(options: options, action) }
      let link = SubscribeOnLink(subscriber, job: job)
      job { [upstream] in upstream.subscribe(link) }
    }
  }
}

private final class SubscribeOnLink<Downstream: Subscriber>: Subscriber, Subscription,
  RecordedSubscriber,
  CustomStringConvertible
{
  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private let job: (@escaping () -> Void) -> Void

  init(_ downstream: Downstream, job: @escaping (@escaping () -> Void) -> Void) {
    outlet = SerializedDownstream(downstream)
    self.job = job
  }

  var lane: RecordedLane? { outlet.lane }
  var description: String { "SubscribeOn" }

  func receive(subscription: any Subscription) {
    if inlet.accept(subscription) { outlet.send(subscription: self) }
  }

  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    inlet.isOpen ? outlet.send(input) : .none
  }

  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if inlet.end() { outlet.send(completion: completion) }
  }

  func request(_ demand: Subscribers.Demand) {
    job { [inlet] in inlet.request(demand) }
  }

  func cancel() {
    if outlet.close({}) { job { [inlet] in inlet.cancel() } }
  }
}
