import MarblesRx

/// The spellings of RxSwift's operators on observables. The compiler is the test: a result type that
/// differs, or an overload that is missing or ambiguous, is an error.
private enum OperatorSpellings {
  static var xs: Observable<Int> { .of(1, 2, 3) }
  static var ys: Observable<String> { .of("a", "b") }
  static var scheduler: any SchedulerType { ConcurrentDispatchQueueScheduler(qos: .default) }

  static func transforming() {
    let _: Observable<String> = xs.map { "\($0)" }
    let _: Observable<Int> = ys.compactMap { Int($0) }
    let _: Observable<Int> = ys.compactMap(Int.init)
    let _: Observable<(index: Int, element: Int)> = xs.enumerated()
    let _: Observable<Int> = xs.scan(0) { $0 + $1 }
    let _: Observable<Int> = xs.scan(0, accumulator: +)
    let _: Observable<[Int]> = xs.scan(into: []) { $0.append($1) }
    let _: Observable<[Int]> = xs.scan(into: [], accumulator: { $0.append($1) })
    let _: Observable<Int> = xs.reduce(0, accumulator: +)
    let _: Observable<Int> = xs.reduce(0) { $0 + $1 }
    let _: Observable<String> = xs.reduce(0, accumulator: +, mapResult: { "\($0)" })
    let _: Observable<Event<Int>> = xs.materialize()
    let _: Observable<Int> = xs.materialize().dematerialize()
    let _: Observable<GroupedObservable<Bool, Int>> = xs.groupBy { $0 > 1 }
    let _: Observable<GroupedObservable<Bool, Int>> = xs.groupBy(keySelector: { $0 > 1 })
    let _: Observable<Bool> = xs.groupBy { $0 > 1 }.map(\.key)
    let _: Observable<[Int]> = xs.buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler)
    let _: Observable<Observable<Int>> = xs.window(
      timeSpan: .seconds(1), count: 2, scheduler: scheduler)
    let _: Observable<String> = xs.withUnretained(ys).map { "\($0.1)" }
    let _: Observable<String> = xs.withUnretained(ys) { _, value in "\(value)" }
    let _: Observable<String> = xs.withUnretained(ys, resultSelector: { "\($1)" })
    let _: Single<[Int]> = xs.toArray()
  }

  static func filtering() {
    let _: Observable<Int> = xs.filter { $0 > 1 }
    let _: Observable<Never> = xs.ignoreElements()
    let _: Observable<Int> = xs.distinctUntilChanged()
    let _: Observable<Int> = xs.distinctUntilChanged { $0 / 2 }
    let _: Observable<Int> = xs.distinctUntilChanged { $0 == $1 }
    let _: Observable<Int> = xs.distinctUntilChanged({ $0 / 2 }, comparer: { $0 == $1 })
    let _: Observable<String> = ys.distinctUntilChanged(at: \.count)
    let _: Observable<Int> = xs.element(at: 1)
    let _: Observable<Int> = xs.single()
    let _: Observable<Int> = xs.single { $0 > 1 }
    let _: Single<Int?> = xs.first()
    let _: Observable<Int> = xs.skip(1)
    let _: Observable<Int> = xs.skip(.seconds(1), scheduler: scheduler)
    let _: Observable<Int> = xs.skip(while: { $0 < 2 })
    let _: Observable<Int> = xs.skip(until: ys)
    let _: Observable<Int> = xs.take(1)
    let _: Observable<Int> = xs.take(for: .seconds(1), scheduler: scheduler)
    let _: Observable<Int> = xs.takeLast(1)
    let _: Observable<Int> = xs.take(until: ys)
    let _: Observable<Int> = xs.take(until: { $0 > 1 })
    let _: Observable<Int> = xs.take(until: { $0 > 1 }, behavior: .inclusive)
    let _: Observable<Int> = xs.take(while: { $0 < 2 })
    let _: Observable<Int> = xs.take(while: { $0 < 2 }, behavior: .exclusive)
    let _: Observable<Int> = xs.sample(ys)
    let _: Observable<Int> = xs.sample(ys, defaultValue: 7)
    let _: Observable<Int> = xs.debounce(.seconds(1), scheduler: scheduler)
    let _: Observable<Int> = xs.throttle(.seconds(1), scheduler: scheduler)
    let _: Observable<Int> = xs.throttle(.seconds(1), latest: false, scheduler: scheduler)
    let _: Observable<Int> = xs.ifEmpty(default: 1)
    let _: Observable<Int> = xs.ifEmpty(switchTo: xs)
  }

  static func joining() {
    let _: Observable<Int> = xs.flatMap { Observable.just($0) }
    let _: Observable<Int> = xs.flatMap { Single.just($0) }
    let _: Observable<Int> = xs.flatMap { Maybe.just($0) }
    let _: Observable<Int> = xs.flatMap { BehaviorRelay(value: $0) }
    let _: Observable<Int> = xs.flatMapFirst { Observable.just($0) }
    let _: Observable<Int> = xs.flatMapLatest { Observable.just($0) }
    let _: Observable<Int> = xs.concatMap { Observable.just($0) }
    let _: Observable<Int> = xs.map { Observable.just($0) }.merge()
    let _: Observable<Int> = xs.map { Observable.just($0) }.merge(maxConcurrent: 2)
    let _: Observable<Int> = xs.map { Observable.just($0) }.concat()
    let _: Observable<Int> = xs.map { Observable.just($0) }.switchLatest()
    let _: Observable<Int> = Observable.merge(xs, xs)
    let _: Observable<Int> = Observable.merge([xs, xs])
    let _: Observable<Int> = Observable.merge(AnyCollection([xs, xs]))
    let _: Observable<Int> = xs.concat(xs)
    let _: Observable<Int> = xs.concat(Single.just(1))
    let _: Observable<Int> = Observable.concat(xs, xs)
    let _: Observable<Int> = Observable.concat([xs, xs])
    let _: Observable<Int> = Observable.concat(AnySequence([xs, xs]))
    let _: Observable<Int> = xs.startWith(1)
    let _: Observable<Int> = xs.startWith(1, 2)
    let _: Observable<Int> = xs.amb(xs)
    let _: Observable<Int> = Observable.amb([xs, xs])
    let _: Observable<(Int, String)> = xs.withLatestFrom(ys) { ($0, $1) }
    let _: Observable<(Int, String)> = xs.withLatestFrom(ys, resultSelector: { ($0, $1) })
    let _: Observable<String> = xs.withLatestFrom(ys)
    let _: Observable<[Int]> = Observable.zip([xs, xs])
    let _: Observable<Int> = Observable.zip([xs, xs]) { $0.count }
    let _: Observable<Int> = Observable.zip([xs, xs], resultSelector: { $0.count })
    let _: Observable<[Int]> = Observable.combineLatest([xs, xs])
    let _: Observable<Int> = Observable.combineLatest([xs, xs]) { $0.count }
    let _: Observable<Int> = Observable.combineLatest([xs, xs], resultSelector: { $0.count })
  }

  static func arities() {
    let _: Observable<(Int, String)> = Observable.zip(xs, ys)
    let _: Observable<(Int, String, Int)> = Observable.zip(xs, ys, xs)
    let _: Observable<(Int, String, Int, Int)> = Observable.zip(xs, ys, xs, xs)
    let _: Observable<Int> = Observable.zip(xs, xs) { $0 + $1 }
    let _: Observable<Int> = Observable.zip(xs, xs, resultSelector: +)
    let _: Observable<Int> = Observable.zip(xs, xs, xs) { $0 + $1 + $2 }
    let _: Observable<Int> = Observable.zip(xs, xs, xs, xs, xs, xs, xs, xs) {
      [$0, $1, $2, $3, $4, $5, $6, $7].count
    }
    let _: Observable<(Int, String)> = Observable.combineLatest(xs, ys)
    let _: Observable<(Int, String, Int)> = Observable.combineLatest(xs, ys, xs)
    let _: Observable<(Int, String, Int, Int)> = Observable.combineLatest(xs, ys, xs, xs)
    let _: Observable<Int> = Observable.combineLatest(xs, xs) { $0 + $1 }
    let _: Observable<Int> = Observable.combineLatest(xs, xs, resultSelector: +)
    let _: Observable<Int> = Observable.combineLatest(xs, xs, xs) { $0 + $1 + $2 }
    let _: Observable<Int> = Observable.combineLatest(xs, xs, xs, xs, xs, xs, xs, xs) {
      [$0, $1, $2, $3, $4, $5, $6, $7].count
    }
    let _: Observable<(Int, Int)> = Observable.combineLatest(
      BehaviorRelay(value: 1), BehaviorSubject(value: 2))
    let _: Observable<(Int, Int)> = Observable.combineLatest(
      BehaviorRelay(value: 1), Single.just(2), resultSelector: { ($0, $1) })
  }

  static func errors() {
    let _: Observable<Int> = xs.catch { _ in .just(1) }
    let _: Observable<Int> = xs.catch { (error: any Error) in Observable.error(error) }
    let _: Observable<Int> = xs.catchAndReturn(1)
    let _: Observable<Int> = Observable.catch(sequence: [xs, xs])
    let _: Observable<Int> = xs.retry()
    let _: Observable<Int> = xs.retry(2)
    let _: Observable<Int> = xs.retry(when: { (errors: Observable<any Error>) in errors.take(1) })
    let _: Observable<Int> = xs.retry(when: { (errors: Observable<RxError>) in errors.take(1) })
    let _: Observable<Int> = xs.retry { $0.flatMap { _ in Observable.just(1) } }
    let _: Observable<Int> = xs.timeout(.seconds(1), scheduler: scheduler)
    let _: Observable<Int> = xs.timeout(.seconds(1), other: xs, scheduler: scheduler)
    let _: Observable<Int> = xs.do(onNext: { _ in })
    let _: Observable<Int> = xs.do(
      onNext: { _ in }, afterNext: { _ in }, onError: { _ in }, afterError: { _ in },
      onCompleted: {}, afterCompleted: {}, onSubscribe: {}, onSubscribed: {}, onDispose: {})
    let _: Observable<Int> = xs.debug()
    let _: Observable<Int> = xs.debug("name", trimOutput: true)
    let _: Observable<Int> = xs.debug("name", trimOutput: true, file: "f", line: 1, function: "g")
  }

  static func sharing() {
    let _: Observable<Int> = xs.share()
    let _: Observable<Int> = xs.share(replay: 1)
    let _: Observable<Int> = xs.share(replay: 1, scope: .whileConnected)
    let _: Observable<Int> = xs.share(replay: 1, scope: .forever)
    let _: ConnectableObservable<Int> = xs.publish()
    let _: ConnectableObservable<Int> = xs.replay(1)
    let _: ConnectableObservable<Int> = xs.replayAll()
    let _: ConnectableObservable<Int> = xs.multicast(PublishSubject())
    let _: ConnectableObservable<Int> = xs.multicast(makeSubject: { BehaviorSubject(value: 1) })
    let _: Observable<String> = xs.multicast(
      { PublishSubject<Int>() }, selector: { $0.map { "\($0)" } })
    let _: Observable<Int> = xs.publish().refCount()
    let _: any Disposable = xs.publish().connect()
  }

  static func time() {
    let _: Observable<Int> = xs.delay(.seconds(1), scheduler: scheduler)
    let _: Observable<Int> = xs.delaySubscription(.seconds(1), scheduler: scheduler)
    let _: Observable<Int> = xs.observe(on: scheduler)
    let _: Observable<Int> = xs.observe(on: MainScheduler.instance)
    let _: Observable<Int> = xs.subscribe(on: CurrentThreadScheduler.instance)
  }

  static func sources() throws {
    let _: Observable<Int> = .just(1)
    let _: Observable<Int> = .just(1, scheduler: scheduler)
    let _: Observable<Int> = .of(1, 2)
    let _: Observable<Int> = .of(1, 2, scheduler: scheduler)
    let _: Observable<Int> = .from([1, 2])
    let _: Observable<Int> = .from(1...3, scheduler: scheduler)
    let _: Observable<Int> = .from([1, 2], scheduler: scheduler)
    let _: Observable<Int> = .from(optional: 1)
    let _: Observable<Int> = .from(optional: nil, scheduler: scheduler)
    let _: Observable<Int> = .empty()
    let _: Observable<Int> = .never()
    let _: Observable<Int> = .error(RxError.unknown)
    let _: Observable<Int> = .deferred { .just(1) }
    let _: Observable<Int> = .create { observer in
      observer.onNext(1)
      observer.on(.completed)
      return Disposables.create()
    }
    let _: Observable<Int> = .range(start: 1, count: 3)
    let _: Observable<Int> = .range(start: 1, count: 3, scheduler: scheduler)
    let _: Observable<Int> = .interval(.seconds(1), scheduler: scheduler)
    let _: Observable<Int> = .timer(.seconds(1), scheduler: scheduler)
    let _: Observable<Int64> = .timer(.seconds(1), period: .seconds(1), scheduler: scheduler)
    let _: Observable<Int> = .generate(initialState: 1, condition: { $0 < 4 }) { $0 + 1 }
    let _: Observable<Int> = .generate(
      initialState: 1, condition: { $0 < 4 }, scheduler: scheduler, iterate: { $0 + 1 })
    let _: Observable<Int> = .repeatElement(1)
    let _: Observable<Int> = .repeatElement(1, scheduler: scheduler)
    let _: Observable<Int> = .using({ BooleanDisposable() }, observableFactory: { _ in .just(1) })
  }

  static func converting() {
    let _: Observable<Int> = xs.asObservable()
    let _: Single<Int> = xs.asSingle()
    let _: Maybe<Int> = xs.asMaybe()
    let _: Completable = xs.ignoreElements().asCompletable()
    let _: Infallible<Int> = xs.asInfallible(onErrorJustReturn: 1)
    let _: Infallible<Int> = xs.asInfallible(onErrorFallbackTo: .just(1))
    let _: Infallible<Int> = xs.asInfallible { _ in .just(1) }
    let _: Infallible<Int> = xs.asInfallible(onErrorRecover: { _ in .just(1) })
    let _: Driver<Int> = xs.asDriver(onErrorJustReturn: 1)
    let _: Driver<Int> = xs.asDriver(onErrorDriveWith: .empty())
    let _: Driver<Int> = xs.asDriver(onErrorRecover: { _ in .just(1) })
    let _: Driver<Int> = xs.asDriver { _ in .just(1) }
    let _: Signal<Int> = xs.asSignal(onErrorJustReturn: 1)
    let _: Signal<Int> = xs.asSignal(onErrorSignalWith: .empty())
    let _: Signal<Int> = xs.asSignal(onErrorRecover: { _ in .just(1) })
    let _: AsyncThrowingStream<Int, any Error> = xs.values
  }

  static func subscribing(_ owner: Owner, _ observer: AnyObserver<Int>, _ bag: DisposeBag) {
    xs.subscribe { (event: Event<Int>) in _ = event }.disposed(by: bag)
    xs.subscribe { print($0) }.disposed(by: bag)
    xs.subscribe(observer).disposed(by: bag)
    xs.subscribe().disposed(by: bag)
    xs.subscribe(onNext: { _ in }).disposed(by: bag)
    xs.subscribe(onNext: { _ in }, onError: { _ in }).disposed(by: bag)
    xs.subscribe(onError: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
    xs.subscribe(with: owner) { $0.value = $1 }.disposed(by: bag)
    xs.subscribe(with: owner, onNext: { $0.value = $1 }).disposed(by: bag)
    xs.subscribe(
      with: owner, onNext: { $0.value = $1 }, onError: { _, _ in }, onCompleted: { _ in },
      onDisposed: { _ in }
    ).disposed(by: bag)
  }

  static func binding(_ owner: Owner, _ observer: AnyObserver<Int>, _ bag: DisposeBag) {
    let optional = AnyObserver<Int?> { _ in }
    let relay = PublishRelay<Int>()
    let optionalRelay = BehaviorRelay<Int?>(value: nil)
    xs.bind(to: observer).disposed(by: bag)
    xs.bind(to: observer, observer).disposed(by: bag)
    xs.bind(to: optional).disposed(by: bag)
    xs.bind(to: optional, optional).disposed(by: bag)
    xs.bind(to: relay).disposed(by: bag)
    xs.bind(to: relay, relay).disposed(by: bag)
    xs.bind(to: BehaviorRelay(value: 1)).disposed(by: bag)
    xs.bind(to: ReplayRelay<Int>.create(bufferSize: 1)).disposed(by: bag)
    xs.bind(to: optionalRelay).disposed(by: bag)
    xs.bind(to: PublishRelay<Int?>()).disposed(by: bag)
    xs.bind(to: ReplayRelay<Int?>.createUnbound()).disposed(by: bag)
    xs.bind(onNext: { _ in }).disposed(by: bag)
    xs.bind { _ in }.disposed(by: bag)
    xs.bind(with: owner) { $0.value = $1 }.disposed(by: bag)
    xs.bind(with: owner, onNext: { $0.value = $1 }).disposed(by: bag)
    let _: String = xs.bind(to: { (_: Observable<Int>) in "bound" })
    let _: String = xs.bind(to: { (_: Observable<Int>) in { "\($0)" } }, curriedArgument: 1)
  }

  final class Owner { var value = 0 }
}
