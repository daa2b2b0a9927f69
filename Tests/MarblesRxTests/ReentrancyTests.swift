import MarblesCombine
import MarblesRx
import Testing

@Suite("Sending, leaving and subscribing inside a delivery")
struct ReentrancyTests {
  @Test("a relay delivers a nested accept first, to all, and then goes on with the old value")
  func publishRelay() {
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

  @Test("a BehaviorRelay's second subscriber ends on 1 while its value is 2")
  func behaviorRelay() {
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

  @Test("observe(on:) brings a nested accept behind the delivery, for all")
  func observeOn() throws {
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

  @Test("a completion inside a delivery: a peer gets it instead of the value")
  func completion() {
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

  @Test("whoever disposes itself still finishes its own turn")
  func disposeSelf() {
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

  @Test("a peer that is disposed inside a delivery still gets the element in flight")
  func disposePeer() {
    let log = Log()
    let subject = PublishSubject<Int>()
    let b = SerialDisposable()
    subject.logged("A", log) { if $0 == 1 { b.dispose() } }
    b.disposable = subject.logged("B", log)
    subject.onNext(1)
    subject.onNext(2)
    #expect(log.lines == ["A next 1", "B disposed", "B next 1", "A next 2"])
  }

  @Test("behind an operator a peer that is disposed gets nothing more")
  func disposePeerThroughMap() {
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

  @Test("a nested accept goes through scan before the outer one is done")
  func scanFeedback() {
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

  @Test("with three, the last gets the new value before the old one")
  func shareThree() {
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

  @Test("whoever subscribes inside a delivery gets the current value, once")
  func subscribeInside() {
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
