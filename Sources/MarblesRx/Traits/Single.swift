import Marbles

/// The trait of a sequence that sends exactly one element or an error.
public enum SingleTrait {}

/// A sequence that sends exactly one element or an error.
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>

/// The event of a single: an element or an error.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// A closure that receives the event of a single.
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  /// Calls a closure for each subscription, which sends an element or an error to the observer.
  public static func create(
    subscribe: @escaping (@escaping SingleObserver) -> any Disposable
  ) -> Single<Element> {
    PrimitiveSequence(
      raw: .create { observer in
        subscribe { event in
          switch event {
          case .success(let element):
            observer.onNext(element)
            observer.onCompleted()
          case .failure(let error): observer.onError(error)
          }
        }
      })
  }

  /// Runs asynchronous work for each subscription, and emits its result or fails with its error.
  ///
  /// A disposal cancels the task.
  ///
  /// - Parameters:
  ///   - detached: Whether the task is detached.
  ///   - priority: The priority of the task.
  ///   - work: The asynchronous work.
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @Sendable @escaping () async throws -> Element
  ) -> Single<Element> {
    create { observer in
      let receiver = Locked(observer)
      let run: @Sendable () async -> Void = {
        do {
          let element = try await work()
          receiver.withLock { $0 }(.success(element))
        } catch {
          receiver.withLock { $0 }(.failure(error))
        }
      }
      let task =
        detached
        ? Task.detached(priority: priority, operation: run)
        : Task(priority: priority, operation: run)
      return Disposables.create { task.cancel() }
    }
  }

  /// Emits the given element.
  public static func just(_ element: Element) -> Single<Element> {
    PrimitiveSequence(raw: .just(element))
  }

  /// Emits the given element in an action of a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType)
    -> Single<Element>
  {
    PrimitiveSequence(raw: .just(element, scheduler: scheduler))
  }

  /// Fails with the given error.
  public static func error(_ error: any Error) -> Single<Element> {
    PrimitiveSequence(raw: .error(error))
  }

  /// Sends nothing.
  public static func never() -> Single<Element> { PrimitiveSequence(raw: .never()) }

  /// Subscribes a closure to the event.
  public func subscribe(_ observer: @escaping SingleObserver) -> any Disposable {
    var isOver = false
    return primitiveSequence.asObservable().subscribe { event in
      guard !isOver else { return }
      isOver = true
      switch event {
      case .next(let element): observer(.success(element))
      case .error(let error): observer(.failure(error))
      case .completed: break
      }
    }
  }

  /// Subscribes closures to the element and to the error.
  ///
  /// An error without `onFailure` is printed in a debug build and ignored in a release build.
  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    let disposal = Disposables.create { onDisposed?() }
    let subscription = subscribe { event in
      switch event {
      case .success(let element): onSuccess?(element)
      case .failure(let error):
        if let onFailure { onFailure(error) } else { Unhandled.report(error) }
      }
      disposal.dispose()
    }
    return Disposables.create(subscription, disposal)
  }

  /// Subscribes closures that receive an object, as long as it exists. The object is not retained.
  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onSuccess: { [weak object] in if let object { onSuccess?(object, $0) } },
      onFailure: onFailure.map { onFailure in
        { [weak object] in if let object { onFailure(object, $0) } }
      },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }

  /// Calls closures before and after the events are passed on.
  public func `do`(
    onSuccess: ((Element) throws -> Void)? = nil, afterSuccess: ((Element) throws -> Void)? = nil,
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Single<Element> {
    PrimitiveSequence(
      raw: primitiveSequence.source.do(
        onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Emits the element if it satisfies the predicate, and completes.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Maybe<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.filter(predicate))
  }

  /// Transforms the element.
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Single<Result> {
    PrimitiveSequence(raw: primitiveSequence.source.map(transform))
  }

  /// Transforms the element, and completes without an element if the result is `nil`.
  public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?)
    -> Maybe<Result>
  {
    PrimitiveSequence(raw: primitiveSequence.source.compactMap(transform))
  }

  /// Continues with the single that a closure returns for the element.
  public func flatMap<Result>(_ selector: @escaping (Element) throws -> Single<Result>)
    -> Single<Result>
  {
    PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Continues with the maybe that a closure returns for the element.
  public func flatMapMaybe<Result>(_ selector: @escaping (Element) throws -> Maybe<Result>)
    -> Maybe<Result>
  {
    PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Continues with the completable that a closure returns for the element.
  public func flatMapCompletable(_ selector: @escaping (Element) throws -> Completable)
    -> Completable
  {
    PrimitiveSequence(raw: primitiveSequence.source.flatMap(selector))
  }

  /// Emits the given element if the single fails.
  public func catchAndReturn(_ element: Element) -> Single<Element> {
    PrimitiveSequence(raw: primitiveSequence.source.catchAndReturn(element))
  }

  /// Converts to a maybe.
  public func asMaybe() -> Maybe<Element> { PrimitiveSequence(raw: primitiveSequence.source) }

  /// Converts to a completable, which drops the element.
  public func asCompletable() -> Completable {
    PrimitiveSequence(raw: primitiveSequence.source.ignoreElements())
  }

  /// Combines the elements of all singles of a collection.
  public static func zip<Sources: Collection, Result>(
    _ singles: Sources, resultSelector: @escaping ([Element]) throws -> Result
  ) -> Single<Result> where Sources.Element == Single<Element> {
    if singles.isEmpty { return .deferred { .just(try resultSelector([])) } }
    return PrimitiveSequence(raw: Observable.zip(singles, resultSelector: resultSelector))
  }

  /// Combines the elements of all singles of a collection into an array.
  public static func zip<Sources: Collection>(_ singles: Sources) -> Single<[Element]>
  where Sources.Element == Single<Element> {
    zip(singles) { $0 }
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  /// Combines the elements of all given singles.
  public static func zip<each Part>(
    _ sources: repeat Single<each Part>,
    resultSelector: @escaping (repeat each Part) throws -> Element
  ) -> Single<Element> {
    PrimitiveSequence(
      raw: Observable.zip(repeat each sources, resultSelector: resultSelector))
  }

  /// Combines the elements of all given singles into a tuple.
  public static func zip<each Part>(_ sources: repeat Single<each Part>) -> Single<Element>
  where Element == (repeat each Part) {
    PrimitiveSequence(raw: Observable.zip(repeat each sources))
  }
}

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
  /// The element; reading it subscribes, and cancelling the task disposes the subscription.
  public var value: Element {
    get async throws {
      let events = TraitEvents(primitiveSequence.asObservable())
      guard let element = try await events.last() else { throw CancellationError() }
      return element
    }
  }
}
