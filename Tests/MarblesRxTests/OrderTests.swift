import MarblesRx
import Testing

@Suite("The order of delivery in Rx")
struct OrderTests {
  @Test("the first 31 are served in the order in which they came")
  func thirtyOne() {
    let subject = PublishSubject<Int>()
    var order: [Int] = []
    let all = (0..<31).map { number in subject.subscribe(onNext: { _ in order.append(number) }) }
    subject.onNext(1)
    #expect(order == Array(0..<31))
    for one in all { one.dispose() }
  }

  @Test("from the 32nd on, where RxSwift is random, the order is that of subscription")
  func thirtyThree() {
    let subject = PublishSubject<Int>()
    var order: [Int] = []
    for number in 0..<33 { _ = subject.subscribe(onNext: { _ in order.append(number) }) }
    subject.onNext(1)
    subject.onNext(2)
    #expect(order == Array(0..<33) + Array(0..<33))
  }

  @Test("whoever comes first after the first has left takes its place in front")
  func firstSlot() {
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

  @Test("whoever comes after one in the middle has left stands at the end")
  func middle() {
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

  @Test("of 40, two stay and new ones come: the first new one is served first")
  func shrunk() {
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
