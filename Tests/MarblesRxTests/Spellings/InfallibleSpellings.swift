import MarblesRx

/// The spellings of RxSwift's operators on infallibles.
private enum InfallibleSpellings {
  final class Owner { var value = 0 }

  static var xs: Infallible<Int> { .of(1, 2, 3) }
  static var ys: Infallible<String> { .of("a", "b") }
  static var observable: Observable<String> { .of("a", "b") }
  static var scheduler: any SchedulerType { ConcurrentDispatchQueueScheduler(qos: .default) }

  static func sources() {
    let _: Infallible<Int> = .just(1)
    let _: Infallible<Int> = .just(1, scheduler: scheduler)
    let _: Infallible<Int> = .empty()
    let _: Infallible<Int> = .never()
    let _: Infallible<Int> = .deferred { .just(1) }
    let _: Infallible<Int> = .of(1, 2, scheduler: scheduler)
    let _: Infallible<Int> = .from([1, 2])
    let _: Infallible<Int> = .from(1...3, scheduler: scheduler)
    let _: Infallible<Int> = .create { observer in
      observer(.next(1))
      observer(.completed)
      return Disposables.create()
    }
    let _: Infallible<Int> = .interval(.seconds(1), scheduler: scheduler)
    let _: Infallible<Int> = .timer(.seconds(1), scheduler: scheduler)
    let _: Infallible<Int> = .timer(.seconds(1), period: .seconds(1), scheduler: scheduler)
  }

  static func operators(_ owner: Owner) {
    let _: Infallible<String> = xs.map { "\($0)" }
    let _: Infallible<Int> = ys.compactMap { Int($0) }
    let _: Infallible<Int> = xs.filter { $0 > 1 }
    let _: Infallible<Int> = xs.distinctUntilChanged()
    let _: Infallible<Int> = xs.distinctUntilChanged { $0 / 2 }
    let _: Infallible<Int> = xs.distinctUntilChanged { $0 == $1 }
    let _: Infallible<Int> = xs.distinctUntilChanged({ $0 / 2 }, comparer: { $0 == $1 })
    let _: Infallible<String> = ys.distinctUntilChanged(at: \.count)
    let _: Infallible<Int> = xs.debounce(.seconds(1), scheduler: scheduler)
    let _: Infallible<Int> = xs.throttle(.seconds(1), latest: false, scheduler: scheduler)
    let _: Infallible<Int> = xs.flatMap { Infallible.just($0) }
    let _: Infallible<Int> = xs.flatMapLatest { Infallible.just($0) }
    let _: Infallible<Int> = xs.flatMapFirst { Infallible.just($0) }
    let _: Infallible<Int> = xs.concatMap { Infallible.just($0) }
    let _: Infallible<Int> = xs.concat(xs)
    let _: Infallible<Int> = Infallible.concat(xs, xs)
    let _: Infallible<Int> = Infallible.concat([xs, xs])
    let _: Infallible<Int> = Infallible.concat(AnySequence([xs]))
    let _: Infallible<Int> = Infallible.merge(xs, xs)
    let _: Infallible<Int> = Infallible.merge([xs, xs])
    let _: Infallible<Int> = Infallible.merge(AnyCollection([xs]))
    let _: Infallible<Int> = xs.do(
      onNext: { _ in }, afterNext: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {},
      onSubscribed: {}, onDispose: {})
    let _: Infallible<Int> = xs.scan(0, accumulator: +)
    let _: Infallible<Int> = xs.scan(0) { $0 + $1 }
    let _: Infallible<[Int]> = xs.scan(into: []) { $0.append($1) }
    let _: Infallible<Int> = xs.startWith(1)
    let _: Infallible<Int> = xs.take(1)
    let _: Infallible<Int> = xs.take(for: .seconds(1), scheduler: scheduler)
    let _: Infallible<Int> = xs.takeLast(1)
    let _: Infallible<Int> = xs.take(while: { $0 < 2 }, behavior: .inclusive)
    let _: Infallible<Int> = xs.take(until: ys)
    let _: Infallible<Int> = xs.take(until: observable)
    let _: Infallible<Int> = xs.take(until: { $0 > 1 }, behavior: .inclusive)
    let _: Infallible<Int> = xs.skip(1)
    let _: Infallible<Int> = xs.skip(.seconds(1), scheduler: scheduler)
    let _: Infallible<Int> = xs.skip(while: { $0 < 2 })
    let _: Infallible<Int> = xs.skip(until: observable)
    let _: Infallible<Int> = xs.share(replay: 1, scope: .forever)
    let _: Infallible<(Owner, Int)> = xs.withUnretained(owner)
    let _: Infallible<Int> = xs.withUnretained(owner) { $0.value + $1 }
    let _: Infallible<String> = xs.withLatestFrom(ys)
    let _: Infallible<Int> = xs.withLatestFrom(ys) { $0 + $1.count }
    let _: Infallible<Int> = xs.observe(on: scheduler)
    let _: Infallible<Int> = xs.subscribe(on: scheduler)
    let _: Infallible<Int> = xs.delay(.seconds(1), scheduler: scheduler)
    let _: Infallible<Int> = xs.debug("name", trimOutput: true)
  }

  static func conversions() {
    let _: Observable<Int> = xs.asObservable()
    let _: Infallible<Int> = xs.asInfallible()
    let _: Driver<Int> = xs.asDriver()
    let _: Signal<Int> = xs.asSignal()
    let _: Infallible<Int> = Driver.just(1).asInfallible()
    let _: Infallible<Int> = Signal.just(1).asInfallible()
    let _: AsyncStream<Int> = xs.values
  }

  static func joins() {
    let _: Infallible<(Int, String)> = Infallible.zip(xs, ys)
    let _: Infallible<Int> = Infallible.zip(xs, xs) { $0 + $1 }
    let _: Infallible<Int> = Infallible.zip(xs, xs, xs) { $0 + $1 + $2 }
    let _: Infallible<Int> = Infallible.zip(xs, xs, resultSelector: +)
    let _: Infallible<(Int, String)> = Infallible.combineLatest(xs, ys)
    let _: Infallible<Int> = Infallible.combineLatest(xs, xs) { $0 + $1 }
    let _: Infallible<Int> = Infallible.combineLatest(xs, xs, xs) { $0 + $1 + $2 }
    let _: Infallible<[Int]> = Infallible.combineLatest([xs, xs])
    let _: Infallible<Int> = Infallible.combineLatest([xs, xs]) { $0.count }
  }
}
