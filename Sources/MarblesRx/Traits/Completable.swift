/// The trait of a sequence that sends no elements.
public enum CompletableTrait {}

/// A sequence that sends no elements: it completes or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// The event of a completable.
@frozen
public enum CompletableEvent: Sendable {
  /// The error with which the sequence has failed.
  case error(any Error)
  /// The completion.
  case completed
}

extension CompletableEvent: Equatable {
  /// Compares two events; errors are equal if their types and descriptions are.
  public static func == (one: CompletableEvent, other: CompletableEvent) -> Bool {
    one.event == other.event
  }

  fileprivate var event: Event<Never> {
    switch self {
    case .error(let error): .error(error)
    case .completed: .completed
    }
  }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// A closure that receives the event of a completable.
  public typealias CompletableObserver = (CompletableEvent) -> Void

  /// Calls a closure for each subscription, which sends an event to the observer.
  public static func create(
    subscribe: @escaping (@escaping CompletableObserver) -> any Disposable
  ) -> Completable {
    PrimitiveSequence(
      raw: .create { observer in subscribe { event in observer.on(event.event) } })
  }

  /// Fails with the given error.
  public static func error(_ error: any Error) -> Completable {
    PrimitiveSequence(raw: .error(error))
  }

  /// Neither completes nor fails.
  public static func never() -> Completable { PrimitiveSequence(raw: .never()) }

  /// Completes at once.
  public static func empty() -> Completable { PrimitiveSequence(raw: .empty()) }

  /// Subscribes a closure to the event.
  public func subscribe(_ observer: @escaping CompletableObserver) -> any Disposable {
    var isOver = false
    return primitiveSequence.asObservable().subscribe { event in
      guard !isOver else { return }
      isOver = true
      switch event {
      case .error(let error): observer(.error(error))
      case .completed: observer(.completed)
      }
    }
  }

  /// Subscribes closures to the completion and to the error.
  ///
  /// An error without `onError` is printed in a debug build and ignored in a release build.
  public func subscribe(
    onCompleted: (() -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    let disposal = Disposables.create { onDisposed?() }
    let subscription = subscribe { event in
      switch event {
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
    with object: Object, onCompleted: ((Object) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onError: onError.map { onError in
        { [weak object] in if let object { onError(object, $0) } }
      },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }

  /// Calls closures before and after the events are passed on.
  public func `do`(
    onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
    onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Completable {
    PrimitiveSequence(
      raw: primitiveSequence.source.do(
        onError: onError, afterError: afterError, onCompleted: onCompleted,
        afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed,
        onDispose: onDispose))
  }

  /// Completes instead of failing.
  ///
  /// - Parameter predicate: Returns whether an error is replaced by the completion.
  public func catchAndComplete(_ predicate: @escaping (any Error) -> Bool = { _ in true })
    -> Completable
  {
    PrimitiveSequence(raw: primitiveSequence.source.catch { predicate($0) ? .empty() : .error($0) })
  }

  /// Continues with another completable when this one has completed.
  public func concat(_ second: Completable) -> Completable { .concat(primitiveSequence, second) }

  /// Concatenates the completables of a sequence.
  public static func concat<Sources: Sequence>(_ sequence: Sources) -> Completable
  where Sources.Element == Completable {
    PrimitiveSequence(raw: .concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// Concatenates the given completables.
  public static func concat(_ sources: Completable...) -> Completable { concat(sources) }

  /// Completes when all completables of a collection have completed.
  public static func zip<Sources: Collection>(_ sources: Sources) -> Completable
  where Sources.Element == Completable {
    PrimitiveSequence(raw: .merge(sources.map { $0.asObservable() }))
  }

  /// Completes when all given completables have completed.
  public static func zip(_ sources: Completable...) -> Completable { zip(sources) }

  /// Continues with a single when the completable has completed.
  public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
    PrimitiveSequence(raw: followed(by: second.source))
  }

  /// Continues with a maybe when the completable has completed.
  public func andThen<Element>(_ second: Maybe<Element>) -> Maybe<Element> {
    PrimitiveSequence(raw: followed(by: second.source))
  }

  /// Continues with another completable when this one has completed.
  public func andThen(_ second: Completable) -> Completable {
    PrimitiveSequence(raw: followed(by: second.source))
  }

  /// Continues with an observable when the completable has completed.
  public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
    followed(by: second)
  }

  private func followed<Element>(by second: Observable<Element>) -> Observable<Element> {
    let first = primitiveSequence.source
    return Producer { sink in
      let current = SerialDisposable()
      let subscription = SingleAssignmentDisposable()
      current.disposable = subscription
      subscription.setDisposable(
        first.subscribe(
          Receiver<Never>(input: sink.input) { event in
            switch event {
            case .error(let error): sink.onError(error)
            case .completed: current.disposable = second.subscribe(sink, as: .next(number: 2))
            }
          }))
      return current
    }
  }

  /// Converts to a maybe without an element.
  public func asMaybe() -> Maybe<Element> { PrimitiveSequence(raw: primitiveSequence.source) }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
  /// The completion; reading it subscribes, and cancelling the task disposes the subscription.
  public var value: Void {
    get async throws { _ = try await TraitEvents(primitiveSequence.asObservable()).last() }
  }
}
