/// The state of a view: a sequence that cannot fail, delivers on the main queue, and sends its
/// latest element to each new observer while it has observers.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// The strategy of ``Driver``: `share(replay: 1, scope: .whileConnected)` on the main queue.
public struct DriverSharingStrategy: SharingStrategyProtocol {
  /// A new scheduler of ``SharingScheduler``.
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  /// Shares one subscription and replays the latest element while there are observers.
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 1, scope: .whileConnected)
  }
}

extension SharedSequence where SharingStrategy == DriverSharingStrategy {
  /// Returns the driver.
  public func asDriver() -> Driver<Element> { self }
}

extension SharedSequence where SharingStrategy == SignalSharingStrategy {
  /// Converts the signal to a driver, which replays its latest element.
  public func asDriver() -> Driver<Element> { asSharedSequence(on: scheduler) }
}

extension ObservableConvertibleType {
  /// Converts to a driver that emits an element and completes when this stream fails.
  public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
    asSharedSequence(onErrorJustReturn: element)
  }

  /// Converts to a driver that continues with another driver when this stream fails.
  public func asDriver(onErrorDriveWith driver: Driver<Element>) -> Driver<Element> {
    asSharedSequence(onErrorDriveWith: driver)
  }

  /// Converts to a driver that continues with the result of a closure when this stream fails.
  public func asDriver(onErrorRecover: @escaping (any Error) -> Driver<Element>)
    -> Driver<Element>
  {
    asSharedSequence(onErrorRecover: onErrorRecover)
  }

  package func asDriver(
    on scheduler: any SchedulerType, recover: @escaping (any Error) -> Observable<Element>
  ) -> Driver<Element> {
    asSharedSequence(on: scheduler, recover: recover)
  }

  package func asDriver(on scheduler: any SchedulerType, onErrorJustReturn element: Element)
    -> Driver<Element>
  {
    asSharedSequence(on: scheduler) { _ in .just(element) }
  }
}

extension BehaviorRelay {
  /// Converts the relay to a driver.
  public func asDriver() -> Driver<Element> { asDriver(on: DriverSharingStrategy.scheduler) }

  package func asDriver(on scheduler: any SchedulerType) -> Driver<Element> {
    asSharedSequence(on: scheduler)
  }
}

extension ReplayRelay {
  /// Converts the relay to a driver.
  public func asDriver() -> Driver<Element> {
    asSharedSequence(on: DriverSharingStrategy.scheduler)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// Subscribes without closures.
  ///
  /// Without it, `drive()` is ambiguous.
  public func drive() -> any Disposable { asObservable().subscribe() }

  /// Subscribes closures to the events. They are called on the main queue.
  public func drive(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object, as long as it exists. The object is not retained.
  public func drive<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes observers.
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Subscribes observers of optionals.
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    asObservable().map { $0 as Element? }
      .subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Sends the elements to relays.
  public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
    asObservable().map { $0 as Element? }.bind(relays)
  }

  /// Sends the elements to relays.
  public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
    asObservable().map { $0 as Element? }.bind(relays)
  }

  /// Passes the sequence to a function that subscribes it, and returns the result.
  public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
    transformation(asObservable())
  }

  /// Passes the sequence to a curried function that subscribes it with a further argument.
  ///
  /// - Parameters:
  ///   - transformation: Receives the sequence and returns the function that subscribes it.
  ///   - curriedArgument: The argument of that function.
  public func drive<Argument, Result>(
    _ transformation: (Observable<Element>) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    transformation(asObservable())(curriedArgument)
  }
}
