import MarblesRx

/// The spellings of RxCocoa's operators on drivers and signals.
private enum SharedSequenceSpellings {
  final class Owner { var value = 0 }

  static var driver: Driver<Int> { .just(1) }
  static var signal: Signal<Int> { .just(1) }
  static var names: Driver<String> { .just("a") }

  static func sources() {
    let _: Driver<Int> = .empty()
    let _: Driver<Int> = .never()
    let _: Driver<Int> = .just(1)
    let _: Driver<Int> = .of(1, 2)
    let _: Driver<Int> = .from([1, 2])
    let _: Driver<Int> = .from(1...3)
    let _: Driver<Int> = .from(optional: 1)
    let _: Driver<Int> = .deferred { .just(1) }
    let _: Driver<Int> = .interval(.seconds(1))
    let _: Driver<Int> = .timer(.seconds(1), period: .seconds(1))
    let _: Signal<Int> = .deferred { .just(1) }
    let _: SharedSequence<DriverSharingStrategy, Int> = driver
    let _: SharedSequence<SignalSharingStrategy, Int> = signal
  }

  static func operators(_ owner: Owner) {
    let _: Driver<String> = driver.map { "\($0)" }
    let _: Driver<Int> = names.compactMap { Int($0) }
    let _: Driver<Int> = driver.filter { $0 > 1 }
    let _: Driver<Int> = driver.map { Driver.just($0) }.switchLatest()
    let _: Driver<Int> = driver.map { Driver.just($0) }.merge()
    let _: Driver<Int> = driver.map { Driver.just($0) }.merge(maxConcurrent: 2)
    let _: Driver<Int> = driver.flatMap { Driver.just($0) }
    let _: Driver<Int> = driver.flatMapLatest { Driver.just($0) }
    let _: Driver<Int> = driver.flatMapFirst { Driver.just($0) }
    let _: Signal<Int> = driver.flatMapLatest { Signal.just($0) }
    let _: Driver<Int> = signal.flatMap { Driver.just($0) }
    let _: Driver<Int> = driver.do(
      onNext: { _ in }, afterNext: { _ in }, onCompleted: {}, afterCompleted: {}, onSubscribe: {},
      onSubscribed: {}, onDispose: {})
    let _: Driver<Int> = driver.debug()
    let _: Driver<Int> = driver.debug("name", trimOutput: true)
    let _: Driver<Int> = driver.distinctUntilChanged()
    let _: Driver<Int> = driver.distinctUntilChanged { $0 / 2 }
    let _: Driver<Int> = driver.distinctUntilChanged { $0 == $1 }
    let _: Driver<Int> = driver.distinctUntilChanged({ $0 / 2 }, comparer: { $0 == $1 })
    let _: Driver<Int> = driver.throttle(.seconds(1))
    let _: Driver<Int> = driver.throttle(.seconds(1), latest: false)
    let _: Driver<Int> = driver.debounce(.seconds(1))
    let _: Driver<Int> = driver.delay(.seconds(1))
    let _: Driver<Int> = driver.scan(0) { $0 + $1 }
    let _: Driver<Int> = driver.scan(0, accumulator: +)
    let _: Driver<Int> = driver.startWith(1)
    let _: Driver<Int> = driver.skip(1)
    let _: Driver<String> = driver.withLatestFrom(names)
    let _: Driver<Int> = driver.withLatestFrom(names) { $0 + $1.count }
    let _: Signal<Int> = signal.withLatestFrom(driver)
    let _: Driver<(Owner, Int)> = driver.withUnretained(owner)
    let _: Driver<Int> = driver.withUnretained(owner) { $0.value + $1 }
    let _: Driver<Int> = driver.asSharedSequence()
    let _: Observable<Int> = driver.asObservable()
    let _: Driver<Int> = driver.asDriver()
    let _: Signal<Int> = signal.asSignal()
    let _: Driver<Int> = signal.asDriver(onErrorJustReturn: 1)
    let _: Signal<Int> = driver.asSignal(onErrorJustReturn: 1)
    let _: Driver<Int> = Observable.just(1).asSharedSequence(onErrorJustReturn: 1)
    let _: Driver<Int> = Observable.just(1).asSharedSequence(onErrorDriveWith: .just(1))
    let _: Driver<Int> = Observable.just(1).asSharedSequence(onErrorRecover: { _ in .just(1) })
    let _: AsyncStream<Int> = driver.values
  }

  static func joins() {
    let _: Driver<Int> = Driver.merge(driver, driver)
    let _: Driver<Int> = Driver.merge([driver, driver])
    let _: Driver<Int> = Driver.merge(AnyCollection([driver]))
    let _: Driver<Int> = Driver.concat([driver, driver])
    let _: Driver<Int> = Driver.concat(AnySequence([driver]))
    let _: Driver<(Int, String)> = Driver.zip(driver, names)
    let _: Driver<Int> = Driver.zip(driver, driver) { $0 + $1 }
    let _: Driver<Int> = Driver.zip(driver, driver, driver) { $0 + $1 + $2 }
    let _: Driver<[Int]> = Driver.zip([driver, driver])
    let _: Driver<Int> = Driver.zip([driver, driver]) { $0.count }
    let _: Driver<(Int, String)> = Driver.combineLatest(driver, names)
    let _: Driver<Int> = Driver.combineLatest(driver, driver) { $0 + $1 }
    let _: Driver<Int> = Driver.combineLatest(driver, driver, resultSelector: +)
    let _: Driver<Int> = Driver.combineLatest(driver, driver, driver) { $0 + $1 + $2 }
    let _: Driver<[Int]> = Driver.combineLatest([driver, driver])
    let _: Driver<Int> = Driver.combineLatest([driver, driver]) { $0.count }
  }

  static func driving(_ owner: Owner, _ bag: DisposeBag) {
    driver.drive().disposed(by: bag)
    driver.drive(onNext: { _ in }).disposed(by: bag)
    driver.drive(onNext: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
    driver.drive(with: owner) { $0.value = $1 }.disposed(by: bag)
    driver.drive(
      with: owner, onNext: { $0.value = $1 }, onCompleted: { _ in }, onDisposed: { _ in }
    ).disposed(by: bag)
    driver.drive(AnyObserver<Int> { _ in }).disposed(by: bag)
    driver.drive(AnyObserver<Int> { _ in }, AnyObserver<Int> { _ in }).disposed(by: bag)
    driver.drive(AnyObserver<Int?> { _ in }).disposed(by: bag)
    driver.drive(BehaviorRelay(value: 1)).disposed(by: bag)
    driver.drive(BehaviorRelay(value: 1), BehaviorRelay(value: 1)).disposed(by: bag)
    driver.drive(BehaviorRelay<Int?>(value: nil)).disposed(by: bag)
    driver.drive(ReplayRelay<Int>.createUnbound()).disposed(by: bag)
    driver.drive(ReplayRelay<Int?>.createUnbound()).disposed(by: bag)
    let _: String = driver.drive { (_: Observable<Int>) in "driven" }
    let _: String = driver.drive({ (_: Observable<Int>) in { "\($0)" } }, curriedArgument: 1)
  }

  static func emitting(_ owner: Owner, _ bag: DisposeBag) {
    signal.emit().disposed(by: bag)
    signal.emit(onNext: { _ in }).disposed(by: bag)
    signal.emit(onNext: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
    signal.emit(with: owner) { $0.value = $1 }.disposed(by: bag)
    signal.emit(
      with: owner, onNext: { $0.value = $1 }, onCompleted: { _ in }, onDisposed: { _ in }
    ).disposed(by: bag)
    signal.emit(to: AnyObserver<Int> { _ in }).disposed(by: bag)
    signal.emit(to: AnyObserver<Int?> { _ in }).disposed(by: bag)
    signal.emit(to: PublishRelay<Int>()).disposed(by: bag)
    signal.emit(to: PublishRelay<Int>(), PublishRelay<Int>()).disposed(by: bag)
    signal.emit(to: PublishRelay<Int?>()).disposed(by: bag)
    signal.emit(to: BehaviorRelay(value: 1)).disposed(by: bag)
    signal.emit(to: BehaviorRelay<Int?>(value: nil)).disposed(by: bag)
    signal.emit(to: ReplayRelay<Int>.createUnbound()).disposed(by: bag)
    signal.emit(to: ReplayRelay<Int?>.createUnbound()).disposed(by: bag)
  }

  static func sharing(_ scheduler: any SchedulerType) {
    let _: any SchedulerType = SharingScheduler.make()
    SharingScheduler.mock(scheduler: scheduler) {}
    SharingScheduler.mock(makeScheduler: { scheduler }) {}
    let _: any SchedulerType = DriverSharingStrategy.scheduler
    let _: Observable<Int> = SignalSharingStrategy.share(.just(1))
  }
}
