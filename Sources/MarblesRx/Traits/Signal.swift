/// Events for a view: it cannot fail, delivers on the main queue, is shared, and replays nothing.
/// As RxCocoa's.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// `share()` on the main queue.
public struct SignalSharingStrategy: SharingStrategyProtocol {
  public static var scheduler: any SchedulerType { MainScheduler.instance }

  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 0, scope: .whileConnected)
  }
}

extension SharedSequence where SharingStrategy == SignalSharingStrategy {
  /// This signal.
  public func asSignal() -> Signal<Element> { self }
}

extension ObservableConvertibleType {
  /// A signal that emits a value and completes where this stream fails.
  public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
    asSignal(on: SignalSharingStrategy.scheduler) { _ in .just(element) }
  }

  /// A signal that goes on with another one where this stream fails.
  public func asSignal(onErrorSignalWith signal: Signal<Element>) -> Signal<Element> {
    asSignal(on: SignalSharingStrategy.scheduler) { _ in signal.asObservable() }
  }

  /// A signal that goes on with what the closure makes of the error.
  public func asSignal(onErrorRecover: @escaping (any Error) -> Signal<Element>)
    -> Signal<Element>
  {
    asSignal(on: SignalSharingStrategy.scheduler) { onErrorRecover($0).asObservable() }
  }

  package func asSignal(
    on scheduler: any SchedulerType, recover: @escaping (any Error) -> Observable<Element>
  ) -> Signal<Element> {
    Signal(
      asObservable().observe(on: scheduler, isStage: false).catch(recover), scheduler: scheduler)
  }
}

extension PublishRelay {
  /// The relay as a signal.
  public func asSignal() -> Signal<Element> { asSignal(on: SignalSharingStrategy.scheduler) }

  package func asSignal(on scheduler: any SchedulerType) -> Signal<Element> {
    Signal(asObservable().observe(on: scheduler, isStage: false), scheduler: scheduler)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// Runs the closures for what comes, on the main queue.
  public func emit(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Sends what comes to observers.
  public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Sends what comes to relays.
  public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
    emit(onNext: { value in for relay in relays { relay.accept(value) } })
  }

  /// Sends what comes to relays.
  public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
    emit(onNext: { value in for relay in relays { relay.accept(value) } })
  }

  /// Sends what comes to relays.
  public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
    emit(onNext: { value in for relay in relays { relay.accept(value) } })
  }
}
