/// An observable with a guaranteed number of elements.
///
/// It is the common type of ``Single``, ``Maybe`` and ``Completable``. It is not a publisher.
public struct PrimitiveSequence<Trait, Element> {
  let source: Observable<Element>

  /// - Parameter raw: An observable that sends the number of elements that the trait guarantees.
  init(raw: Observable<Element>) { source = raw }
}

/// A type that can be converted to a primitive sequence.
public protocol PrimitiveSequenceType<Trait, Element> {
  /// The type that names the guaranteed number of elements.
  associatedtype Trait
  /// The type of the elements.
  associatedtype Element

  /// The sequence.
  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
  /// The sequence itself.
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
  /// Converts to an observable.
  public func asObservable() -> Observable<Element> { source }
}

extension PrimitiveSequence {
  /// Calls a closure for each subscription, and subscribes to the sequence that it returns.
  public static func deferred(
    _ factory: @escaping () throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: .deferred { try factory().asObservable() })
  }

  /// Creates a resource for each subscription, which is disposed with it.
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping () throws -> Resource,
    primitiveSequenceFactory: @escaping (Resource) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: .using(
        resourceFactory,
        observableFactory: { try primitiveSequenceFactory($0).asObservable() }))
  }

  /// Emits elements and the completion later; an error is passed on at once.
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> PrimitiveSequence<Trait, Element>
  {
    PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
  }

  /// Subscribes to the source after a time.
  public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> PrimitiveSequence<Trait, Element>
  {
    PrimitiveSequence(raw: source.delaySubscription(dueTime, scheduler: scheduler))
  }

  /// Delivers the events on a scheduler.
  public func observe(on scheduler: any ImmediateSchedulerType)
    -> PrimitiveSequence<Trait, Element>
  {
    PrimitiveSequence(raw: source.observe(on: scheduler))
  }

  /// Subscribes to the source, and disposes the subscription, on a scheduler.
  public func subscribe(on scheduler: any ImmediateSchedulerType)
    -> PrimitiveSequence<Trait, Element>
  {
    PrimitiveSequence(raw: source.subscribe(on: scheduler))
  }

  /// Continues with another sequence when this one fails.
  public func `catch`(
    _ handler: @escaping (any Error) throws -> PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.catch { try handler($0).asObservable() })
  }

  /// Subscribes again each time the source fails.
  public func retry() -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry())
  }

  /// Subscribes again when the source fails, with at most `maxAttemptCount` subscriptions in all.
  public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry(maxAttemptCount))
  }

  /// Subscribes again when the source has failed and the trigger emits.
  public func retry<Trigger: ObservableType>(
    when notificationHandler: @escaping (Observable<any Error>) -> Trigger
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry(when: notificationHandler))
  }

  /// Subscribes again when the source has failed with an error of type `Failure` and the trigger
  /// emits.
  public func retry<Trigger: ObservableType, Failure: Error>(
    when notificationHandler: @escaping (Observable<Failure>) -> Trigger
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.retry(when: notificationHandler))
  }

  /// Prints subscriptions, events and disposals.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(
      raw: source.debug(
        identifier, trimOutput: trimOutput, file: file, line: line, function: function))
  }

  /// Fails with `RxError.timeout` when no event arrives in time.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> PrimitiveSequence<Trait, Element>
  {
    PrimitiveSequence(raw: source.timeout(dueTime, scheduler: scheduler))
  }

  /// Continues with another sequence when no event arrives in time.
  public func timeout(
    _ dueTime: RxTimeInterval, other: PrimitiveSequence<Trait, Element>,
    scheduler: any SchedulerType
  ) -> PrimitiveSequence<Trait, Element> {
    PrimitiveSequence(raw: source.timeout(dueTime, other: other, scheduler: scheduler))
  }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
  /// Emits 0 after a time.
  public static func timer(_ dueTime: RxTimeInterval, scheduler: any SchedulerType)
    -> PrimitiveSequence<Trait, Element>
  {
    PrimitiveSequence(raw: .timer(dueTime, scheduler: scheduler))
  }
}

// MARK: Conversion of observables

extension ObservableType {
  /// Converts to a single; it fails if there is no element or more than one.
  ///
  /// The errors are `RxError.noElements` and `RxError.moreThanOneElement`.
  public func asSingle() -> Single<Element> {
    PrimitiveSequence(raw: onlyElement { sink in sink.onError(RxError.noElements) })
  }

  /// Converts to a maybe; it fails with `RxError.moreThanOneElement` if there is more than one
  /// element.
  public func asMaybe() -> Maybe<Element> {
    PrimitiveSequence(raw: onlyElement { sink in sink.onCompleted() })
  }

  /// Emits the only element when the source completes.
  private func onlyElement(otherwise: @escaping (Sink<Element>) -> Void) -> Observable<Element> {
    Producer { sink in
      var only: Element?
      return self.subscribe(into: sink) { element in
        if only != nil { return sink.onError(RxError.moreThanOneElement) }
        only = element
      } onCompleted: {
        guard let only else { return otherwise(sink) }
        sink.onNext(only)
        sink.onCompleted()
      }
    }
  }

  /// Emits the first element, or `nil` if the source completes without one.
  ///
  ///     --a-b|     first()
  ///     --(a|)
  public func first() -> Single<Element?> {
    PrimitiveSequence(
      raw: Producer { sink in
        self.subscribe(into: sink) {
          sink.onNext($0)
          sink.onCompleted()
        } onCompleted: {
          sink.onNext(nil)
          sink.onCompleted()
        }
      })
  }

  /// Collects all elements into an array, and emits it when the source completes.
  ///
  ///     a-b|     toArray()
  ///     ---(x|)  x = ["a", "b"]
  public func toArray() -> Single<[Element]> {
    PrimitiveSequence(
      raw: Producer { sink in
        var elements: [Element] = []
        return self.subscribe(into: sink) {
          elements.append($0)
        } onCompleted: {
          sink.onNext(elements)
          sink.onCompleted()
        }
      })
  }
}

extension ObservableType where Element == Never {
  /// Converts to a completable.
  public func asCompletable() -> Completable { PrimitiveSequence(raw: asObservable()) }
}
