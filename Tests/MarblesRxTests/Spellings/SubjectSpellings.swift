import MarblesRx

/// The spellings of RxSwift's subjects, relays, observers, disposables and schedulers.
private enum SubjectSpellings {
  static func subjects() throws {
    let publish = PublishSubject<Int>()
    let behavior = BehaviorSubject(value: 1)
    let replay = ReplaySubject<Int>.create(bufferSize: 1)
    let unbounded = ReplaySubject<Int>.createUnbounded()
    let async = AsyncSubject<Int>()
    publish.onNext(1)
    publish.on(.next(1))
    publish.onError(RxError.unknown)
    publish.onCompleted()
    let _: Bool = publish.hasObservers || publish.isDisposed
    let _: Bool = behavior.hasObservers || behavior.isDisposed
    let _: Bool = replay.hasObservers || replay.isDisposed
    let _: Bool = async.hasObservers
    let _: Int = try behavior.value()
    let _: PublishSubject<Int> = publish.asObserver()
    let _: BehaviorSubject<Int> = behavior.asObserver()
    let _: ReplaySubject<Int> = unbounded.asObserver()
    let _: AsyncSubject<Int> = async.asObserver()
    let _: PublishSubject<Int>.SubjectObserverType = publish.asObserver()
    let _: BehaviorSubject<Int>.SubjectObserverType = behavior.asObserver()
    let _: ReplaySubject<Int>.SubjectObserverType = replay.asObserver()
    let _: AsyncSubject<Int>.SubjectObserverType = async.asObserver()
    let _: Observable<Int> = publish
    publish.dispose()
    observe(publish)
  }

  static func observe<Subject: SubjectType>(_ subject: Subject)
  where Subject.Observer.Element == Int {
    let _: Subject.Observer = subject.asObserver()
    subject.asObserver().onNext(1)
  }

  static func relays() {
    let publish = PublishRelay<Int>()
    let behavior = BehaviorRelay(value: 1)
    let replay = ReplayRelay<Int>.create(bufferSize: 1)
    publish.accept(1)
    behavior.accept(behavior.value + 1)
    replay.accept(1)
    ReplayRelay<Int>.createUnbound().accept(1)
    let _: Observable<Int> = publish.asObservable()
    let _: Driver<Int> = behavior.asDriver()
    let _: Driver<Int> = publish.asDriver(onErrorJustReturn: 1)
    let _: Signal<Int> = publish.asSignal()
    let _: Infallible<Int> = behavior.asInfallible()
    let _: Infallible<Int> = publish.asInfallible()
    let _: Infallible<Int> = replay.asInfallible()
    let _: any Disposable = publish.subscribe(onNext: { _ in })
  }

  static func observers() {
    let observer = AnyObserver<Int> { event in _ = event.isStopEvent }
    let _: AnyObserver<Int> = AnyObserver(eventHandler: { _ in })
    let _: AnyObserver<Int> = AnyObserver(observer)
    let _: AnyObserver<Int> = observer.asObserver()
    let _: AnyObserver<String> = observer.mapObserver { $0.count }
    let _: AnyObserver<String> = PublishSubject<Int>().mapObserver { $0.count }
    let event = Event.next(1)
    let _: Int? = event.element
    let _: (any Error)? = event.error
    let _: Bool = event.isCompleted
    let _: Event<String> = event.map { "\($0)" }
    let _: Event<Int> = event.event
    AnyObserver<Void> { _ in }.onNext(())
  }

  final class Player: ReactiveCompatible { var volume = 0 }

  static func binders(_ player: Player) {
    let _: Binder<Int> = Binder(player) { $0.volume = $1 }
    let _: Binder<Int> = Binder(player, scheduler: CurrentThreadScheduler.instance) {
      $0.volume = $1
    }
    let _: AnyObserver<Int> = Binder(player) { $0.volume = $1 }.asObserver()
    let _: any Disposable = Observable.just(1).bind(to: player.rx.volume)
    let _: any Disposable = Driver.just(1).drive(player.rx.volume)
    let _: Player = player.rx.base
    let _: Reactive<Player>.Type = Player.rx
  }

  static func disposables() {
    let empty: any Disposable = Disposables.create()
    let closure: any Cancelable = Disposables.create {}
    let _: any Cancelable = Disposables.create(with: {})
    let _: any Cancelable = Disposables.create(empty, closure)
    let _: any Cancelable = Disposables.create(empty, closure, empty)
    let _: any Cancelable = Disposables.create(empty, closure, empty, closure)
    let _: any Cancelable = Disposables.create([empty])
    let _: Bool = BooleanDisposable().isDisposed
    let group = CompositeDisposable()
    _ = CompositeDisposable(empty, closure)
    _ = CompositeDisposable(empty, closure, empty)
    _ = CompositeDisposable(empty, closure, empty, closure, empty)
    _ = CompositeDisposable(disposables: [empty])
    if let key: CompositeDisposable.DisposeKey = group.insert(empty) { group.remove(for: key) }
    let _: Int = group.count
    group.dispose()
    let counted = RefCountDisposable(disposable: empty)
    counted.retain().dispose()
    let scheduled = ScheduledDisposable(scheduler: MainScheduler.instance, disposable: empty)
    let _: any ImmediateSchedulerType = scheduled.scheduler
    let serial = SerialDisposable()
    serial.disposable = empty
    SingleAssignmentDisposable().setDisposable(empty)
  }

  static func bags(_ disposable: any Disposable) {
    let bag = DisposeBag()
    disposable.disposed(by: bag)
    bag.insert(disposable)
    bag.insert(disposable, disposable)
    bag.insert([disposable])
    bag.insert { disposable }
    _ = DisposeBag(disposing: disposable, disposable)
    _ = DisposeBag(disposing: [disposable])
    _ = DisposeBag {
      disposable
      disposable
    }
  }

  /// A disposable of the user, like those in RxSwift's sources.
  final class OwnDisposable: DisposeBase, Cancelable {
    var isDisposed = false
    func dispose() { isDisposed = true }
  }

  static func schedulers() {
    let _: MainScheduler = MainScheduler.instance
    let _: SerialDispatchQueueScheduler = MainScheduler.asyncInstance
    let _: ConcurrentMainScheduler = ConcurrentMainScheduler.instance
    MainScheduler.ensureExecutingOnScheduler()
    MainScheduler.ensureExecutingOnScheduler(errorMessage: "not on the main thread")
    MainScheduler.ensureRunningOnMainThread()
    _ = SerialDispatchQueueScheduler(internalSerialQueueName: "name")
    _ = SerialDispatchQueueScheduler(
      internalSerialQueueName: "name", serialQueueConfiguration: { _ in }, leeway: .nanoseconds(0))
    _ = SerialDispatchQueueScheduler(qos: .default)
    _ = SerialDispatchQueueScheduler(
      qos: .default, internalSerialQueueName: "name", leeway: .nanoseconds(0))
    _ = SerialDispatchQueueScheduler(queue: .global(), internalSerialQueueName: "name")
    _ = ConcurrentDispatchQueueScheduler(qos: .background)
    _ = ConcurrentDispatchQueueScheduler(qos: .background, leeway: .nanoseconds(0))
    _ = ConcurrentDispatchQueueScheduler(queue: .main)
    let _: Bool = CurrentThreadScheduler.isScheduleRequired
    let scheduler: any SchedulerType = MainScheduler.instance
    let _: RxTime = scheduler.now
    let _: any Disposable = scheduler.schedule(1) { _ in Disposables.create() }
    let _: any Disposable = scheduler.scheduleRelative(1, dueTime: .seconds(1)) { _ in
      Disposables.create()
    }
    let _: any Disposable = scheduler.schedulePeriodic(
      1, startAfter: .seconds(1), period: .seconds(1)
    ) { $0 + 1 }
    let _: any Disposable = scheduler.scheduleRecursive(1) { state, recurse in recurse(state) }
  }

  /// `RxAbstractInteger` is the constraint of RxSwift's sources of integers.
  static func count<Number: RxAbstractInteger>(to number: Number) -> Observable<Number> {
    .range(start: 0, count: number)
  }

  static func asynchronous() async throws {
    for try await _ in Observable.just(1).values {}
    for await _ in Infallible.just(1).values {}
    let _: Int = try await Single.just(1).value
    let _: Int? = try await Maybe.just(1).value
    let _: Void = try await Completable.empty().value
    let _: Observable<Int> = AsyncStream<Int> { $0.finish() }.asObservable()
    let _: Single<Int> = Single.create { 1 }
    let _: Single<Int> = Single.create(detached: true, priority: .low) { 1 }
  }
}
