import MarblesRx
import Testing

@Suite("The order of delivery in Rx")
struct OrderTests {
  @Test("the first 31 observers receive elements in the order of subscription")
  func theFirst31ObserversReceiveElementsInTheOrderOfSubscription() {
    let subject = PublishSubject<Int>()
    var order: [Int] = []
    let all = (0..<31).map { number in subject.subscribe(onNext: { _ in order.append(number) }) }
    subject.onNext(1)
    #expect(order == Array(0..<31))
    for one in all { one.dispose() }
  }

  @Test("observers from the 32nd on receive elements in the order of subscription")
  func observersFromThe32ndOnReceiveElementsInTheOrderOfSubscription() {
    let subject = PublishSubject<Int>()
    var order: [Int] = []
    for number in 0..<33 { _ = subject.subscribe(onNext: { _ in order.append(number) }) }
    subject.onNext(1)
    subject.onNext(2)
    #expect(order == Array(0..<33) + Array(0..<33))
  }

  @Test("the next subscription takes the first place after the first observer was disposed")
  func theNextSubscriptionTakesTheFirstPlaceAfterTheFirstObserverWasDisposed() {
    let log = Log()
    let source = PublishSubject<Int>()
    let shared = source.share()
    let a = shared.logged("A", log)
    shared.logged("B", log)
    shared.logged("C", log)
    a.dispose()
    shared.logged("D", log)
    log.step("1") { source.onNext(1) }
    #expect(log.lines == ["A disposed", "-- 1", "D next 1", "B next 1", "C next 1"])
  }

  @Test("a subscription that follows the disposal of one in the middle is served last")
  func aSubscriptionThatFollowsTheDisposalOfOneInTheMiddleIsServedLast() {
    let log = Log()
    let subject = PublishSubject<Int>()
    subject.logged("A", log)
    let b = subject.logged("B", log)
    subject.logged("C", log)
    b.dispose()
    subject.logged("D", log)
    subject.onNext(1)
    #expect(log.lines == ["B disposed", "A next 1", "C next 1", "D next 1"])
  }

  @Test(
    "the first of several new subscriptions is served first after the first observer was disposed")
  func theFirstOfSeveralNewSubscriptionsIsServedFirstAfterTheFirstObserverWasDisposed() {
    let subject = PublishSubject<Int>()
    var order: [Int] = []
    func subscribe(_ number: Int) -> any Disposable {
      subject.subscribe(onNext: { _ in order.append(number) })
    }
    let old = (0..<40).map(subscribe)
    for one in old.prefix(38) { one.dispose() }
    for number in 100...103 { _ = subscribe(number) }
    subject.onNext(1)
    // RxSwift: 100 first, the rest in an order that changes between launches.
    #expect(order == [100, 38, 39, 101, 102, 103])
  }
}
