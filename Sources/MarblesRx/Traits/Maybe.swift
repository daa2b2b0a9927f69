/// The trait of a sequence that sends one element, a completion or an error.
public enum MaybeTrait {}

/// A sequence that sends one element, completes without one, or fails.
public typealias Maybe<Element> = PrimitiveSequence<MaybeTrait, Element>

/// The event of a maybe.
@frozen
public enum MaybeEvent<Element> {
  /// The only element.
  case success(Element)
  /// The error with which the sequence has failed.
  case error(any Error)
  /// The completion without an element.
  case completed
}

extension MaybeEvent: Sendable where Element: Sendable {}

extension MaybeEvent: Equatable where Element: Equatable {
  /// Compares two events; errors are equal if their types and descriptions are.
  public static func == (one: MaybeEvent, other: MaybeEvent) -> Bool { one.event == other.event }
}

extension MaybeEvent {
  fileprivate var event: Event<Element> {
    switch self {
    case .success(let element): .next(element)
    case .error(let error): .error(error)
    case .completed: .completed
    }
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// A closure that receives the event of a maybe.
  public typealias MaybeObserver = (MaybeEvent<Element>) -> Void

  /// Calls a closure for each subscription, which sends an event to the observer.
  public static func create(
    subscribe: @escaping (@escaping MaybeObserver) -> any Disposable
  ) -> Maybe<Element> {
    PrimitiveSequence(
      raw: .create { observer in
        subscribe { event in
          observer.on(event.event)
          if case .success = event { observer.onCompleted() }
        }
      })
  }

  /// Emits the given element.
  public static func just(_ element: Element) -> Maybe<Element> {
    PrimitiveSequence(raw: .just(element))
  }

  /// Emits the given element in an action of a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType)
    -> Maybe<Element>
  {
    PrimitiveSequence(raw: .just(element, scheduler: scheduler))
  }

  /// Fails with the given error.
  public static func error(_ error: any Error) -> Maybe<Element> {
    PrimitiveSequence(raw: .error(error))
  }

  /// Sends nothing.
  public static func never() -> Maybe<Element> { PrimitiveSequence(raw: .never()) }

  /// Completes without an element.
  public static func empty() -> Maybe<Element> { PrimitiveSequence(raw: .empty()) }

  /// Subscribes a closure to the event.
  public func subscribe(_ observer: @escaping MaybeObserver) -> any Disposable {
    var isOver = false
    return primitiveSequence.asObservable().subscribe { event in
      guard !isOver else { return }
      isOver = true
      switch event {
      case .next(let element): observer(.success(element))
      case .error(let error): observer(.error(error))
      case .completed: observer(.completed)
      }
    }
  }

  /// Subscribes closures to the element, the error and the completion without an element.
  ///
  /// An error without `onError` is printed in a debug build and ignored in a release build.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    let disposal = Disposables.create { onDisposed?() }
    let subscription = subscribe { event in
      switch event {
      case .success(let element): onSuccess?(element)
      case .error(let error):
        if let onError { onError(error) } else { Unhandled.report(error) }
      case .completed: onCompleted?()
      }
      disposal.dispose()
    }
    return Disposables.create(subscription, disposal)
  }

  /// Subscribes closures that receive an object, as long as it exists. The object is not retained.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: { [weak object] in if let object { onSuccess?(object, $0) } },
      onError: onError.map { onError in
        { [weak object] in if let object { onError(object, $0) } }
      },
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }

  /// Calls closures before and after the events are passed on.
  public func `do`(
    onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Maybe<Element> {
    PrimitiveSequence(
      raw: primitiveSequence.source.do(
        onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
        onCompleted: onCompleted, afterCompleted: afterCompleted, onSubscribe: onSubscribe,
        onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Emits the element if it satisfies the predicate, and completes.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
  }

  /// Transforms the element.
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Maybe<Result> {
    PrimitiveSequence(raw: primitiveSequence.source.map(transform))
  }

  /// Transforms the element, and completes without an element if the result is `nil`.
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?)
    -> Maybe<Result>
  {
    PrimitiveSequence(raw: primitiveSequence.source.compactMap(transform))
  }

  /// Continues with the maybe that a closure returns for the element.
  public func flatMap<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>)
    -> Maybe<Result>
  {
    PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Emits the given element if the sequence completes without one.
  public func ifEmpty(default element: Element) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(default: element))
  }

  /// Continues with another maybe if the sequence completes without an element.
  public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// Continues with a single if the sequence completes without an element.
  public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
  }

  /// Emits the given element if the sequence fails.
  public func catchAndReturn(_ element: Element) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
  }

  /// Converts to a single, which fails with `RxError.noElements` if there is no element.
  public func asSingle() -> Single<Element> { primitiveSequence.source.asSingle() }

  /// Converts to a completable, which drops the element.
  public func asCompletable() -> Completable {
    PrimitiveSequence(raw: primitiveSequence.source.ignoreElements())
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
  /// Combines the elements of all given sequences.
  public static func zip<each Part>(
    _ sources: repeat Maybe<each Part>,
    resultSelector: @escaping (repeat each Part) throws -> Element
  ) -> Maybe<Element> {
    PrimitiveSequence(
      raw: Observable.zip(repeat each sources, resultSelector: resultSelector))
  }

  /// Combines the elements of all given sequences into a tuple.
  public static func zip<each Part>(_ sources: repeat Maybe<each Part>) -> Maybe<Element>
  where Element == (repeat each Part) {
    PrimitiveSequence(raw: Observable.zip(repeat each sources))
  }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
  /// The element, or `nil` after a completion without one.
  ///
  /// Reading it subscribes, and cancelling the task disposes the subscription.
  public var value: Element? {
    get async throws { try await TraitEvents(primitiveSequence.asObservable()).last() }
  }
}
