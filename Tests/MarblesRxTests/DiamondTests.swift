import MarblesRx
import Testing

@Suite("Rx operators with several sources")
struct DiamondTests {
  private let log = Log()

  @Test("combineLatest of a relay with itself emits an intermediate combination")
  func combineLatestOfARelayWithItselfEmitsAnIntermediateCombination() {
    let relay = BehaviorRelay(value: 1)
    Observable.combineLatest(relay.map { $0 * 10 }, relay.map { $0 * 100 }).logged("A", log)
    relay.accept(2)
    #expect(log.lines == ["A next (10, 100)", "A next (20, 100)", "A next (20, 200)"])
  }

  @Test("merge of two branches of one share delivers each element through both")
  func mergeOfTwoBranchesOfOneShareDeliversEachElementThroughBoth() {
    let subject = PublishSubject<Int>()
    let shared = subject.spied("up", log).share()
    Observable.merge(shared.map { $0 * 10 }, shared.map { $0 * 100 }).logged("A", log)
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    #expect(
      log.lines == [
        "up subscribed", "up emits 1", "A next 10", "A next 100", "up emits 2", "A next 20",
        "A next 200", "up completed", "A completed", "A disposed", "up disposed",
      ])
  }

  @Test("zip of two branches of one share pairs each element with itself")
  func zipOfTwoBranchesOfOneSharePairsEachElementWithItself() {
    let subject = PublishSubject<Int>()
    let shared = subject.spied("up", log).share()
    Observable.zip(shared.map { $0 * 10 }, shared.map { $0 * 100 }).logged("A", log)
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    #expect(
      log.lines == [
        "up subscribed", "up emits 1", "A next (10, 100)", "up emits 2", "A next (20, 200)",
        "up completed", "A completed", "A disposed", "up disposed",
      ])
  }

  @Test("zip completes only when all its sources have completed")
  func zipCompletesOnlyWhenAllItsSourcesHaveCompleted() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    Observable.zip(left.spied("l", log), right.spied("r", log)).logged("A", log)
    left.onNext(1)
    left.onNext(2)
    left.onCompleted()
    right.onNext(10)
    right.onNext(20)
    log.step("30") { right.onNext(30) }
    log.step("end") { right.onCompleted() }
    #expect(
      log.text == """
        l subscribed
        r subscribed
        l emits 1
        l emits 2
        l completed
        l disposed
        r emits 10
        A next (1, 10)
        r emits 20
        A next (2, 20)
        -- 30
        r emits 30
        -- end
        r completed
        A completed
        A disposed
        r disposed
        """)
  }

  @Test("withLatestFrom subscribes to the other observable first and ignores its completion")
  func withLatestFromSubscribesToTheOtherObservableFirstAndIgnoresItsCompletion() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    left.spied("l", log).withLatestFrom(right.spied("r", log)) { ($0, $1) }.logged("A", log)
    left.onNext(1)
    right.onNext(10)
    left.onNext(2)
    right.onNext(20)
    right.onCompleted()
    left.onNext(3)
    left.onCompleted()
    #expect(
      log.text == """
        r subscribed
        l subscribed
        l emits 1
        r emits 10
        l emits 2
        A next (2, 10)
        r emits 20
        r completed
        r disposed
        l emits 3
        A next (3, 20)
        l completed
        A completed
        A disposed
        l disposed
        """)
  }

  @Test("do calls its closures before and after each event, and onDispose last")
  func doCallsItsClosuresBeforeAndAfterEachEventAndOnDisposeLast() {
    func run() -> PublishSubject<Int> {
      let subject = PublishSubject<Int>()
      subject.do(
        onNext: { [log] in log("do onNext \($0)") },
        afterNext: { [log] in log("do afterNext \($0)") },
        onCompleted: { [log] in log("do onCompleted") },
        afterCompleted: { [log] in log("do afterCompleted") },
        onSubscribe: { [log] in log("do onSubscribe") },
        onSubscribed: { [log] in log("do onSubscribed") },
        onDispose: { [log] in log("do onDispose") }
      ).logged("A", log)
      subject.onNext(1)
      return subject
    }
    run().onCompleted()
    #expect(
      log.text == """
        do onSubscribe
        do onSubscribed
        do onNext 1
        A next 1
        do afterNext 1
        do onCompleted
        A completed
        A disposed
        do afterCompleted
        do onDispose
        """)
  }

  @Test("do calls onDispose before the observer is notified of the disposal")
  func doCallsOnDisposeBeforeTheObserverIsNotifiedOfTheDisposal() {
    let subject = PublishSubject<Int>()
    subject.do(onDispose: { [log] in log("do onDispose") }).logged("A", log).dispose()
    #expect(log.lines == ["do onDispose", "A disposed"])
  }
}
