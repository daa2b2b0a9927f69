import MarblesRx
import Testing

@Suite("Former names of RxSwift's operators")
struct FormerNameTests {
  @available(*, deprecated, message: "calls deprecated methods")
  @Test("each former name is the operator of today")
  func eachFormerNameIsTheOperatorOfToday() {
    let log = Log()
    let numbers = Observable.of(1, 2, 3)
    let failing = Observable<Int>.error(Boom())
    func values(_ name: String, _ observable: Observable<Int>) {
      var seen: [Int] = []
      _ = observable.subscribe(onNext: { seen.append($0) })
      log("\(name) \(seen)")
    }
    values("catchErrorJustReturn", failing.catchErrorJustReturn(9))
    values("catchError", failing.catchError { _ in .just(8) })
    values("catchError sequence", Observable.catchError([failing, numbers]))
    values("elementAt", numbers.elementAt(1))
    values("takeWhile", numbers.takeWhile { $0 < 3 })
    values("takeUntil predicate", numbers.takeUntil(.inclusive) { $0 == 2 })
    values("takeUntil", numbers.takeUntil(Observable.just(1)))
    values("skipWhile", numbers.skipWhile { $0 < 3 })
    values("skipUntil", numbers.skipUntil(Observable.just(1)))
    values("retryWhen", failing.retryWhen { _ in Observable<Int>.empty() })
    let immediate = CurrentThreadScheduler.instance
    values("observeOn", numbers.observeOn(immediate))
    values("subscribeOn", numbers.subscribeOn(immediate))
    #expect(
      log.lines == [
        "catchErrorJustReturn [9]", "catchError [8]", "catchError sequence [1, 2, 3]",
        "elementAt [2]", "takeWhile [1, 2]",
        "takeUntil predicate [1, 2]", "takeUntil []", "skipWhile [3]", "skipUntil [1, 2, 3]",
        "retryWhen []", "observeOn [1, 2, 3]", "subscribeOn [1, 2, 3]",
      ])
  }

  @available(*, deprecated, message: "calls deprecated methods")
  @Test("each former name of a trait is the operator of today")
  func eachFormerNameOfATraitIsTheOperatorOfToday() {
    let failing = Single<Int>.error(Boom())
    let immediate = CurrentThreadScheduler.instance
    var seen: [String] = []
    func note(_ single: Single<Int>) {
      _ = single.subscribe(
        onSuccess: { seen.append("\($0)") }, onError: { seen.append("\($0)") })
    }
    note(failing.catchErrorJustReturn(1))
    note(failing.catchError { _ in .just(2) })
    note(failing.observeOn(immediate))
    note(Single.just(3).subscribeOn(immediate))
    note(failing.retryWhen { _ in Observable<Int>.error(RxError.timeout) })
    _ = Maybe<Int>.error(Boom()).catchErrorJustReturn(4)
      .subscribe(onSuccess: { seen.append("\($0)") })
    _ = Completable.merge(.empty(), .empty()).subscribe(onCompleted: { seen.append("merged") })
    _ = Completable.merge([Completable.error(Boom())]).subscribe(onError: { seen.append("\($0)") })
    #expect(seen == ["1", "2", "boom", "3", "Sequence timeout.", "4", "merged", "boom"])
  }

  @available(*, deprecated, message: "calls a deprecated method")
  @Test("take(_:scheduler:) is take(for:scheduler:)")
  func takeSchedulerIsTakeForScheduler() {
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.start {
      Observable<Int>.interval(.seconds(10), scheduler: scheduler)
        .take(.seconds(25), scheduler: scheduler)
    }
    #expect(observer.events == [.next(210, 0), .next(220, 1), .completed(225)])
  }
}
