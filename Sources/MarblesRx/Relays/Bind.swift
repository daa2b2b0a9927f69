import Marbles
import MarblesCombine

/// Whether programmer errors stop the program, like in RxSwift's debug builds, or are reported.
package enum BuildKind: Sendable {
  case debug
  case release

  /// The kind of the present build.
  package static var current: BuildKind {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }
}

extension ObservableType {
  /// Sends the elements to relays. The completion ends the binding, not the relays.
  ///
  ///     source:   -a-b|
  ///     relay:    -a-b---
  ///
  /// An error is a programmer error: it stops a debug build with RxSwift's message. A release build
  /// prints the message and the relays stay unchanged. Handle errors before binding.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable { bind(relays) }

  /// Sends the elements to relays of optionals.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    map { $0 as Element? }.bind(relays)
  }

  /// Sends the elements to relays. The completion ends the binding, not the relays.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable { bind(relays) }

  /// Sends the elements to relays of optionals.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    map { $0 as Element? }.bind(relays)
  }

  /// Sends the elements to relays. The completion ends the binding, not the relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable { bind(relays) }

  /// Sends the elements to relays of optionals.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    map { $0 as Element? }.bind(relays)
  }

  /// Sends all events, including the end, to observers.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    subscribe(Receiver.final { event in for observer in observers { observer.on(event) } })
  }

  /// Sends all events, including the end, to observers of optionals.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    map { $0 as Element? }
      .subscribe(Receiver.final { event in for observer in observers { observer.on(event) } })
  }

  /// Passes the observable to a function that binds it, and returns the result.
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// Passes the observable to a curried function that binds it with a further argument.
  ///
  /// - Parameters:
  ///   - binder: Receives the observable and returns the function that performs the binding.
  ///   - curriedArgument: The argument of that function.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    binder(self)(curriedArgument)
  }

  /// Calls a closure with each element. An error is a programmer error, like for relays.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext, onError: { BindingError.report("Binding error: \($0)", nil) })
  }

  /// Calls a closure with an object and each element, as long as the object exists.
  ///
  /// The object is not retained. An error is a programmer error, like for relays.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable {
    bind(onNext: { [weak object] in if let object { onNext(object, $0) } })
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

/// The handling of an error that reaches a binding.
package enum BindingError {
  /// Stops the recorded run or the program in a debug build, and reports the error in a release
  /// build.
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
