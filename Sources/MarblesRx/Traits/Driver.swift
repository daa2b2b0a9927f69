/// State for a view: it cannot fail, delivers on the main queue, and gives its latest value to
/// whoever comes while anybody is there. As RxCocoa's.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// `share(replay: 1, scope: .whileConnected)` on the main queue.
public struct DriverSharingStrategy: SharingStrategyProtocol {
  public static var scheduler: any SchedulerType { MainScheduler.instance }

  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 1, scope: .whileConnected)
  }
}

extension SharedSequence where SharingStrategy == DriverSharingStrategy {
  /// This driver.
  public func asDriver() -> Driver<Element> { self }
}

extension ObservableConvertibleType {
  /// A driver that emits a value and completes where this stream fails.
  public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
    asDriver(on: DriverSharingStrategy.scheduler) { _ in .just(element) }
  }

  /// A driver that goes on with another one where this stream fails.
  public func asDriver(onErrorDriveWith driver: Driver<Element>) -> Driver<Element> {
    asDriver(on: DriverSharingStrategy.scheduler) { _ in driver.asObservable() }
  }

  /// A driver that goes on with what the closure makes of the error.
  public func asDriver(onErrorRecover: @escaping (any Error) -> Driver<Element>)
    -> Driver<Element>
  {
    asDriver(on: DriverSharingStrategy.scheduler) { onErrorRecover($0).asObservable() }
  }

  package func asDriver(
    on scheduler: any SchedulerType, recover: @escaping (any Error) -> Observable<Element>
  ) -> Driver<Element> {
    Driver(
      asObservable().observe(on: scheduler, isStage: false).catch(recover), scheduler: scheduler)
  }

  package func asDriver(on scheduler: any SchedulerType, onErrorJustReturn element: Element)
    -> Driver<Element>
  {
    asDriver(on: scheduler) { _ in .just(element) }
  }
}

extension BehaviorRelay {
  /// The relay as a driver.
  public func asDriver() -> Driver<Element> { asDriver(on: DriverSharingStrategy.scheduler) }

  package func asDriver(on scheduler: any SchedulerType) -> Driver<Element> {
    Driver(asObservable().observe(on: scheduler, isStage: false), scheduler: scheduler)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// Runs the closures for what comes, on the main queue.
  public func drive(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Sends what comes to observers.
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Sends what comes to relays.
  public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
    drive(onNext: { value in for relay in relays { relay.accept(value) } })
  }

  /// Sends what comes to relays.
  public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
    drive(onNext: { value in for relay in relays { relay.accept(value) } })
  }

  /// Hands the stream to a function that binds it.
  public func drive<Result>(_ transform: (Observable<Element>) -> Result) -> Result {
    transform(asObservable())
  }
}
