import MarblesCombine
import MarblesRx

/// A run on a scheduler with RxTest's conventions, and what came out of it.
struct TimedRun<Element> {
  let scheduler: TestScheduler
  let source: TestableObservable<Element>

  init(
    _ events: [Recorded<Event<Element>>], simulateProcessingDelay: Bool = true,
    resolution: Double = 1
  ) {
    scheduler = TestScheduler(
      initialClock: 0, resolution: resolution, simulateProcessingDelay: simulateProcessingDelay)
    source = scheduler.createHotObservable(events)
  }

  /// The events that a pipeline delivered, and the time of its subscription to the source:
  /// "next(1)@210 completed@220, source [200..220]".
  func result<Output>(_ pipeline: @escaping (Observable<Element>) -> Observable<Output>) -> String {
    let observer = scheduler.start { pipeline(source.map { $0 }) }
    return "\(text(of: observer)), source \(text(of: source))"
  }

  func text<Output>(of observer: TestableObserver<Output>) -> String {
    observer.events.map { "\($0.value)@\($0.time)" }.joined(separator: " ")
  }

  func text<Output>(of source: TestableObservable<Output>) -> String {
    source.subscriptions.map { "[\($0.subscribe)..\($0.unsubscribe)]" }.joined(separator: " ")
  }
}
