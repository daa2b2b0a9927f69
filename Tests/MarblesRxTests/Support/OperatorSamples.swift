import MarblesCombine

@testable import MarblesRx

/// Every operator in a form that takes and gives integers, for tests of what all must keep.
enum OperatorSamples {
  typealias Sample = (name: String, apply: (Observable<Int>, TestScheduler) -> Observable<Int>)

  static var all: [Sample] { plain + timed + combining + sharing }

  /// `all`, and the operators whose completion differs from that of their source.
  static var everything: [Sample] { all + others }

  private static var others: [Sample] {
    [
      ("asObservable", { s, _ in s.asObservable() }),
      ("catchAndReturn", { s, _ in s.catchAndReturn(9) }),
      ("catch(sequence:)", { s, _ in Observable.catch(sequence: [s, .just(9)]) }),
      ("retry(when:)", { s, _ in s.retry(when: { (e: Observable<any Error>) in e.take(2) }) }),
      ("delaySubscription", { $0.delaySubscription(.milliseconds(3), scheduler: $1) }),
      ("ignoreElements", { s, _ in s.ignoreElements().map { (_: Never) -> Int in } }),
      ("retry", { s, _ in s.retry(3) }),
      ("toArray", { s, _ in s.toArray().map(\.count).asObservable() }),
      ("first", { s, _ in s.asObservable().first().map { $0 ?? 9 }.asObservable() }),
      ("asSingle", { s, _ in s.asSingle().asObservable() }),
      (
        "flatMapMaybe",
        { s, _ in s.asSingle().flatMapMaybe { Maybe.just($0) }.asObservable() }
      ),
      (
        "flatMapCompletable",
        { s, _ in
          s.asSingle().flatMapCompletable { _ in Completable.empty() }.asObservable()
            .map { (_: Never) -> Int in }
        }
      ),
      ("asMaybe", { s, _ in s.asMaybe().asObservable() }), ("single", { s, _ in s.single() }),
      ("take(until:)", { s, _ in s.take(until: Observable.of(1, 2).filter { $0 > 2 }) }),
      ("amb", { s, _ in s.amb(Observable<Int>.never()) }),
      ("andThen", { s, _ in s.ignoreElements().asCompletable().andThen(Observable.just(1)) }),
      (
        "asCompletable",
        { s, _ in s.ignoreElements().asCompletable().asObservable().map { (_: Never) -> Int in } }
      ),
      ("withUnretained", { s, scheduler in s.withUnretained(scheduler) { $1 } }),
      ("asInfallible", { s, _ in s.asInfallible(onErrorJustReturn: 9).asObservable() }),
      ("debug", { s, _ in s.debug("s", trimOutput: true, print: { _ in }) }),
      ("dematerialize", { s, _ in s.materialize().dematerialize() }),
      ("groupBy", { s, _ in s.groupBy { $0 % 2 }.flatMap { $0 } }),
      ("switchLatest", { s, _ in s.map { Observable.of($0, $0 + 1) }.switchLatest() }),
      (
        "merge(maxConcurrent:)",
        { s, _ in s.map { s.startWith($0).take(2) }.merge(maxConcurrent: 2) }
      ),
      ("multicast", { s, _ in s.multicast(makeSubject: { BehaviorSubject(value: 0) }).refCount() }),
      ("multicast(_:)", { s, _ in s.multicast(PublishSubject()).refCount() }),
      (
        "multicast(_:selector:)",
        { s, _ in
          s.multicast({ PublishSubject() }, selector: { Observable.zip($0, $0) { $0 + $1 } })
        }
      ),
      ("replay", { s, _ in s.replay(2).refCount() }),
      ("replayAll", { s, _ in s.replayAll().refCount() }),
      ("refCount", { s, _ in s.publish().refCount() }),
      ("catch", { s, _ in s.catch { _ in .of(1, 2) } }),
      ("flatMap of itself", { s, _ in s.flatMap { value in s.map { $0 + value } } }),
      ("debounce, share", { $0.debounce(.milliseconds(2), scheduler: $1).share(replay: 1) }),
      ("take(for:)", { $0.take(for: .milliseconds(5), scheduler: $1) }),
      ("timeout", { $0.timeout(.milliseconds(3), scheduler: $1) }),
      ("buffer", { $0.buffer(timeSpan: .milliseconds(3), count: 2, scheduler: $1).map(\.count) }),
      (
        "window",
        { $0.window(timeSpan: .milliseconds(3), count: 2, scheduler: $1).flatMap { $0 } }
      ),
      ("throttle", { $0.throttle(.milliseconds(2), latest: false, scheduler: $1) }),
      ("delay", { $0.delay(.milliseconds(2), scheduler: $1) }),
    ]
  }

  private static var plain: [Sample] {
    [
      ("map", { s, _ in s.map { $0 } }), ("compactMap", { s, _ in s.compactMap { $0 } }),
      ("filter", { s, _ in s.filter { _ in true } }),
      ("scan", { s, _ in s.scan(0) { $0 + $1 } }),
      ("scan(into:)", { s, _ in s.scan(into: 0) { $0 += $1 } }),
      ("reduce", { s, _ in s.reduce(0) { $0 + $1 } }),
      ("distinctUntilChanged", { s, _ in s.distinctUntilChanged() }),
      ("startWith", { s, _ in s.startWith(0) }), ("ifEmpty", { s, _ in s.ifEmpty(default: 9) }),
      ("take", { s, _ in s.take(5) }), ("take(while:)", { s, _ in s.take(while: { $0 < 9 }) }),
      ("takeLast", { s, _ in s.takeLast(1) }), ("skip", { s, _ in s.skip(1) }),
      ("skip(while:)", { s, _ in s.skip(while: { $0 < 1 }) }),
      ("enumerated", { s, _ in s.enumerated().map(\.element) }),
      ("do", { s, _ in s.do(onNext: { _ in }) }),
      ("materialize", { s, _ in s.materialize().dematerialize() }),
      ("catch", { s, _ in s.catch { throw $0 } }),
      ("element(at:)", { s, _ in s.element(at: 0).catch { _ in .empty() } }),
    ]
  }

  private static var timed: [Sample] {
    [
      ("debounce", { $0.debounce(.seconds(3), scheduler: $1) }),
      ("throttle", { $0.throttle(.seconds(3), scheduler: $1) }),
      ("delay", { $0.delay(.seconds(3), scheduler: $1) }),
      ("observe(on:)", { $0.observe(on: $1) }), ("subscribe(on:)", { $0.subscribe(on: $1) }),
      ("timeout", { $0.timeout(.seconds(900), scheduler: $1) }),
      (
        "buffer",
        { $0.buffer(timeSpan: .seconds(900), count: 2, scheduler: $1).map(\.count) }
      ),
      (
        "window",
        { $0.window(timeSpan: .seconds(900), count: 2, scheduler: $1).flatMap { $0 } }
      ),
      ("sample", { s, _ in s.sample(s) }),
      ("take(for:)", { $0.take(for: .seconds(900), scheduler: $1) }),
    ]
  }

  private static var combining: [Sample] {
    [
      ("flatMap", { s, _ in s.flatMap { Observable.just($0) } }),
      ("flatMapFirst", { s, _ in s.flatMapFirst { Observable.just($0) } }),
      ("flatMapLatest", { s, _ in s.flatMapLatest { Observable.just($0) } }),
      ("concatMap", { s, _ in s.concatMap { Observable.just($0) } }),
      ("concat", { s, _ in s.concat(Observable.just(9)) }),
      ("merge", { s, _ in Observable.merge(s, .never().take(until: s.materialize())) }),
      ("zip", { s, _ in Observable.zip(s, s) { $0 + $1 } }),
      ("combineLatest", { s, _ in Observable.combineLatest(s, s) { $0 + $1 } }),
      (
        "withLatestFrom",
        { s, _ in s.withLatestFrom(Observable.just(1).concat(Observable.never())) }
      ),
      ("take(until:)", { s, _ in s.take(until: Observable<Int>.never()) }),
      ("skip(until:)", { s, _ in s.skip(until: Observable.just(1)) }),
    ]
  }

  private static var sharing: [Sample] {
    [
      ("share", { s, _ in s.share() }), ("share(replay: 1)", { s, _ in s.share(replay: 1) }),
      ("share(replay: 2)", { s, _ in s.share(replay: 2) }),
      ("share forever", { s, _ in s.share(replay: 1, scope: .forever) }),
      ("publish, refCount", { s, _ in s.publish().refCount() }),
    ]
  }
}
