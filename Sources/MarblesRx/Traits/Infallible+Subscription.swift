extension InfallibleType {
  /// Subscribes closures to the events.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures that receive an object, as long as it exists. The object is not retained.
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(
      with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes a closure to all events.
  public func subscribe(_ on: @escaping (InfallibleEvent<Element>) -> Void) -> any Disposable {
    asObservable().subscribe { event in
      switch event {
      case .next(let element): on(.next(element))
      case .completed: on(.completed)
      case .error: break
      }
    }
  }
}

// MARK: Binding

extension InfallibleType {
  private var optionals: Observable<Element?> { asObservable().map { $0 as Element? } }

  /// Sends all events to observers.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Sends all events to observers of optionals.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    optionals.subscribe { event in for observer in observers { observer.on(event) } }
  }

  /// Passes the infallible to a function that binds it, and returns the result.
  public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

  /// Passes the infallible to a curried function that binds it with a further argument.
  ///
  /// - Parameters:
  ///   - binder: Receives the infallible and returns the function that performs the binding.
  ///   - curriedArgument: The argument of that function.
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result {
    binder(self)(curriedArgument)
  }

  /// Calls a closure with each element.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    asObservable().subscribe(onNext: onNext)
  }

  /// Calls a closure with an object and each element, as long as the object exists.
  ///
  /// The object is not retained.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable {
    asObservable().bind(with: object, onNext: onNext)
  }

  /// Sends the elements to relays.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    optionals.bind(relays)
  }

  /// Sends the elements to relays.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    optionals.bind(relays)
  }

  /// Sends the elements to relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    asObservable().bind(relays)
  }

  /// Sends the elements to relays of optionals.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    optionals.bind(relays)
  }
}
