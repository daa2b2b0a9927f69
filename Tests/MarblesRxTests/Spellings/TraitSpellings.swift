import MarblesRx

/// The spellings of RxSwift's operators on singles, maybes, completables and infallibles.
private enum TraitSpellings {
  final class Owner { var value = 0 }

  static var single: Single<Int> { .just(1) }
  static var maybe: Maybe<Int> { .just(1) }
  static var completable: Completable { .empty() }
  static var infallible: Infallible<Int> { .just(1) }
  static var ys: Observable<String> { .of("a") }
  static var scheduler: any SchedulerType { ConcurrentDispatchQueueScheduler(qos: .default) }

  static func singles(_ owner: Owner, _ bag: DisposeBag) {
    let _: Single<Int> = .just(1)
    let _: Single<Int> = .just(1, scheduler: scheduler)
    let _: Single<Int> = .error(RxError.unknown)
    let _: Single<Int> = .never()
    let _: Single<Int> = .create { single in
      single(.success(1))
      single(.failure(RxError.unknown))
      return Disposables.create()
    }
    let observer: Single<Int>.SingleObserver = { (event: SingleEvent<Int>) in
      if case .success = event {}
    }
    single.subscribe(observer).disposed(by: bag)
    single.subscribe { event in
      switch event {
      case .success(let value): owner.value = value
      case .failure: break
      }
    }.disposed(by: bag)
    single.subscribe(onSuccess: { _ in }).disposed(by: bag)
    single.subscribe(onSuccess: { _ in }, onFailure: { _ in }, onDisposed: {}).disposed(by: bag)
    single.subscribe(
      with: owner, onSuccess: { $0.value = $1 }, onFailure: { _, _ in }, onDisposed: { _ in }
    ).disposed(by: bag)
    let _: Single<Int> = single.do(
      onSuccess: { _ in }, afterSuccess: { _ in }, onError: { _ in }, afterError: { _ in },
      onSubscribe: {}, onSubscribed: {}, onDispose: {})
    let _: Maybe<Int> = single.filter { $0 > 1 }
    let _: Single<String> = single.map { "\($0)" }
    let _: Maybe<Int> = single.compactMap { Optional($0) }
    let _: Single<String> = single.flatMap { .just("\($0)") }
    let _: Maybe<String> = single.flatMapMaybe { .just("\($0)") }
    let _: Completable = single.flatMapCompletable { _ in .empty() }
    let _: Single<Int> = single.catchAndReturn(1)
    let _: Single<Int> = single.catch { _ in .just(1) }
    let _: Maybe<Int> = single.asMaybe()
    let _: Completable = single.asCompletable()
    let _: Infallible<Int> = single.asInfallible(onErrorJustReturn: 1)
    let _: Infallible<Int> = single.asInfallible(onErrorFallbackTo: .just(1))
    let _: Driver<Int> = single.asDriver(onErrorJustReturn: 1)
    let _: Signal<Int> = single.asSignal(onErrorJustReturn: 1)
    let _: Observable<Int> = single.asObservable()
    let _: PrimitiveSequence<SingleTrait, Int> = single
    let _: PrimitiveSequence<SingleTrait, Int> = single.primitiveSequence
  }

  static func joinedSingles() {
    let _: Single<[Int]> = Single.zip([single, single])
    let _: Single<Int> = Single.zip([single, single]) { $0.count }
    let _: Single<(Int, Int)> = Single.zip(single, single)
    let _: Single<Int> = Single.zip(single, single) { $0 + $1 }
    let _: Single<Int> = Single.zip(single, single, resultSelector: +)
    let _: Single<(Int, Int, Int)> = Single.zip(single, single, single)
    let _: Single<Int> = Single.zip(single, single, single) { $0 + $1 + $2 }
    let _: Maybe<(Int, Int)> = Maybe.zip(maybe, maybe)
    let _: Maybe<Int> = Maybe.zip(maybe, maybe) { $0 + $1 }
    let _: Maybe<Int> = Maybe.zip(maybe, maybe, maybe) { $0 + $1 + $2 }
  }

  static func primitiveSequences() {
    let _: Single<Int> = .deferred { .just(1) }
    let _: Single<Int> = .timer(.seconds(1), scheduler: scheduler)
    let _: Maybe<Int> = .timer(.seconds(1), scheduler: scheduler)
    let _: Single<Int> = .using(
      { BooleanDisposable() }, primitiveSequenceFactory: { _ in .just(1) })
    let _: Single<Int> = single.delay(.seconds(1), scheduler: scheduler)
    let _: Single<Int> = single.delaySubscription(.seconds(1), scheduler: scheduler)
    let _: Single<Int> = single.observe(on: scheduler)
    let _: Single<Int> = single.subscribe(on: scheduler)
    let _: Single<Int> = single.retry()
    let _: Single<Int> = single.retry(2)
    let _: Single<Int> = single.retry(when: { (errors: Observable<any Error>) in errors })
    let _: Single<Int> = single.retry(when: { (errors: Observable<RxError>) in errors })
    let _: Single<Int> = single.debug()
    let _: Single<Int> = single.debug("name", trimOutput: true)
    let _: Single<Int> = single.timeout(.seconds(1), scheduler: scheduler)
    let _: Single<Int> = single.timeout(.seconds(1), other: .just(1), scheduler: scheduler)
    let _: Maybe<Int> = maybe.catch { _ in .empty() }
    let _: Completable = completable.catch { _ in .empty() }
    let _: Completable = completable.delay(.seconds(1), scheduler: scheduler)
  }

  static func maybes(_ owner: Owner, _ bag: DisposeBag) {
    let _: Maybe<Int> = .just(1, scheduler: scheduler)
    let _: Maybe<Int> = .error(RxError.unknown)
    let _: Maybe<Int> = .never()
    let _: Maybe<Int> = .empty()
    let _: Maybe<Int> = .create { maybe in
      maybe(.success(1))
      maybe(.completed)
      maybe(.error(RxError.unknown))
      return Disposables.create()
    }
    let observer: Maybe<Int>.MaybeObserver = { (_: MaybeEvent<Int>) in }
    maybe.subscribe(observer).disposed(by: bag)
    maybe.subscribe(onSuccess: { _ in }, onError: { _ in }, onCompleted: {}, onDisposed: {})
      .disposed(by: bag)
    maybe.subscribe(
      with: owner, onSuccess: { $0.value = $1 }, onError: { _, _ in }, onCompleted: { _ in },
      onDisposed: { _ in }
    ).disposed(by: bag)
    let _: Maybe<Int> = maybe.do(
      onNext: { _ in }, afterNext: { _ in }, onError: { _ in }, afterError: { _ in },
      onCompleted: {}, afterCompleted: {}, onSubscribe: {}, onSubscribed: {}, onDispose: {})
    let _: Maybe<Int> = maybe.filter { $0 > 1 }
    let _: Maybe<String> = maybe.map { "\($0)" }
    let _: Maybe<Int> = maybe.compactMap { Optional($0) }
    let _: Maybe<String> = maybe.flatMap { .just("\($0)") }
    let _: Single<Int> = maybe.ifEmpty(default: 1)
    let _: Maybe<Int> = maybe.ifEmpty(switchTo: .just(1) as Maybe<Int>)
    let _: Single<Int> = maybe.ifEmpty(switchTo: .just(1) as Single<Int>)
    let _: Maybe<Int> = maybe.catchAndReturn(1)
    let _: Completable = maybe.asCompletable()
    let _: Infallible<Int> = maybe.asInfallible(onErrorJustReturn: 1)
    let _: Driver<Int> = maybe.asDriver(onErrorJustReturn: 1)
    let _: Single<Int> = maybe.asObservable().asSingle()
  }

  static func completables(_ owner: Owner, _ bag: DisposeBag) {
    let _: Completable = .error(RxError.unknown)
    let _: Completable = .never()
    let _: Completable = .create { completable in
      completable(.completed)
      completable(.error(RxError.unknown))
      return Disposables.create()
    }
    let observer: Completable.CompletableObserver = { (_: CompletableEvent) in }
    completable.subscribe(observer).disposed(by: bag)
    completable.subscribe().disposed(by: bag)
    completable.subscribe(onCompleted: {}, onError: { _ in }, onDisposed: {}).disposed(by: bag)
    completable.subscribe(
      with: owner, onCompleted: { _ in }, onError: { _, _ in }, onDisposed: { _ in }
    ).disposed(by: bag)
    let _: Completable = completable.do(
      onError: { _ in }, afterError: { _ in }, onCompleted: {}, afterCompleted: {},
      onSubscribe: {}, onSubscribed: {}, onDispose: {})
    let _: Single<Int> = completable.andThen(single)
    let _: Maybe<Int> = completable.andThen(maybe)
    let _: Completable = completable.andThen(completable)
    let _: Observable<String> = completable.andThen(ys)
    let _: Single<Int> = completable.andThen(.just(1))
    let _: Completable = completable.concat(completable)
    let _: Completable = Completable.concat(completable, completable)
    let _: Completable = Completable.concat([completable, completable])
    let _: Completable = Completable.concat(AnySequence([completable]))
    let _: Completable = Completable.zip(completable, completable)
    let _: Completable = Completable.zip([completable])
    let _: Completable = Completable.zip(AnyCollection([completable]))
    let _: Maybe<Never> = completable.asMaybe()
    let _: Observable<Never> = completable.asObservable()
    let _: Driver<Never> = completable.asDriver(onErrorDriveWith: .empty())
  }

  static func subscriptionsOfInfallibles(_ owner: Owner, _ bag: DisposeBag) {
    infallible.subscribe(onNext: { _ in }).disposed(by: bag)
    infallible.subscribe(onNext: { _ in }, onCompleted: {}, onDisposed: {}).disposed(by: bag)
    infallible.subscribe { (_: InfallibleEvent<Int>) in }.disposed(by: bag)
    infallible.subscribe(with: owner) { $0.value = $1 }.disposed(by: bag)
    infallible.subscribe(
      with: owner, onNext: { $0.value = $1 }, onCompleted: { _ in }, onDisposed: { _ in }
    ).disposed(by: bag)
    infallible.bind(to: AnyObserver<Int> { _ in }).disposed(by: bag)
    infallible.bind(to: AnyObserver<Int?> { _ in }).disposed(by: bag)
    infallible.bind(to: PublishRelay<Int>(), PublishRelay<Int>()).disposed(by: bag)
    infallible.bind(to: BehaviorRelay<Int?>(value: nil)).disposed(by: bag)
    infallible.bind(to: ReplayRelay<Int>.createUnbound()).disposed(by: bag)
    infallible.bind(onNext: { _ in }).disposed(by: bag)
    infallible.bind(with: owner) { $0.value = $1 }.disposed(by: bag)
    let _: String = infallible.bind(to: { (_: Infallible<Int>) in "bound" })
    let _: String = infallible.bind(to: { (_: Infallible<Int>) in { "\($0)" } }, curriedArgument: 1)
  }
}
