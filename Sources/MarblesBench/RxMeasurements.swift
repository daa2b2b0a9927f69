import Marbles
import MarblesRx

extension OperatorMeasurement {
  /// An observable behind a subject.
  @inline(__always)
  private static func values<Result>(
    _ name: String, _ goal: OperatorGoal = OperatorGoals.rxPassing,
    _ pipeline: @escaping (PublishSubject<Int>) -> Observable<Result>
  ) -> OperatorMeasurement {
    pairs(name, goal, feedsSecond: false) { first, _ in pipeline(first) }
  }

  /// Sends each value to both subjects, or only to the first one.
  @inline(__always)
  private static func pairs<Result>(
    _ name: String, _ goal: OperatorGoal, feedsSecond: Bool = true,
    _ pipeline:
      @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Result>
  ) -> OperatorMeasurement {
    OperatorMeasurement(name, goal) { size in
      let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
      let arrivals = Arrivals()
      let subscription = pipeline(first, second).subscribe(onNext: { _ in arrivals.count &+= 1 })
      return {
        for value in 0..<size {
          first.onNext(value)
          if feedsSecond { second.onNext(value) }
        }
        use((arrivals, subscription))
        return size
      }
    }
  }

  static var rxPassing: [OperatorMeasurement] {
    [
      values("PublishSubject, subscribe", OperatorGoals.rxSubject) { $0.asObservable() },
      values("asObservable") { $0.asObservable() },
      values("map") { $0.map { $0 &+ 1 } },
      values("filter") { $0.filter { $0 >= 0 } },
      values("compactMap") { $0.compactMap { Optional($0) } },
      values("scan") { $0.scan(0) { $0 &+ $1 } },
      values("enumerated") { $0.enumerated() },
      values("take") { $0.take(.max) },
      values("take(while:)") { $0.take(while: { $0 >= 0 }) },
      values("takeLast") { $0.takeLast(4) },
      values("skip") { $0.skip(1) },
      values("skip(while:)") { $0.skip(while: { $0 < 1 }) },
      values("element(at:)") { $0.element(at: .max) },
      values("ignoreElements") { $0.ignoreElements() },
      values("distinctUntilChanged") { $0.distinctUntilChanged() },
      values("startWith") { $0.startWith(1) },
      values("ifEmpty") { $0.ifEmpty(default: 1) },
      values("concat") { $0.concat(Observable.just(1)) },
      values("do") { $0.do(onNext: { _ in }) },
      values("materialize") { $0.materialize() },
      values("reduce") { $0.reduce(0) { $0 &+ $1 } },
      values("dematerialize after materialize") { $0.materialize().dematerialize() },
      values("groupBy") { $0.groupBy { $0 & 3 } },
      values("first") { $0.first().asObservable() },
      values("single") { $0.single { $0 < 1 } },
      values("asSingle") { $0.filter { $0 < 1 }.asSingle().asObservable() },
      values("asMaybe") { $0.filter { $0 < 1 }.asMaybe().asObservable() },
      values("asCompletable") { $0.ignoreElements().asCompletable().asObservable() },
      values("toArray") { $0.toArray().asObservable() },
      values("map, distinct, skip, compactMap, take, do", OperatorGoals.rxChain) {
        $0.map { $0 &+ 1 }.distinctUntilChanged().skip(1).compactMap { Optional($0) }
          .take(.max).do(onNext: { _ in })
      },
    ]
  }

  static var rxSharing: [OperatorMeasurement] {
    let goal = OperatorGoals.rxSharing
    return [
      values("share", goal) { $0.share() },
      values("share(replay: 1)", goal) { $0.share(replay: 1) },
      values("publish, refCount", goal) { $0.publish().refCount() },
      values("refCount after publish", goal) { $0.publish().refCount() },
      values("replay, refCount", goal) { $0.replay(1).refCount() },
      values("replayAll, refCount", goal) { $0.replayAll().refCount() },
      values("multicast, refCount", goal) {
        $0.multicast(makeSubject: { PublishSubject() }).refCount()
      },
      values("catch", goal) { $0.catch { _ in .just(1) } },
      values("asInfallible", goal) { $0.asInfallible(onErrorJustReturn: 1).asObservable() },
      values("catchAndReturn", goal) { $0.catchAndReturn(1) },
      values("retry", goal) { $0.retry(2) },
      values("retry(when:)", goal) {
        $0.retry(when: { (errors: Observable<any Error>) in errors })
      },
      values("take(until:)", goal) { $0.take(until: PublishSubject<Int>()) },
      values("skip(until:)", goal) { $0.skip(until: Observable.just(1)) },
      OperatorMeasurement("share to 1,000", OperatorGoals.rxSharedDelivery) { size in
        let source = PublishSubject<Int>()
        let shared = source.share()
        let observers = (0..<1_000).map { _ in Appending() }
        let subscriptions = observers.map { shared.subscribe($0) }
        return {
          for value in 0..<max(size / 1_000, 1) { source.onNext(value) }
          use((observers, subscriptions))
          return max(size / 1_000, 1) * 1_000
        }
      },
    ]
  }

  /// An observer of a class of the user.
  private final class Appending: ObserverType {
    private var events: [Event] = []

    func on(_ event: MarblesRx.Event<Int>) {
      guard case .next(let element) = event else { return }
      let number = Int64(element)
      events.append(Event(time: number, order: number, lane: 0, value: number))
    }
  }

  static var rxJoining: [OperatorMeasurement] {
    let (joining, inner) = (OperatorGoals.rxCombining, OperatorGoals.rxInner)
    return [
      pairs("merge", joining) { Observable.merge($0.asObservable(), $1.asObservable()) },
      pairs("zip", joining) { Observable.zip($0, $1) },
      pairs("combineLatest", joining) { Observable.combineLatest($0, $1) },
      pairs("withLatestFrom", joining) { $0.withLatestFrom($1) },
      pairs("merge, three values", joining) { Observable.merge($0.asObservable(), $1, $1) },
      pairs("zip, three values", joining) { Observable.zip($0, $1, $1) },
      pairs("combineLatest, three values", joining) { Observable.combineLatest($0, $1, $1) },
      pairs("zip, four values", joining) { Observable.zip($0, $0, $1, $1) },
      pairs("combineLatest, four values", joining) { Observable.combineLatest($0, $0, $1, $1) },
      pairs("zip, five values", OperatorGoals.rxCombiningFive) {
        Observable.zip($0, $0, $0, $1, $1)
      },
      pairs("combineLatest, five values", OperatorGoals.rxCombiningFive) {
        Observable.combineLatest($0, $0, $0, $1, $1)
      },
      values("withUnretained", joining) { $0.withUnretained($0) { $1 } },
      values("amb", joining) { $0.amb(PublishSubject<Int>()) },
      values("andThen", joining) {
        $0.ignoreElements().asCompletable().andThen(Observable.just(1))
      },
      pairs("sample", joining) { $0.sample($1) },
      values("flatMap", inner) { $0.flatMap { Observable.just($0) } },
      values("flatMapMaybe", inner) {
        $0.filter { $0 < 1 }.asSingle().flatMapMaybe { Maybe.just($0) }.asObservable()
      },
      values("flatMapCompletable", inner) {
        $0.filter { $0 < 1 }.asSingle().flatMapCompletable { _ in Completable.empty() }
          .asObservable()
      },
      values("flatMapFirst", inner) { $0.flatMapFirst { Observable.just($0) } },
      values("flatMapLatest", inner) { $0.flatMapLatest { Observable.just($0) } },
      values("concatMap", inner) { $0.concatMap { Observable.just($0) } },
      values("merge(maxConcurrent:) after map", inner) {
        $0.map { Observable.just($0) }.merge(maxConcurrent: 4)
      },
      values("switchLatest after map", inner) { $0.map { Observable.just($0) }.switchLatest() },
    ]
  }
}

// MARK: Operators that use a scheduler

extension OperatorMeasurement {
  static var rxTimed: [OperatorMeasurement] {
    let passing = OperatorGoals.rxPassing
    return [
      timed("observe(on:)") { $0.observe(on: $1) },
      timed("subscribe(on:)", passing) { $0.subscribe(on: $1) },
      timed("delay") { $0.delay(.milliseconds(1), scheduler: $1) },
      timed("delaySubscription", passing) {
        $0.delaySubscription(.milliseconds(1), scheduler: $1)
      },
      timed("debounce") { $0.debounce(.milliseconds(1), scheduler: $1) },
      timed("throttle") { $0.throttle(.milliseconds(1), scheduler: $1) },
      timed("timeout") { $0.timeout(.seconds(3_600), scheduler: $1) },
      timed("buffer") { $0.buffer(timeSpan: .seconds(3_600), count: 4, scheduler: $1) },
      timed("window") { $0.window(timeSpan: .seconds(3_600), count: 4, scheduler: $1) },
      timed("take(for:)", passing) { $0.take(for: .seconds(3_600), scheduler: $1) },
      timed("skip(for:)", passing) { $0.skip(.seconds(3_600), scheduler: $1) },
    ]
  }

  /// Sends all values at one instant, then runs the scheduler for ten milliseconds.
  @inline(__always)
  private static func timed<Result>(
    _ name: String, _ goal: OperatorGoal = OperatorGoals.rxTimed,
    _ pipeline:
      @escaping (PublishSubject<Int>, TestScheduler)
      -> Observable<Result>
  ) -> OperatorMeasurement {
    OperatorMeasurement(name, goal) { size in
      let source = PublishSubject<Int>()
      let scheduler = TestScheduler(limits: RunLimits(jobsPerInstant: .max, jobs: .max))
      let arrivals = Arrivals()
      let subscription = pipeline(source, scheduler)
        .subscribe(onNext: { _ in arrivals.count &+= 1 })
      return {
        for value in 0..<size { source.onNext(value) }
        try? scheduler.run(until: .zero + .milliseconds(10))
        use((arrivals, subscription))
        return size
      }
    }
  }
}
