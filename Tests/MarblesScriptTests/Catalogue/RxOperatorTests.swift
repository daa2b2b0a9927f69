import Testing

/// Operators and words of RxSwift and RxJS in scripts. The values are those of the original.
@Suite("RxSwift's and RxJS's operators in scripts")
struct RxOperatorTests {
  @Test("amb emits the events of the stream that sends first, and leaves the other one")
  func ambEmitsTheEventsOfTheStreamThatSendsFirstAndLeavesTheOtherOne() {
    #expect(
      failures(
        """
        dialect rxswift
        let a = PublishSubject()
        let b = PublishSubject()
        let first = a.amb(b).subscribe(onNext: { _ in })
        let same = Observable.amb(a, b).subscribe(onNext: { _ in })
        let listed = Observable.amb([b, a]).subscribe(onNext: { _ in })
        a: ---1-2|
        b: -8-9
        expect first.events == [(1, 8), (3, 9)]
        expect same.values == [8, 9]
        expect listed.values == [8, 9]
        """) == [])
  }

  @Test("groupBy emits one stream per key, with its key")
  func groupByEmitsOneStreamPerKeyWithItsKey() {
    #expect(
      failures(
        """
        dialect rxswift
        let numbers = cold("-1-2-3-4|")
        let all = numbers.groupBy { $0 % 2 }
        .flatMap { group in group.map { "\\(group.key): \\($0)" } }
        .subscribe(onNext: { _ in })
        let sizes = numbers.groupBy(keySelector: { $0 > 3 }).flatMap { $0.toArray() }
        .subscribe(onNext: { _ in })
        expect all.events == [(1, "1: 1"), (3, "0: 2"), (5, "1: 3"), (7, "0: 4"), (8, .finished)]
        expect sizes.events == [(8, [1, 2, 3]), (8, [4]), (8, .finished)]
        """) == [])
  }

  @Test("single, first, asSingle and asMaybe take the elements that they allow")
  func singleFirstAsSingleAndAsMaybeTakeTheElementsThatTheyAllow() {
    #expect(
      failures(
        """
        dialect rxswift
        let one = cold("-1|")
        let two = cold("-1-2|")
        let none = cold("--|")
        let single = two.single { $0 > 1 }.subscribe(onNext: { _ in })
        let second = two.single().subscribe(onNext: { _ in }, onError: { _ in })
        let first = two.first().subscribe(onNext: { _ in })
        let absent = none.first().subscribe(onNext: { _ in })
        let kept = one.asSingle().subscribe(onNext: { _ in })
        let missing = none.asSingle().subscribe(onNext: { _ in }, onError: { _ in })
        let maybe = none.asMaybe().subscribe(onNext: { _ in })
        expect single: ---2|
        expect second.values == [1]
        expect second.completion == .failure("Sequence contains more than one element.")
        expect first: -(1|)
        expect absent.values == [nil]
        expect kept: --(1|)
        expect missing.completion == .failure("Sequence doesn't contain any elements.")
        expect maybe: --|
        """) == [])
  }

  @Test("dematerialize is the inverse of materialize")
  func dematerializeIsTheInverseOfMaterialize() {
    #expect(
      failures(
        """
        dialect rxswift
        let failing = cold("-1-2-#")
        let ending = cold("-1|")
        let a = failing.materialize().dematerialize().subscribe(onNext: { _ in }, onError: { _ in })
        let b = ending.materialize().dematerialize().subscribe(onNext: { _ in })
        let c = Observable.of(1).dematerialize().subscribe(onNext: { _ in }, onError: { _ in })
        expect a: -1-2-#
        expect b: -1|
        expect c.completion == .failure("dematerialize() needs events, not an integer")
        """) == [])
  }

  @Test("retry(when:) subscribes again when the trigger emits")
  func retryWhenSubscribesAgainWhenTheTriggerEmits() {
    #expect(
      failures(
        """
        dialect rxswift
        let source = cold("-1-#")
        let A = source.retry(when: { errors in errors.delay(2).take(2) })
        .subscribe(onNext: { _ in })
        let B = source.retry(when: { errors in
          errors.enumerated().flatMap { attempt, error in
            attempt == 1 ? Observable.error("gave up") : Observable.timer(3)
          }
        }).subscribe(onNext: { _ in }, onError: { _ in })
        // A completed trigger ends the result at the next failure.
        expect A: -1----1----1-|
        expect source.subscriptions == 5
        expect B.events == [(1, 1), (7, 1), (9, .failure("gave up"))]
        """) == [])
  }

  @Test("asInfallible, asCompletable and andThen convert")
  func asInfallibleAsCompletableAndAndThenConvert() {
    #expect(
      failures(
        """
        dialect rxswift
        let failing = cold("-1-#")
        let two = cold("-1-2|")
        let A = failing.asInfallible(onErrorJustReturn: 9).subscribe(onNext: { _ in })
        let B = failing.asInfallible(onErrorFallbackTo: Infallible.of(7, 8))
        .subscribe(onNext: { _ in })
        let C = two.asCompletable().andThen(Observable.just(5)).subscribe(onNext: { _ in })
        let D = two.debug("two").asCompletable().subscribe(onCompleted: { })
        expect A: -1-(9|)
        expect B: -1-(78|)
        expect C: ----(5|)
        expect D: ----|
        """) == [])
  }

  @Test("the traits can be created with a function that sends their events")
  func theTraitsCanBeCreatedWithAFunctionThatSendsTheirEvents() {
    #expect(
      failures(
        """
        dialect rxswift
        let loaded = Single.create { single in
          single(.success(1))
          return Disposables.create()
        }
        let failed = Single<Int>.create { single in
          single(.failure("offline"))
          return Disposables.create()
        }
        let nothing = Maybe.create { maybe in maybe(.completed); return Disposables.create() }
        let saved = Completable.create { completable in
          completable(.completed)
          return Disposables.create()
        }
        let sure = Infallible.create { observer in
          observer(.next(1))
          observer(.next(2))
          observer(.completed)
          return Disposables.create()
        }
        let A = loaded.subscribe(onNext: { _ in })
        let B = failed.subscribe(onNext: { _ in }, onError: { _ in })
        let C = nothing.subscribe(onNext: { _ in })
        let D = saved.andThen(Single.just(3)).subscribe(onNext: { _ in })
        let E = sure.subscribe(onNext: { _ in })
        expect A: (1|)
        expect B.completion == .failure("offline")
        expect C: |
        expect D: (3|)
        expect E: (12|)
        """) == [])
  }

  @Test("generate, repeatElement, using and catch(sequence:) are sources")
  func generateRepeatElementUsingAndCatchSequenceAreSources() {
    #expect(
      failures(
        """
        dialect rxswift
        let disposed = PublishSubject()
        let numbers = cold("-1-2|")
        let failing = cold("-1-#")
        let log = disposed.subscribe(onNext: { _ in })
        let A = Observable.generate(initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
        .subscribe(onNext: { _ in })
        let B = Observable.repeatElement(7).take(3).subscribe(onNext: { _ in })
        let C = Observable.using(
          { Disposables.create { disposed.onNext("closed") } }, observableFactory: { _ in numbers }
        ).subscribe(onNext: { _ in })
        let D = Observable.catch(sequence: [failing, numbers]).subscribe(onNext: { _ in })
        expect A: (1248|)
        expect B: (777|)
        expect C: -1-2|
        expect log.events == [(4, "closed")]
        expect D: -1--1-2|
        """) == [])
  }

  @Test("the source of window stays subscribed until the windows have been left")
  func theSourceOfWindowStaysSubscribedUntilTheWindowsHaveBeenLeft() {
    #expect(
      failures(
        """
        dialect rxswift
        let numbers = hot("-1-2-3-4-5|")
        let out = numbers.window(timeSpan: 100, count: 3).take(1).merge().subscribe(onNext: { _ in })
        expect out: -1-2-(3|)
        """) == [])
  }

  @Test("concat leaves a stream before it subscribes to the next one, in all dialects")
  func concatLeavesAStreamBeforeItSubscribesToTheNextOneInAllDialects() {
    for (dialect, all) in [
      ("rxswift", "Observable.concat(two, two)"), ("rxjs", "Observable.concat(two, two)"),
      ("rxswift", "two.concat(two)"), ("rxjs", "two.concat(two)"),
    ] {
      #expect(
        failures(
          """
          dialect \(dialect)
          let source = hot("-1-2-3-4-|")
          let two = source.share().take(2)
          let out = \(all).subscribe(onNext: { _ in })
          expect out.values == [1, 2, 3, 4]
          expect source.subscriptions == 2
          """) == [])
    }
  }

  @Test("multicast of a subject replays its element after the connection has ended")
  func multicastOfASubjectReplaysItsElementAfterTheConnectionHasEnded() {
    #expect(
      failures(
        """
        dialect rxswift
        let source = hot("-1-2-3-4-5")
        let shared = source.multicast(BehaviorSubject(value: 0)).refCount()
        let A, B = shared.subscribe(onNext: { _ in })
        A: ^---!
        B: ------^----!
        expect A.values == [0, 1, 2]
        expect B.values == [2, 4, 5]
        expect B.replayed == [2]
        """) == [])
  }

  @Test("publish and publishReplay of RxJS have one subject, which stays completed")
  func publishAndPublishReplayOfRxJSHaveOneSubjectWhichStaysCompleted() {
    #expect(
      failures(
        """
        dialect rxjs
        let source = cold("-1-2-|")
        let counted = source.publish().refCount()
        let twice = Observable.concat(counted, counted).subscribe(onNext: { _ in })
        expect twice: -1-2-|
        expect source.subscriptions == 1
        """) == [])
    #expect(
      failures(
        """
        dialect rxjs
        let source = cold("-1-2-|")
        let counted = source.replay(1).refCount()
        let twice = Observable.concat(counted, counted).subscribe(onNext: { _ in })
        expect twice: -1-2-(2|)
        expect source.subscriptions == 1
        """) == [])
    #expect(
      failures(
        """
        dialect rxswift
        let source = cold("-1-2-|")
        let counted = source.publish().refCount()
        let twice = Observable.concat(counted, counted).subscribe(onNext: { _ in })
        expect twice: -1-2--1-2-|
        expect source.subscriptions == 2
        """) == [])
  }
}
