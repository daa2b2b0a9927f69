import MarblesCombine

/// Notes the events that it gets, with their ticks. As RxTest's.
public final class TestableObserver<Element>: ObserverType {
  public private(set) var events: [Recorded<Event<Element>>] = []
  private let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  public func on(_ event: Event<Element>) {
    events.append(Recorded(time: scheduler.clock, value: event))
  }
}
