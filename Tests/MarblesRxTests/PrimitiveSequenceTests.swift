import MarblesRx
import Testing

@Suite("Single, Maybe and Completable")
struct PrimitiveSequenceTests {
  private let log = Log()

  private func observe<Element>(_ name: String, _ single: Single<Element>) {
    _ = single.subscribe(
      onSuccess: { [log] in log("\(name) success \($0)") },
      onFailure: { [log] in log("\(name) failure \($0)") },
      onDisposed: { [log] in log("\(name) disposed") })
  }

  private func observe<Element>(_ name: String, _ maybe: Maybe<Element>) {
    _ = maybe.subscribe(
      onSuccess: { [log] in log("\(name) success \($0)") },
      onError: { [log] in log("\(name) error \($0)") },
      onCompleted: { [log] in log("\(name) completed") },
      onDisposed: { [log] in log("\(name) disposed") })
  }

  private func observe(_ name: String, _ completable: Completable) {
    _ = completable.subscribe(
      onCompleted: { [log] in log("\(name) completed") },
      onError: { [log] in log("\(name) error \($0)") },
      onDisposed: { [log] in log("\(name) disposed") })
  }

  // MARK: Single

  @Test("a single that is created sends one event only")
  func aSingleThatIsCreatedSendsOneEventOnly() {
    let single = Single<Int>.create { [log] observer in
      observer(.success(1))
      observer(.success(2))
      observer(.failure(Boom()))
      return Disposables.create { log("release") }
    }
    observe("A", single)
    #expect(log.lines == ["A success 1", "A disposed", "release"])
  }

  @Test("a single, a maybe and a completable send one event, although the observer sends another")
  func aSingleAMaybeAndACompletableSendOneEventAlthoughTheObserverSendsAnother() {
    var count = 0
    var succeed: (() -> Void)?
    let again = {
      count += 1
      if count < 5 { succeed?() }
    }
    _ = Single<Int>.create { observer in
      succeed = { observer(.success(1)) }
      return Disposables.create()
    }.subscribe { _ in again() }
    succeed?()
    #expect(count == 1)
    count = 0
    _ = Maybe<Int>.create { observer in
      succeed = { observer(.success(1)) }
      return Disposables.create()
    }.subscribe { _ in again() }
    succeed?()
    #expect(count == 1)
    count = 0
    _ = Completable.create { observer in
      succeed = { observer(.completed) }
      return Disposables.create()
    }.subscribe { _ in again() }
    succeed?()
    #expect(count == 1)
  }

  @Test("asSingle emits the only element at the completion")
  func asSingleEmitsTheOnlyElementAtTheCompletion() {
    let source = PublishSubject<Int>()
    observe("A", source.asSingle())
    source.onNext(1)
    #expect(log.lines.isEmpty)
    source.onCompleted()
    #expect(log.lines == ["A success 1", "A disposed"])
  }

  @Test("asSingle fails without an element and at the second element")
  func asSingleFailsWithoutAnElementAndAtTheSecondElement() {
    observe("none", Observable<Int>.empty().asSingle())
    let source = PublishSubject<Int>()
    observe("two", source.asSingle())
    source.onNext(1)
    source.onNext(2)
    #expect(
      log.lines == [
        "none failure Sequence doesn't contain any elements.", "none disposed",
        "two failure Sequence contains more than one element.", "two disposed",
      ])
    #expect(!source.hasObservers)
  }

  @Test("first emits the first element at once, or nil")
  func firstEmitsTheFirstElementAtOnceOrNil() {
    let source = PublishSubject<Int>()
    observe("A", source.first())
    source.onNext(1)
    #expect(!source.hasObservers)
    observe("none", Observable<Int>.empty().first())
    #expect(
      log.lines == ["A success Optional(1)", "A disposed", "none success nil", "none disposed"])
  }

  @Test("toArray is a single of all elements")
  func toArrayIsASingleOfAllElements() {
    observe("A", Observable.of(1, 2, 3).toArray())
    observe("empty", Observable<Int>.empty().toArray())
    observe("failed", Observable<Int>.of(1).concat(Observable.error(Boom())).toArray())
    #expect(
      log.lines == [
        "A success [1, 2, 3]", "A disposed", "empty success []", "empty disposed",
        "failed failure boom", "failed disposed",
      ])
  }

  @Test("flatMap, flatMapMaybe and flatMapCompletable continue with another sequence")
  func flatMapFlatMapMaybeAndFlatMapCompletableContinueWithAnotherSequence() {
    observe("single", Single.just(2).flatMap { .just($0 * 10) })
    observe("maybe", Single.just(2).flatMapMaybe { _ in Maybe<Int>.empty() })
    observe("completable", Single.just(2).flatMapCompletable { _ in .empty() })
    observe("failed", Single<Int>.error(Boom()).flatMap { .just($0) })
    #expect(
      log.lines == [
        "single success 20", "single disposed", "maybe completed", "maybe disposed",
        "completable completed", "completable disposed", "failed failure boom",
        "failed disposed",
      ])
  }

  @Test("zip combines singles of different types and collections of singles")
  func zipCombinesSinglesOfDifferentTypesAndCollectionsOfSingles() {
    observe(
      "two", Single.zip(.just(1), .just("a")) { (number: Int, text: String) in "\(number)\(text)" })
    observe("array", Single.zip([.just(1), .just(2)]))
    observe("none", Single<Int>.zip([Single<Int>]()) { $0.count })
    observe("failed", Single.zip([.just(1), .error(Boom())]))
    #expect(
      log.lines == [
        "two success 1a", "two disposed", "array success [1, 2]", "array disposed",
        "none success 0", "none disposed", "failed failure boom", "failed disposed",
      ])
  }

  @Test("a single retries, recovers and times out like an observable")
  func aSingleRetriesRecoversAndTimesOutLikeAnObservable() {
    var attempts = 0
    let flaky = Single<Int>.deferred {
      attempts += 1
      return attempts < 3 ? .error(Boom()) : .just(attempts)
    }
    observe("retried", flaky.retry(3))
    observe("recovered", Single<Int>.error(Boom()).catch { _ in .just(0) })
    observe("replaced", Single<Int>.error(Boom()).catchAndReturn(9))
    let scheduler = TestScheduler(initialClock: 0)
    let late = scheduler.start {
      Single<Int>.never().timeout(.seconds(10), scheduler: scheduler)
    }
    #expect(late.events == [.error(210, RxError.timeout)])
    #expect(
      log.lines == [
        "retried success 3", "retried disposed", "recovered success 0", "recovered disposed",
        "replaced success 9", "replaced disposed",
      ])
  }

  @Test("do of a single calls its closures in order")
  func doOfASingleCallsItsClosuresInOrder() {
    observe(
      "A",
      Single.just(1).do(
        onSuccess: { [log] in log("onSuccess \($0)") },
        afterSuccess: { [log] in log("afterSuccess \($0)") },
        onSubscribe: { [log] in log("onSubscribe") },
        onSubscribed: { [log] in log("onSubscribed") }, onDispose: { [log] in log("onDispose") }))
    #expect(
      log.lines == [
        "onSubscribe", "onSuccess 1", "A success 1", "A disposed", "afterSuccess 1",
        "onSubscribed", "onDispose",
      ])
  }

  @Test("a delayed single emits at the due tick")
  func aDelayedSingleEmitsAtTheDueTick() {
    let scheduler = TestScheduler(initialClock: 0)
    let observer = scheduler.start {
      Single.just(1).delay(.seconds(10), scheduler: scheduler)
    }
    #expect(observer.events == [.next(210, 1), .completed(211)])
  }

  @Test("value waits for the element or throws the error")
  func valueWaitsForTheElementOrThrowsTheError() async throws {
    #expect(try await Single.just(1).value == 1)
    #expect(try await Maybe<Int>.empty().value == nil)
    #expect(try await Maybe.just(2).value == 2)
    try await Completable.empty().value
    await #expect(throws: Boom.self) { _ = try await Single<Int>.error(Boom()).value }
    await #expect(throws: Boom.self) { try await Completable.error(Boom()).value }
  }

  @Test("cancelling the task disposes the subscription of value")
  func cancellingTheTaskDisposesTheSubscriptionOfValue() async {
    let task = Task { try await Single<Int>.never().value }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  // MARK: Maybe

  @Test("a maybe sends one element, a completion or an error")
  func aMaybeSendsOneElementACompletionOrAnError() {
    for event: MaybeEvent<Int> in [.success(1), .completed, .error(Boom())] {
      observe(
        "\(event)",
        Maybe<Int>.create { observer in
          observer(event)
          observer(.completed)
          return Disposables.create()
        })
    }
    #expect(
      log.lines == [
        "success(1) success 1", "success(1) disposed", "completed completed",
        "completed disposed", "error(boom) error boom", "error(boom) disposed",
      ])
  }

  @Test("ifEmpty turns a maybe into a single")
  func ifEmptyTurnsAMaybeIntoASingle() {
    observe("default", Maybe<Int>.empty().ifEmpty(default: 1))
    observe("single", Maybe<Int>.empty().ifEmpty(switchTo: Single.just(2)))
    observe("maybe", Maybe<Int>.empty().ifEmpty(switchTo: Maybe<Int>.empty()))
    observe("kept", Maybe.just(3).ifEmpty(default: 1))
    #expect(
      log.lines == [
        "default success 1", "default disposed", "single success 2", "single disposed",
        "maybe completed", "maybe disposed", "kept success 3", "kept disposed",
      ])
  }

  @Test("asMaybe completes without an element and fails at the second one")
  func asMaybeCompletesWithoutAnElementAndFailsAtTheSecondOne() {
    observe("none", Observable<Int>.empty().asMaybe())
    observe("one", Observable.just(1).asMaybe())
    observe("two", Observable.of(1, 2).asMaybe())
    observe("filtered", Single.just(1).filter { $0 > 1 })
    observe("single", Maybe<Int>.empty().asSingle())
    #expect(
      log.lines == [
        "none completed", "none disposed", "one success 1", "one disposed",
        "two error Sequence contains more than one element.", "two disposed",
        "filtered completed", "filtered disposed",
        "single failure Sequence doesn't contain any elements.", "single disposed",
      ])
  }

  // MARK: Completable

  @Test("andThen subscribes to the second sequence after the completion")
  func andThenSubscribesToTheSecondSequenceAfterTheCompletion() {
    let first = PublishSubject<Never>()
    observe("A", first.asCompletable().andThen(Single.just(1)))
    #expect(log.lines.isEmpty)
    first.onCompleted()
    observe("maybe", Completable.empty().andThen(Maybe<Int>.empty()))
    observe("completable", Completable.empty().andThen(Completable.error(Boom())))
    observe("failed", Completable.error(Boom()).andThen(Single.just(1)))
    #expect(
      log.lines == [
        "A success 1", "A disposed", "maybe completed", "maybe disposed",
        "completable error boom", "completable disposed", "failed failure boom",
        "failed disposed",
      ])
  }

  @Test("andThen continues with an observable")
  func andThenContinuesWithAnObservable() {
    _ = Completable.empty().andThen(Observable.of(1, 2)).logged("A", log)
    #expect(log.lines == ["A next 1", "A next 2", "A completed", "A disposed"])
  }

  @Test("concat and zip complete when all completables have completed")
  func concatAndZipCompleteWhenAllCompletablesHaveCompleted() {
    let (a, b) = (PublishSubject<Never>(), PublishSubject<Never>())
    observe("concat", a.asCompletable().concat(b.asCompletable()))
    observe("zip", .zip(a.asCompletable(), b.asCompletable()))
    b.onCompleted()
    #expect(log.lines.isEmpty)
    a.onCompleted()
    #expect(
      log.lines == ["concat completed", "concat disposed", "zip completed", "zip disposed"])
  }

  @Test("ignoreElements is a completable")
  func ignoreElementsIsACompletable() {
    observe("A", Observable.of(1, 2).ignoreElements().asCompletable())
    observe("B", Single.just(1).asCompletable())
    #expect(log.lines == ["A completed", "A disposed", "B completed", "B disposed"])
  }

  @Test("subscribe(with:) does not call closures after the object is gone")
  func subscribeWithDoesNotCallClosuresAfterTheObjectIsGone() {
    final class Owner {}
    var owner: Owner? = Owner()
    let source = PublishSubject<Int>()
    _ = source.asSingle().subscribe(
      with: owner ?? Owner(), onSuccess: { [log] _, value in log("\(value)") })
    source.onNext(1)
    owner = nil
    source.onCompleted()
    #expect(log.lines.isEmpty && owner == nil)
  }
}
