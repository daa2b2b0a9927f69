import Marbles
import MarblesCombine

/// An observable that sends given events and records its subscriptions.
///
/// A direct subscription is not disposed at the end of the stream. A subscription through an
/// operator or `asObservable()` is.
public class TestableObservable<Element>: ObservableType {
  /// The type of the elements that the observable publishes.
  public typealias Output = Element
  /// The failure type of observables.
  public typealias Failure = any Error

  /// The events: with ticks of the clock if it is hot, with ticks after each subscription if it is
  /// cold.
  public let recordedEvents: [Recorded<Event<Element>>]
  /// The times of all subscriptions and disposals.
  public fileprivate(set) var subscriptions: [Subscription] = []
  fileprivate let scheduler: TestScheduler

  fileprivate init(_ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>]) {
    self.scheduler = scheduler
    recordedEvents = events
  }

  /// Subscribes an observer.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    let disposable = start(.wrapping(observer))
    let index = subscriptions.count
    subscriptions.append(Subscription(scheduler.clock))
    return Disposables.create { [self] in
      subscriptions[index] = Subscription(subscriptions[index].subscribe, scheduler.clock)
      disposable.dispose()
    }
  }

  fileprivate func start(_ receiver: Receiver<Element>) -> any Disposable { Disposables.create() }
}

/// An observable that sends its events once.
final class HotTestObservable<Element>: TestableObservable<Element> {
  private let members = PublishSubject<Event<Element>>()

  override init(_ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>]) {
    super.init(scheduler, events)
    for event in events {
      scheduler.scheduleAt(event.time) { [members] in members.onNext(event.value) }
    }
  }

  // Events can follow an end, so an end is sent as an element of the subject.
  override func start(_ receiver: Receiver<Element>) -> any Disposable {
    members.core.subscribe(
      Receiver<Event<Element>>(input: receiver.recordedInput) { event in
        if let event = event.element { receiver.on(event) }
      })
  }
}

/// An observable that sends its events to each observer.
final class ColdTestObservable<Element>: TestableObservable<Element> {
  override init(_ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>]) {
    super.init(scheduler, events)
  }

  override func start(_ receiver: Receiver<Element>) -> any Disposable {
    let isOver = BooleanDisposable()
    for event in recordedEvents {
      _ = scheduler.scheduleRelativeVirtual((), dueTime: event.time) {
        if !isOver.isDisposed { receiver.on(event.value) }
        return Disposables.create()
      }
    }
    return isOver
  }
}

/// An observer that records the events that it receives, with their times.
public final class TestableObserver<Element>: ObserverType {
  /// The received events.
  public private(set) var events: [Recorded<Event<Element>>] = []
  private let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  /// Records an event.
  public func on(_ event: Event<Element>) {
    events.append(Recorded(time: scheduler.clock, value: event))
  }
}
