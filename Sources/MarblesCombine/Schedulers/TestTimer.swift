import Marbles

extension TestScheduler {
  /// Returns a publisher of the virtual time, once per `interval` after its connection, like
  /// Foundation's `Timer.publish` in real time.
  ///
  ///     connect()  ---a--b--c--   every: 3; a, b, c are the times
  ///
  /// It does not complete by itself: a run with a connected timer needs an end (``run(until:)``).
  ///
  /// - Demand: A tick that a subscriber has not requested is dropped for it.
  public func timer(every interval: VirtualDuration) -> TimerPublisher {
    TimerPublisher(scheduler: self, interval: interval)
  }

  /// A publisher that sends the virtual time periodically while it is connected.
  ///
  /// All subscribers receive the same ticks. Connecting a connected timer returns the same
  /// connection.
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = VirtualTime
    public typealias Failure = Never

    /// The scheduler of the timer.
    public let scheduler: TestScheduler
    /// The time between two elements.
    public let interval: VirtualDuration
    private let subject = PassthroughSubject<VirtualTime, Never>()
    private var connection: AnyCancellable?

    /// Creates a timer on the given scheduler.
    public init(scheduler: TestScheduler, interval: VirtualDuration) {
      self.scheduler = scheduler
      self.interval = interval
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == VirtualTime, S.Failure == Never {
      subject.subscribe(subscriber)
    }

    /// Starts the work. Cancelling or releasing the result stops it.
    public func connect() -> any Cancellable {
      if let connection { return connection }
      let timer = scheduler.schedule(
        after: scheduler.now + interval, interval: interval
      ) { [subject, scheduler] in subject.send(scheduler.now) }
      let new = AnyCancellable { [weak self] in
        self?.connection = nil
        timer.cancel()
      }
      connection = new
      return new
    }
  }
}
