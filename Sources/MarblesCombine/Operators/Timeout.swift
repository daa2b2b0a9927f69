import Marbles

extension Publisher {
  /// Completes if upstream sends nothing for `interval`: with the failure that `customError`
  /// returns, or with a finish.
  ///
  ///     -1--2--------3|   timeout(5)
  ///     -1--2----|
  ///
  /// The interval starts again at the subscription, at each request and at each element. Elements
  /// and the completion are delivered on the scheduler. At the end of the interval upstream is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - interval: The longest time without an element.
  ///   - scheduler: The scheduler that measures the interval and delivers.
  ///   - options: The options for the scheduler.
  ///   - customError: Returns the failure; the stream finishes if `nil`.
  /// - Demand: Requests pass through unchanged.
  public func timeout<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
    customError: (() -> Failure)? = nil
  ) -> Publishers.Timeout<Self, S> {
    Publishers.Timeout(
      upstream: self, interval: interval, scheduler: scheduler, options: options,
      customError: customError)
  }
}

extension Publishers {
  /// A publisher that completes if its upstream is silent for an interval.
  public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are received.
    public let upstream: Upstream
    /// The length of the interval.
    public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler.
    public let scheduler: Context
    /// The options for the scheduler.
    public let options: Context.SchedulerOptions?
    /// Returns the failure at the end of the interval; the stream finishes if `nil`.
    public let customError: (() -> Failure)?

    /// Creates a publisher that ends a stream that is silent for an interval.
    public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?, customError: (() -> Failure)?
    ) {
      self.upstream = upstream
      self.interval = interval
      self.scheduler = scheduler
      self.options = options
      self.customError = customError
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(TimeoutLink(subscriber, self))
    }
  }
}

private final class TimeoutLink<Upstream: Publisher, Downstream: Subscriber, Context: Scheduler>:
  Subscriber, Subscription, RecordedSubscriber, CustomStringConvertible
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
  private let outlet: SerializedDownstream<Downstream>
  private let inlet = UpstreamSubscription()
  private let settings: Publishers.Timeout<Upstream, Context>
  private let timer: RestartableTimer<Context>

  init(_ downstream: Downstream, _ settings: Publishers.Timeout<Upstream, Context>) {
    outlet = SerializedDownstream(downstream)
    timer = RestartableTimer(settings.scheduler, settings.options)
    self.settings = settings
  }

  var recordedInput: RecordedInput? { outlet.input }
  var description: String { "Timeout" }

  func receive(subscription: any Subscription) {
    guard inlet.accept(subscription) else { return }
    outlet.run { [self] in startTimer() }
    outlet.send(subscription: self)
  }

  private func startTimer() {
    guard inlet.isOpen else { return }
    timer.start(settings.interval) { [self] fired in
      outlet.run {
        guard self.timer.isCurrent(fired) else { return }
        self.timer.stop()
        self.inlet.cancel()
        self.outlet.send(
          completion: self.settings.customError.map { .failure($0()) } ?? .finished)
      }
    }
  }

  func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    guard inlet.isOpen else { return .none }
    outlet.run { [self] in
      startTimer()
      hop { self.inlet.request(self.outlet.send(input)) }
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    guard inlet.end() else { return }
    outlet.run { [self] in
      timer.stop()
      hop { self.outlet.send(completion: completion) }
    }
  }

  private func hop(_ action: @escaping () -> Void) {
    settings.scheduler.schedule(options: settings.options) { [outlet] in outlet.run(action) }
  }

  func request(_ demand: Subscribers.Demand) {
    outlet.run { [self] in startTimer() }
    inlet.request(demand)
  }

  func cancel() {
    outlet.close { [timer] in timer.stop() }
    inlet.cancel()
  }
}
