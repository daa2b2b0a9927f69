/// The events for a view: a sequence that cannot fail, delivers on the main queue and is shared,
/// without a replay of elements.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// The strategy of ``Signal``: `share(replay: 0, scope: .whileConnected)` on the main queue.
public struct SignalSharingStrategy: SharingStrategyProtocol {
  /// A new scheduler of ``SharingScheduler``.
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  /// Shares one subscription and replays nothing.
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 0, scope: .whileConnected)
  }
}

extension SharedSequence where SharingStrategy == SignalSharingStrategy {
  /// Returns the signal.
  public func asSignal() -> Signal<Element> { self }
}

extension SharedSequence where SharingStrategy == DriverSharingStrategy {
  /// Converts the driver to a signal, which does not replay elements.
  public func asSignal() -> Signal<Element> { asSharedSequence(on: scheduler) }
}

extension ObservableConvertibleType {
  /// Converts to a signal that emits an element and completes when this stream fails.
  public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
    asSharedSequence(onErrorJustReturn: element)
  }

  /// Converts to a signal that continues with another signal when this stream fails.
  public func asSignal(onErrorSignalWith signal: Signal<Element>) -> Signal<Element> {
    asSharedSequence(onErrorDriveWith: signal)
  }

  /// Converts to a signal that continues with the result of a closure when this stream fails.
  public func asSignal(onErrorRecover: @escaping (any Error) -> Signal<Element>)
    -> Signal<Element>
  {
    asSharedSequence(onErrorRecover: onErrorRecover)
  }

  package func asSignal(
    on scheduler: any SchedulerType, recover: @escaping (any Error) -> Observable<Element>
  ) -> Signal<Element> {
    asSharedSequence(on: scheduler, recover: recover)
  }
}

extension PublishRelay {
  /// Converts the relay to a signal.
  public func asSignal() -> Signal<Element> { asSignal(on: SignalSharingStrategy.scheduler) }

  package func asSignal(on scheduler: any SchedulerType) -> Signal<Element> {
    asSharedSequence(on: scheduler)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// Subscribes without closures.
  ///
  /// Without it, `emit()` is ambiguous.
  public func emit() -> any Disposable { asObservable().subscribe() }

  /// Subscribes closures to the events. They are called on the main queue.
  public func emit(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object, as long as it exists. The object is not retained.
  public func emit<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes observers.
  public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Subscribes observers of optionals.
  public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    asObservable().map { $0 as Element? }
      .subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Sends the elements to relays.
  public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
    asObservable().map { $0 as Element? }.bind(relays)
  }

  /// Sends the elements to relays.
  public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    asObservable().map { $0 as Element? }.bind(relays)
  }

  /// Sends the elements to relays.
  public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
    asObservable().map { $0 as Element? }.bind(relays)
  }
}
