import Marbles

/// A publisher that plays a marble string in virtual time, to each subscriber from the time of its
/// subscription.
///
///     try scheduler.cold("-a-b|", values: ["a": 1, "b": 2])
///
/// Each event is a job of its frame, also in frame 0; none occurs inside the subscription.
///
/// - Demand: An element that has not been requested is dropped. The completion needs no demand.
public struct ColdMarbles<Output, Failure: Error>: Publisher {
  package enum Signal {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
  }

  private let events: [(time: VirtualTime, signal: Signal)]
  private let scheduler: TestScheduler

  package init(_ events: [(time: VirtualTime, signal: Signal)], on scheduler: TestScheduler) {
    self.events = events
    self.scheduler = scheduler
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let run = ColdRun(subscriber)
    subscriber.receive(subscription: run)
    run.start(events, on: scheduler)
  }
}

private final class ColdRun<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  typealias Signal = ColdMarbles<Downstream.Input, Downstream.Failure>.Signal

  /// `nil` after the completion.
  private var downstream: Downstream?
  private let lane: RecordedLane?
  private var demand = Subscribers.Demand.none
  private var jobs: [any Cancellable] = []

  init(_ downstream: Downstream) {
    self.downstream = downstream
    lane = downstream.recordedLane
  }

  var description: String { "ColdMarbles" }

  func start(_ events: [(time: VirtualTime, signal: Signal)], on scheduler: TestScheduler) {
    guard downstream != nil else { return }
    let start = scheduler.now
    jobs = events.map { event in
      scheduler.scheduleOnce(after: start + (event.time - .zero)) { [self] in
        deliver(event.signal)
      }
    }
  }

  private func deliver(_ signal: Signal) {
    guard let downstream else { return }
    switch signal {
    case .value(let value):
      guard demand > .none else {
        lane?.dropped(value, .noDemand)
        return
      }
      demand -= 1
      demand += downstream.receive(value)
    case .end(let completion):
      cancel()
      downstream.receive(completion: completion)
    }
  }

  func request(_ demand: Subscribers.Demand) { self.demand += demand }

  func cancel() {
    downstream = nil
    let old = jobs
    jobs = []
    for job in old { job.cancel() }
  }
}
