import MarblesRx
import Testing

/// Code in the form in which it is written for RxSwift and RxTest. It imports MarblesRx only.
@Suite("Source compatibility with RxSwift and RxTest")
struct SourceCompatibilityTests {
  private let log = Log()

  @Test("a test with RxTest's names compiles and compares events and subscriptions")
  func aTestWithRxTestsNamesCompilesAndComparesEventsAndSubscriptions() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs: TestableObservable<Int> = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .completed(250),
    ])
    let observer = scheduler.start { xs.map { $0 * 2 } }
    let expected = Recorded.events(.next(210, 4), .completed(250))
    #expect(observer.events == expected)
    #expect(xs.subscriptions == [Subscription(200, 250)])
    #expect(xs.subscriptions.map(\.debugDescription) == ["(200: 250)"])
    #expect(observer.events.recordedElements() == [4])
  }

  @Test("events are equal if their elements or errors are")
  func eventsAreEqualIfTheirElementsOrErrorsAre() {
    #expect(Event.next(1) == .next(1))
    #expect(Event.next(1) != .next(2))
    #expect(Event<Int>.error(Boom()) == .error(Boom()))
    #expect(Event<Int>.error(Boom()) != .error(Boom(description: "other")))
    #expect(Event<Int>.error(Boom()) != .error(RxError.timeout))
    #expect(Event<Int>.completed == .completed)
    #expect(Event<Int>.completed != .next(1))
    #expect(Recorded.next(1, "a") != Recorded.next(2, "a"))
  }

  @Test("start takes a factory without a label, and any convertible type")
  func startTakesAFactoryWithoutALabelAndAnyConvertibleType() {
    let scheduler = TestScheduler(initialClock: 0)
    let factory = { Observable.just(1) }
    #expect(scheduler.start(factory).events == [.next(200, 1), .completed(200)])
    let other = TestScheduler(initialClock: 0)
    let single = other.start(disposed: 300) { Single.just(1) }
    #expect(single.events == [.next(200, 1), .completed(200)])
    let third = TestScheduler(initialClock: 0)
    let relay = third.start(created: 10, subscribed: 20, disposed: 30) { BehaviorRelay(value: 1) }
    #expect(relay.events == [.next(20, 1)])
  }

  @Test("scheduleAbsoluteVirtual and scheduleRelativeVirtual run at their ticks")
  func scheduleAbsoluteVirtualAndScheduleRelativeVirtualRunAtTheirTicks() {
    let scheduler = TestScheduler(initialClock: 0)
    _ = scheduler.scheduleAbsoluteVirtual("absolute", time: 20) { [log] name in
      log("\(name) \(scheduler.clock)")
      return scheduler.scheduleRelativeVirtual("relative", dueTime: 5) { name in
        log("\(name) \(scheduler.clock)")
        return Disposables.create()
      }
    }
    let cancelled = scheduler.scheduleRelativeVirtual((), dueTime: 10) { [log] in
      log("cancelled")
      return Disposables.create()
    }
    cancelled.dispose()
    scheduler.start()
    #expect(log.lines == ["absolute 20", "relative 25"])
  }

  @Test("ReplaySubject<Int> is a type with one parameter")
  func replaySubjectIntIsATypeWithOneParameter() {
    let subject: ReplaySubject<Int> = ReplaySubject<Int>.create(bufferSize: 1)
    subject.onNext(1)
    _ = subject.logged("A", log)
    #expect(log.lines == ["A next 1"])
  }

  @Test("a closure of operators is not ambiguous")
  func aClosureOfOperatorsIsNotAmbiguous() {
    _ = Observable.combineLatest(Observable.error(Boom()), Observable.of(0, 1, 2)) { $0 + $1 }
      .logged("A", log)
    #expect(log.lines == ["A error(boom)", "A disposed"])
  }

  @Test("a type of the user that conforms to ObservableType has all operators")
  func aTypeOfTheUserThatConformsToObservableTypeHasAllOperators() {
    _ = UserObservable(1, 2).asObservable().map { $0 * 10 }.logged("class", log)
    _ = UserIntegers().filter { $0 > 1 }.logged("struct", log)
    #expect(
      log.lines == [
        "class next 10", "class next 20", "class completed", "class disposed",
        "struct next 2", "struct completed", "struct disposed",
      ])
  }

  @Test("a bag takes the disposables of a builder")
  func aBagTakesTheDisposablesOfABuilder() {
    let source = PublishSubject<Int>()
    var bag: DisposeBag? = DisposeBag {
      source.logged("A", log)
      source.logged("B", log)
    }
    bag?.insert {
      source.logged("C", log)
    }
    source.onNext(1)
    bag = nil
    source.onNext(2)
    #expect(
      log.lines == [
        "A next 1", "B next 1", "C next 1", "A disposed", "B disposed", "C disposed",
      ])
    #expect(bag == nil)
  }

  @Test("bind takes an object and a curried function")
  func bindTakesAnObjectAndACurriedFunction() {
    final class Label { var text = "" }
    let label = Label()
    _ = Observable.just("a").bind(with: label) { $0.text = $1 }
    #expect(label.text == "a")
    let result = Observable.just(1).bind(to: { _ in { "bound \($0)" } }, curriedArgument: 7)
    #expect(result == "bound 7")
  }

  @Test("scheduleRecursive runs until the action does not recurse")
  func scheduleRecursiveRunsUntilTheActionDoesNotRecurse() {
    let scheduler = TestScheduler(initialClock: 0)
    _ = scheduler.scheduleRecursive(1) { [log] state, recurse in
      log("\(state) at \(scheduler.clock)")
      if state < 3 { recurse(state + 1) }
    }
    scheduler.start()
    #expect(log.lines == ["1 at 1", "2 at 2", "3 at 3"])
  }
}
