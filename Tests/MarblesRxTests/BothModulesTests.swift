import Marbles
import MarblesCombine
import MarblesRx
import Testing

/// Code in the form in which it is written for RxSwift, in a file that imports MarblesCombine too.
@Suite("Source compatibility with RxSwift, with MarblesCombine imported beside it")
struct BothModulesTests {
  @Test("ReplaySubject<Int> is RxSwift's subject, ReplayingSubject the one for Combine")
  func replaySubjectIntIsRxSwiftsSubjectReplayingSubjectTheOneForCombine() {
    let subject: ReplaySubject<Int> = ReplaySubject<Int>.create(bufferSize: 1)
    subject.onNext(1)
    var received: [Int] = []
    _ = subject.subscribe(onNext: { received.append($0) })
    let other: ReplayingSubject<Int, Never> = ReplayingSubject(capacity: 1)
    other.send(2)
    _ = other.sink { received.append($0) }
    #expect(received == [1, 2])
  }

  @Test("ReplaySubject is RxSwift's subject inside an extension of Observable")
  func replaySubjectIsRxSwiftsSubjectInsideAnExtensionOfObservable() {
    var received: [Int] = []
    let cached = Observable.of(1, 2).cached()
    _ = cached.subscribe(onNext: { received.append($0) })
    #expect(received == [2])
  }

  @Test("ReplaySubject is RxSwift's subject in expressions inside an extension of ObservableType")
  func replaySubjectIsRxSwiftsSubjectInExpressionsInsideAnExtensionOfObservableType() {
    var received: [Int] = []
    let source = PublishSubject<Int>()
    let replayed = source.replayed(2)
    _ = replayed.connect()
    for element in 1...3 { source.onNext(element) }
    _ = replayed.subscribe(onNext: { received.append($0) })
    #expect(received == [2, 3])
  }

  @Test("a closure of operators is not ambiguous")
  func aClosureOfOperatorsIsNotAmbiguous() {
    var received: [Int] = []
    let failing = Observable.combineLatest(Observable.error(Boom()), Observable.of(0, 1, 2)) {
      $0 + $1
    }
    _ = failing.subscribe(onNext: { received.append($0) }, onError: { _ in received.append(-1) })
    _ = Observable.zip(Observable.of(1, 2), Observable.of(10, 20)) { $0 + $1 }
      .subscribe(onNext: { received.append($0) })
    _ = Observable.of(1, 2).scan(0) { $0 + $1 }.subscribe(onNext: { received.append($0) })
    #expect(received == [-1, 11, 22, 1, 3])
    #expect(Subscribers.Demand.max(1) + 1 == .max(2))
  }
}

extension Observable {
  fileprivate func cached() -> Observable<Element> {
    let subject = ReplaySubject<Element>.create(bufferSize: 1)
    _ = subscribe(subject)
    return subject
  }
}

extension ObservableType {
  fileprivate func replayed(_ count: Int) -> ConnectableObservable<Element> {
    let subject = ReplaySubject<Element>.create(bufferSize: count)
    return multicast(subject)
  }
}
