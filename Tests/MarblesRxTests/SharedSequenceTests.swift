import MarblesRx
import Testing

/// Drivers and signals in virtual time. The expected values of the delivery were printed by RxSwift.
@Suite("Drivers and signals")
struct SharedSequenceTests {
  private let scheduler = TestScheduler(initialClock: 0)

  /// The events of a driver or signal that is created while the schedulers are mocked.
  private func events<Strategy, Element>(
    _ create: @escaping () -> SharedSequence<Strategy, Element>
  ) -> [Recorded<Event<Element>>] {
    var events: [Recorded<Event<Element>>] = []
    SharingScheduler.mock(scheduler: scheduler) {
      events = scheduler.start { create() }.events
    }
    return events
  }

  @Test("mock lets drivers deliver on the given scheduler")
  func mockLetsDriversDeliverOnTheGivenScheduler() {
    let relay = BehaviorRelay(value: 1)
    scheduler.scheduleAt(300) { relay.accept(2) }
    #expect(events { relay.asDriver() } == [.next(201, 1), .next(301, 2)])
  }

  @Test("mock ends with its action")
  func mockEndsWithItsAction() {
    SharingScheduler.mock(scheduler: scheduler) {
      #expect(SharingScheduler.make() is TestScheduler)
    }
    #expect(SharingScheduler.make() is MainScheduler)
  }

  @Test("each driver has a scheduler of its own")
  func eachDriverHasASchedulerOfItsOwn() {
    var made = 0
    SharingScheduler.mock(makeScheduler: {
      made += 1
      return MainScheduler()
    }) {
      _ = BehaviorRelay(value: 1).asDriver()
      _ = PublishRelay<Int>().asSignal()
    }
    #expect(made == 2)
  }

  /// RxCocoa's `SharedSequence.just` and `empty` are `Observable.just(element)` and
  /// `Observable.empty()` with `subscribe(on: SharingStrategy.scheduler)`: one action of the scheduler
  /// sends all events. `of` and `from` are `Observable.from(_:scheduler:)` on this scheduler: each
  /// event is an action of its own, except the completion of an optional without a value.
  @Test(
    "sources emit on the scheduler of the strategy",
    arguments: [
      Source("just", [.next(201, 1), .completed(201)]) { .just(1) },
      Source("empty", [.completed(201)]) { .empty() },
      Source("never", []) { .never() },
      Source("of", [.next(201, 1), .next(202, 2), .completed(203)]) { .of(1, 2) },
      Source("from an array", [.next(201, 1), .next(202, 2), .completed(203)]) { .from([1, 2]) },
      Source("from a sequence", [.next(201, 1), .next(202, 2), .completed(203)]) { .from(1...2) },
      Source("from a value", [.next(201, 7), .completed(202)]) { .from(optional: 7) },
      Source("from nil", [.completed(201)]) { .from(optional: nil) },
      Source("deferred", [.next(201, 1), .completed(201)]) { .deferred { .just(1) } },
      Source("an infallible", [.next(201, 1), .completed(202)]) {
        Infallible.just(1).asDriver()
      },
      Source("an error that is replaced", [.next(201, 3), .completed(201)]) {
        Observable.error(Boom()).asDriver(onErrorJustReturn: 3)
      },
      Source("an error that is followed by a driver", [.next(202, 3), .completed(202)]) {
        Observable.error(Boom()).asDriver(onErrorDriveWith: .just(3))
      },
    ]) func sourcesEmitOnTheSchedulerOfTheStrategy(source: Source)
  {
    #expect(events(source.driver) == source.events)
  }

  struct Source: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let events: [Recorded<Event<Int>>]
    let driver: @Sendable () -> Driver<Int>

    init(
      _ name: String, _ events: [Recorded<Event<Int>>],
      _ driver: @escaping @Sendable () -> Driver<Int>
    ) {
      (testDescription, self.events, self.driver) = (name, events, driver)
    }
  }

  @Test("interval and timer use the scheduler of the strategy")
  func intervalAndTimerUseTheSchedulerOfTheStrategy() {
    let ticks = events { Driver<Int>.timer(.seconds(100), period: .seconds(300)) }
    #expect(ticks == [.next(300, 0), .next(600, 1), .next(900, 2)])
    let other = SharedSequenceTests()
    #expect(other.events { Signal<Int>.interval(.seconds(400)) } == [.next(600, 0)])
  }

  @Test("flatMapLatest of a driver to a signal is a signal")
  func flatMapLatestOfADriverToASignalIsASignal() {
    let relay = PublishRelay<String>()
    let signals: () -> Signal<String> = {
      Driver.just(1).flatMapLatest { number in relay.asSignal().map { "\(number)\($0)" } }
    }
    scheduler.scheduleAt(300) { relay.accept("a") }
    #expect(events(signals) == [.next(301, "1a")])
  }

  @Test("merge, switchLatest and concat of sequences")
  func mergeSwitchLatestAndConcatOfSequences() {
    // Each `just` emits one tick after its subscription.
    #expect(
      events { Driver.of(1, 2).map { Driver.just($0 * 10) }.merge() }
        == [.next(202, 10), .next(203, 20), .completed(203)])
    #expect(
      SharedSequenceTests().events { Driver.just(1).map { Driver.just($0) }.switchLatest() }
        == [.next(202, 1), .completed(202)])
    #expect(
      SharedSequenceTests().events { Driver.concat([.just(1), .just(2)]) }
        == [.next(201, 1), .next(202, 2), .completed(202)])
    #expect(
      SharedSequenceTests().events { Driver.merge([.just(1), .just(2)]) }
        == [.next(201, 1), .next(201, 2), .completed(201)])
  }

  @Test("concat iterates its sequence lazily")
  func concatIteratesItsSequenceLazily() {
    var made = 0
    let endless = sequence(state: ()) { _ -> Driver<Int>? in
      made += 1
      return .just(made)
    }
    let taken = events {
      Driver.concat(endless).asObservable().take(2).asDriver(onErrorJustReturn: 0)
    }
    #expect(taken.count == 3)
    #expect(made == 2)
  }

  @Test("combineLatest and zip of collections")
  func combineLatestAndZipOfCollections() {
    let combined: () -> Driver<[Int]> = { .combineLatest([Driver.just(1), Driver.just(2)]) }
    #expect(events(combined) == [.next(201, [1, 2]), .completed(201)])
    let zipped: () -> Driver<Int> = { .zip([Driver.just(1), Driver.just(2)]) { $0.reduce(0, +) } }
    #expect(SharedSequenceTests().events(zipped) == [.next(201, 3), .completed(201)])
  }

  @Test("distinctUntilChanged compares with the last emitted element")
  func distinctUntilChangedComparesWithTheLastEmittedElement() {
    let result = events { Driver.of(1, 2, 11, 12).distinctUntilChanged { $1 - $0 < 5 } }
    #expect(result == [.next(201, 1), .next(203, 11), .completed(205)])
  }

  @Test("asSharedSequence continues with another sequence after an error")
  func asSharedSequenceContinuesWithAnotherSequenceAfterAnError() {
    let result = events {
      Observable<Int>.error(Boom()).asSharedSequence(
        sharingStrategy: DriverSharingStrategy.self, onErrorDriveWith: .just(3))
    }
    #expect(result == [.next(202, 3), .completed(202)])
  }

  @Test("drive and emit send elements to relays of optionals")
  @MainActor func driveAndEmitSendElementsToRelaysOfOptionals() {
    let state = BehaviorRelay<Int?>(value: nil)
    let events = BehaviorRelay<Int?>(value: nil)
    _ = Driver.just(1).drive(state)
    _ = Signal.just(2).emit(to: events)
    #expect(state.value == 1 && events.value == 2)
  }

  @Test("drive(with:) and emit(with:) pass the object")
  @MainActor func driveWithAndEmitWithPassTheObject() {
    final class View { var texts: [String] = [] }
    let view = View()
    _ = Driver.just("a").drive(with: view, onNext: { $0.texts.append($1) })
    _ = Signal.just("b").emit(with: view, onNext: { $0.texts.append($1) })
    #expect(view.texts == ["a", "b"])
  }

  @Test("drive with a curried argument calls the function with both")
  func driveWithACurriedArgumentCallsTheFunctionWithBoth() {
    let text = Driver.just(1).drive({ _ in { "argument \($0)" } }, curriedArgument: 7)
    #expect(text == "argument 7")
  }
}
