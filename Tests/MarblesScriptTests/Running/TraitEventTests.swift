import Testing

/// The events of RxSwift's traits in the closure of `subscribe { event in … }`: a Single has
/// `.success` and `.failure`, a Maybe `.success`, `.error` and `.completed`, a Completable `.error`
/// and `.completed`.
@Suite struct TraitEventTests {
  @Test(
    "subscribe receives the events of the trait",
    arguments: [
      ("Single.just(1)", ["success 1"]),
      ("Single.error(NSError())", ["failure"]),
      ("Single.just(1).map { $0 + 1 }", ["success 2"]),
      ("Single.just(1).flatMap { Single.just($0 + 2) }", ["success 3"]),
      (
        "Single.create { single in single(.success(4)); return Disposables.create() }",
        ["success 4"]
      ),
      ("Single.zip(Single.just(1), Single.just(2)) { $0 + $1 }", ["success 3"]),
      ("Observable.of(1, 2).toArray()", ["success [1, 2]"]),
      ("Observable.of(1, 2).first()", ["success 1"]),
      ("Observable.of(1).asSingle()", ["success 1"]),
      ("Observable.of(1, 2).asSingle()", ["failure"]),
      ("Maybe.just(1)", ["success 1"]),
      ("Maybe.empty()", ["completed"]),
      ("Maybe.error(NSError())", ["error"]),
      ("Single.just(1).filter { $0 > 1 }", ["completed"]),
      ("Single.just(1).asMaybe()", ["success 1"]),
      ("Maybe.empty().ifEmpty(default: 5)", ["success 5"]),
      ("Completable.empty()", ["completed"]),
      ("Completable.error(NSError())", ["error"]),
      ("Single.just(1).asCompletable()", ["completed"]),
      ("Completable.empty().andThen(Single.just(6))", ["success 6"]),
      ("Completable.empty().andThen(Observable.of(7))", ["next 7", "completed"]),
      ("Single.just(1).asObservable()", ["next 1", "completed"]),
      ("Observable.of(1).flatMap { Single.just($0) }", ["next 1", "completed"]),
      ("loaded()", ["success 8"]),
      ("typed", ["success 9.0"]),
    ])
  func subscribeReceivesTheEventsOfTheTrait(stream: String, events: [String]) {
    #expect(
      failures(
        """
        dialect rxswift
        func loaded() -> Single<Int> { .just(8) }
        let typed: Single<Double> = .just(9)
        var log: [String] = []
        at 1 {
          _ = \(stream).subscribe { event in
            switch event {
            case .next(let value): log.append("next \\(value)")
            case .success(let value): log.append("success \\(value)")
            case .failure: log.append("failure")
            case .error: log.append("error")
            case .completed: log.append("completed")
            }
          }
        }
        expect log == [\(events.map { "\"\($0)\"" }.joined(separator: ", "))]
        """) == [])
  }

  @Test(
    "the forms of sources and operators of traits run",
    arguments: [
      ("Single.just(1, scheduler: MainScheduler.instance)", "[1]"),
      ("Single.using({ Disposables.create() }, primitiveSequenceFactory: { _ in one })", "[1]"),
      ("Single.zip([one, one]) { $0.count }", "[2]"),
      ("Single.zip([one, one]).map { $0.count }", "[2]"),
      ("one.flatMapMaybe { $0 > 1 ? .just($0) : .empty() }", "[]"),
      ("one.flatMapCompletable { _ in Completable.empty() }", "[]"),
      ("Completable.zip(Completable.empty(), Completable.empty()).andThen(one)", "[1]"),
      ("Driver.from(optional: 2)", "[2]"),
      ("Observable.from(optional: nil)", "[]"),
      ("failing.asDriver(onErrorRecover: { _ in .just(3) })", "[3]"),
      ("failing.asSignal(onErrorRecover: { _ in .just(3) })", "[3]"),
      ("failing.asInfallible(onErrorRecover: { _ in .just(3) })", "[3]"),
      ("Observable.of(1, 2).scan(into: 0) { $0 += $1 }", "[1, 3]"),
    ])
  func theFormsOfSourcesAndOperatorsOfTraitsRun(stream: String, values: String) {
    #expect(
      failures(
        """
        dialect rxswift
        let one = Single.just(1)
        let failing = Observable.error(NSError())
        var log: [Int] = []
        at 1 { _ = \(stream).asObservable().subscribe(onNext: { log.append($0) }) }
        expect log == \(values)
        """) == [])
  }

  @Test("do of a Single has closures for the success")
  func doOfASingleHasClosuresForTheSuccess() {
    #expect(
      failures(
        """
        dialect rxswift
        var log: [String] = []
        at 1 {
          _ = Single.just(1).do(
            onSuccess: { log.append("on \\($0)") }, afterSuccess: { log.append("after \\($0)") },
            onSubscribe: { log.append("subscribe") }
          ).subscribe(onSuccess: { log.append("success \\($0)") })
        }
        expect log == ["subscribe", "on 1", "success 1", "after 1"]
        """) == [])
  }

  @Test("all closures of subscribe are optional")
  func allClosuresOfSubscribeAreOptional() {
    #expect(
      failures(
        """
        dialect rxswift
        var log: [String] = []
        at 1 {
          _ = Single.error(NSError()).subscribe(onFailure: { _ in log.append("failure") })
          _ = Single.just(1).subscribe(onFailure: { _ in log.append("failure") }, onDisposed: {
            log.append("disposed")
          })
          _ = Maybe.empty().subscribe(onSuccess: { _ in }, onCompleted: { log.append("empty") })
          _ = Completable.empty().subscribe(onCompleted: { log.append("completed") })
          _ = Completable.error(NSError()).subscribe(onError: { _ in log.append("error") })
        }
        expect log == ["failure", "disposed", "empty", "completed", "error"]
        """) == [])
  }

  @Test("do receives the error itself")
  func doReceivesTheErrorItself() {
    #expect(
      failures(
        """
        dialect rxswift
        enum Problem: Error { case offline(Int) }
        var log: [Int] = []
        at 1 {
          _ = Single.error(Problem.offline(3)).do(onError: { error in
            if case Problem.offline(let code) = error { log.append(code) }
          }).subscribe(onFailure: { _ in log.append(4) })
        }
        expect log == [3, 4]
        """) == [])
  }
}
