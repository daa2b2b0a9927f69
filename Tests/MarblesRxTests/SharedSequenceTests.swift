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

  @Test("of and from emit on the scheduler of the strategy")
  func ofAndFromEmitOnTheSchedulerOfTheStrategy() {
    #expect(events { Driver.of(1, 2) } == [.next(201, 1), .next(202, 2), .completed(203)])
    let other = SharedSequenceTests()
    #expect(
      other.events { Driver<Int>.from(optional: 7) } == [.next(201, 7), .completed(202)])
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
    #expect(
      events { Driver.of(1, 2).map { Driver.just($0 * 10) }.merge() }
        == [.next(201, 10), .next(202, 20), .completed(203)])
    #expect(
      SharedSequenceTests().events { Driver.just(1).map { Driver.just($0) }.switchLatest() }
        == [.next(200, 1), .completed(200)])
    #expect(
      SharedSequenceTests().events { Driver.concat([.just(1), .just(2)]) }
        == [.next(200, 1), .next(200, 2), .completed(200)])
    #expect(
      SharedSequenceTests().events { Driver.merge([.just(1), .just(2)]) }
        == [.next(200, 1), .next(200, 2), .completed(200)])
  }

  @Test("combineLatest and zip of collections")
  func combineLatestAndZipOfCollections() {
    let combined: () -> Driver<[Int]> = { .combineLatest([Driver.just(1), Driver.just(2)]) }
    #expect(events(combined) == [.next(200, [1, 2]), .completed(200)])
    let zipped: () -> Driver<Int> = { .zip([Driver.just(1), Driver.just(2)]) { $0.reduce(0, +) } }
    #expect(SharedSequenceTests().events(zipped) == [.next(200, 3), .completed(200)])
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
    #expect(result == [.next(201, 3), .completed(201)])
  }

  @Test("drive and emit send elements to relays of optionals")
  func driveAndEmitSendElementsToRelaysOfOptionals() {
    let state = BehaviorRelay<Int?>(value: nil)
    let events = BehaviorRelay<Int?>(value: nil)
    _ = Driver.just(1).drive(state)
    _ = Signal.just(2).emit(to: events)
    #expect(state.value == 1 && events.value == 2)
  }

  @Test("drive(with:) and emit(with:) pass the object")
  func driveWithAndEmitWithPassTheObject() {
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
