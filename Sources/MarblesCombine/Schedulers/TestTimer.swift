import Marbles

extension TestScheduler {
  /// A publisher of the virtual time, every `interval` from its connection on: what Foundation's
  /// `Timer.publish` is in real time.
  ///
  ///     connect()  ---a--b--c--   every: 3; a, b, c are the times
  ///
  /// It never ends by itself: a run with a connected timer needs an end (``run(until:)``).
  ///
  /// - Demand: a subscriber that has asked for no more loses the tick.
  public func timer(every interval: VirtualDuration) -> TimerPublisher {
    TimerPublisher(scheduler: self, interval: interval)
  }

  /// Sends the virtual time again and again while it is connected.
  ///
  /// All subscribers hear the same ticks. Connecting a connected timer gives the same connection.
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = VirtualTime
    public typealias Failure = Never

    public let scheduler: TestScheduler
    public let interval: VirtualDuration
    private let subject = PassthroughSubject<VirtualTime, Never>()
    private var connection: AnyCancellable?

    public init(scheduler: TestScheduler, interval: VirtualDuration) {
      self.scheduler = scheduler
      self.interval = interval
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == VirtualTime, S.Failure == Never {
      subject.subscribe(subscriber)
    }

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
