import Marbles
import MarblesCombine

/// Whether programmer errors stop the program, as in RxSwift's debug builds, or are reported only.
package enum BuildKind: Sendable {
  case debug
  case release

  /// How this code was built.
  package static var current: BuildKind {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }
}

extension ObservableType {
  /// Sends the values into relays; the completion ends the binding, not the relays.
  ///
  ///     source:   -a-b|
  ///     relay:    -a-b---
  ///
  /// An error is a programmer error: it stops a debug build, with RxSwift's message, and is printed
  /// in a release build, where the relay stays as it is. Turn errors into values first.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable { bind(relays) }

  /// Sends the values into relays of optionals.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    map { $0 as Element? }.bind(relays)
  }

  /// Sends the values into relays; the completion ends the binding, not the relays.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable { bind(relays) }

  /// Sends the values into relays of optionals.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    map { $0 as Element? }.bind(relays)
  }

  /// Sends the values into relays; the completion ends the binding, not the relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable { bind(relays) }

  /// Sends the values into relays of optionals.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    map { $0 as Element? }.bind(relays)
  }

  /// Sends all events, the end included, to observers.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    subscribe(FinalReceiver { event in for observer in observers { observer.on(event) } })
  }

  /// Sends all events, the end included, to observers of optionals.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    map { $0 as Element? }
      .subscribe(FinalReceiver { event in for observer in observers { observer.on(event) } })
  }

  /// Hands the stream to a function that binds it.
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// Runs the closure for each value. An error is a programmer error, as with relays.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext, onError: { BindingError.report("Binding error: \($0)", nil) })
  }

  package func bind<Target: Relay>(_ relays: [Target], build: BuildKind = .current)
    -> any Disposable where Target.Element == Element
  {
    subscribe(
      onNext: { value in for relay in relays { relay.accept(value) } },
      onError: { error in
        BindingError.report(
          "Binding error to \(Target.kindName): \(error)", relays.first?.stage, build)
      })
  }
}

/// What becomes of an error that reaches a binding.
package enum BindingError {
  /// Stops the recorded run, or the program, in a debug build; reports it in a release build.
  package static func report(
    _ message: String, _ stage: RecordedStage?, _ build: BuildKind = .current
  ) {
    switch (build, stage?.recorder) {
    case (.debug, let recorder?): recorder.fatal(message)
    case (.debug, nil): fatalError(message)
    case (.release, let recorder?): recorder.warning(message)
    case (.release, nil): print(message)
    }
  }
}
