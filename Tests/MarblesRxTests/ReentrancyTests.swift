import MarblesCombine
import MarblesRx
import Testing

@Suite("Sends, disposals and subscriptions inside a delivery")
struct ReentrancyTests {
  @Test("a relay delivers a nested element to all observers before it continues with the outer one")
  func aRelayDeliversANestedElementToAllObserversBeforeItContinuesWithTheOuterOne() {
    let log = Log()
    let relay = PublishRelay<Int>()
    relay.logged("A", log) { value in
      guard value == 1 else { return }
      relay.accept(2)
      log("A done with 1")
    }
    relay.logged("B", log)
    relay.accept(1)
    #expect(log.lines == ["A next 1", "A next 2", "B next 2", "A done with 1", "B next 1"])
  }

  @Test(
    "a second observer receives the outer element last although the relay's value is the nested one"
  )
  func aSecondObserverReceivesTheOuterElementLastAlthoughTheRelaysValueIsTheNestedOne() {
    let log = Log()
    let relay = BehaviorRelay(value: 0)
    relay.logged("A", log) { value in
      log("A sees \(relay.value)")
      guard value == 1 else { return }
      relay.accept(2)
      log("A done with 1")
    }
    relay.logged("B", log) { _ in log("B sees \(relay.value)") }
    log.step("1") { relay.accept(1) }
    #expect(
      log.text == """
        A next 0
        A sees 0
        B next 0
        B sees 0
        -- 1
        A next 1
        A sees 1
        A next 2
        A sees 2
        B next 2
        B sees 2
        A done with 1
        B next 1
        B sees 2
        """)
    #expect(relay.value == 2)
  }

  @Test("observe(on:) delivers a nested element after the outer one to all observers")
  func observeOnDeliversANestedElementAfterTheOuterOneToAllObservers() throws {
    let log = Log()
    let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
    let relay = BehaviorRelay(value: 0)
    relay.observe(on: scheduler).logged("A", log) { if $0 == 1 { relay.accept(2) } }
    relay.observe(on: scheduler).logged("B", log)
    scheduler.scheduleAt(10) { relay.accept(1) }
    scheduler.start()
    #expect(
      log.lines == [
        "A next 0", "B next 0", "A next 1", "B next 1", "A next 2", "B next 2",
      ])
  }

  @Test("an observer receives a nested completion instead of the outer element")
  func anObserverReceivesANestedCompletionInsteadOfTheOuterElement() {
    let log = Log()
    let subject = PublishSubject<Int>()
    subject.logged("A", log) { value in
      guard value == 1 else { return }
      subject.onCompleted()
      log("A done with 1")
    }
    subject.logged("B", log)
    subject.onNext(1)
    subject.onNext(2)
    // The list of whom to serve was taken before, so B is still called with 1, after its end.
    #expect(
      log.lines == [
        "A next 1", "A completed", "A disposed", "B completed", "B disposed", "A done with 1",
      ])
  }

  @Test("an observer that disposes its subscription finishes the present delivery")
  func anObserverThatDisposesItsSubscriptionFinishesThePresentDelivery() {
    let log = Log()
    let subject = PublishSubject<Int>()
    let own = SerialDisposable()
    own.disposable = subject.logged("A", log) { value in
      own.dispose()
      log("A after that")
    }
    subject.onNext(1)
    subject.onNext(2)
    #expect(log.lines == ["A next 1", "A disposed", "A after that"])
  }

  @Test("an observer that another one disposes still receives the element in flight")
  func anObserverThatAnotherOneDisposesStillReceivesTheElementInFlight() {
    let log = Log()
    let subject = PublishSubject<Int>()
    let b = SerialDisposable()
    subject.logged("A", log) { if $0 == 1 { b.dispose() } }
    b.disposable = subject.logged("B", log)
    subject.onNext(1)
    subject.onNext(2)
    #expect(log.lines == ["A next 1", "B disposed", "B next 1", "A next 2"])
  }

  @Test("an observer behind an operator receives nothing after another one disposed it")
  func anObserverBehindAnOperatorReceivesNothingAfterAnotherOneDisposedIt() {
    let log = Log()
    let subject = PublishSubject<Int>()
    let b = SerialDisposable()
    subject.logged("A", log) { value in
      guard value == 1 else { return }
      b.dispose()
      log("A disposed B")
    }
    b.disposable = subject.map { $0 }.logged("B", log)
    subject.onNext(1)
    subject.onNext(2)
    #expect(log.lines == ["A next 1", "B disposed", "A disposed B", "A next 2"])
  }

  @Test("scan processes a nested element before the outer delivery is over")
  func scanProcessesANestedElementBeforeTheOuterDeliveryIsOver() {
    let log = Log()
    let relay = PublishRelay<Int>()
    relay.scan(0) { $0 + $1 }.logged("A", log) { value in
      guard value == 1 else { return }
      relay.accept(10)
      log("A done with 1")
    }
    relay.accept(1)
    relay.accept(100)
    #expect(log.lines == ["A next 1", "A next 11", "A done with 1", "A next 111"])
  }

  @Test("the last of three observers receives the nested element before the outer one")
  func theLastOfThreeObserversReceivesTheNestedElementBeforeTheOuterOne() {
    let log = Log()
    let subject = PublishSubject<Int>()
    let shared = subject.share()
    shared.logged("A", log)
    shared.logged("B", log) { value in
      guard value == 1 else { return }
      subject.onNext(2)
      log("B done with 1")
    }
    shared.logged("C", log)
    subject.onNext(1)
    #expect(
      log.lines == [
        "A next 1", "B next 1", "A next 2", "B next 2", "C next 2", "B done with 1", "C next 1",
      ])
  }

  @Test("an observer that subscribes inside a delivery receives the current element once")
  func anObserverThatSubscribesInsideADeliveryReceivesTheCurrentElementOnce() {
    let log = Log()
    let subject = BehaviorSubject(value: 0)
    subject.logged("A", log) { if $0 == 1 { subject.logged("C", log) } }
    subject.logged("B", log)
    subject.onNext(1)
    subject.onNext(2)
    #expect(
      log.lines == [
        "A next 0", "B next 0", "A next 1", "C next 1", "B next 1", "A next 2", "B next 2",
        "C next 2",
      ])
  }
}
