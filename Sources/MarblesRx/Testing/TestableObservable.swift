import Marbles
import MarblesCombine

/// An observable with a score, which notes when it is subscribed to. As RxTest's.
public class TestableObservable<Element>: Observable<Element> {
  /// The score: ticks of the clock if hot, ticks after each subscription if cold.
  public let recordedEvents: [Recorded<Event<Element>>]
  /// When it was subscribed to and left.
  public fileprivate(set) var subscriptions: [TestSubscription] = []
  fileprivate let scheduler: TestScheduler

  fileprivate init(_ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>]) {
    self.scheduler = scheduler
    recordedEvents = events
    super.init()
  }

  fileprivate func note(_ then: @escaping () -> Void) -> any Disposable {
    let index = subscriptions.count
    subscriptions.append(TestSubscription(scheduler.clock))
    return Disposables.create { [self] in
      subscriptions[index] = TestSubscription(
        subscriptions[index].subscribe, scheduler.clock)
      then()
    }
  }
}

/// Runs its score once, whoever listens.
final class HotTestObservable<Element>: TestableObservable<Element> {
  private let members = PublishSubject<Event<Element>>()

  override init(_ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>]) {
    super.init(scheduler, events)
    for event in events {
      scheduler.scheduleAt(event.time) { [members] in members.onNext(event.value) }
    }
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    // The score goes on after an end, so an end must not end what delivers it.
    let membership = members.core.subscribe(
      ClosureReceiver<Event<Element>>(lane: receiver.lane) { event in
        if let event = event.element { receiver.on(event) }
      })
    return note { membership.dispose() }
  }
}

/// Runs its score anew for each subscriber.
final class ColdTestObservable<Element>: TestableObservable<Element> {
  override init(_ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>]) {
    super.init(scheduler, events)
  }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    let isOver = BooleanDisposable()
    for event in recordedEvents {
      _ = scheduler.schedule((), at: scheduler.now + scheduler.frame * Int64(event.time)) {
        if !isOver.isDisposed { receiver.on(event.value) }
        return Disposables.create()
      }
    }
    return note { isOver.dispose() }
  }
}

/// Notes the events that it gets, with their ticks. As RxTest's.
public final class TestableObserver<Element>: ObserverType {
  public private(set) var events: [Recorded<Event<Element>>] = []
  private let scheduler: TestScheduler

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  public func on(_ event: Event<Element>) {
    events.append(Recorded(time: scheduler.clock, value: event))
  }
}
