/// The event of an infallible: an element or the completion.
@frozen
public enum InfallibleEvent<Element> {
  /// An element.
  case next(Element)
  /// The completion.
  case completed
}

extension InfallibleEvent: Sendable where Element: Sendable {}
extension InfallibleEvent: Equatable where Element: Equatable {}

/// A type that can be converted to an observable that cannot fail.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// An observable that cannot fail. It is not a publisher.
///
/// Unlike ``Driver`` and ``Signal`` it is not shared and delivers on any thread.
public struct Infallible<Element>: InfallibleType {
  private let source: Observable<Element>

  /// - Parameter source: An observable that cannot fail.
  init(_ source: Observable<Element>) { self.source = source }

  /// Converts to an observable.
  public func asObservable() -> Observable<Element> { source }
}

extension InfallibleType {
  /// Returns the stream as an infallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }

  /// Converts to a driver.
  public func asDriver() -> Driver<Element> {
    asSharedSequence(on: DriverSharingStrategy.scheduler)
  }

  /// Converts to a signal.
  public func asSignal() -> Signal<Element> {
    asSharedSequence(on: SignalSharingStrategy.scheduler)
  }
}

extension ObservableConvertibleType {
  /// Converts to an infallible that emits an element and completes when this stream fails.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(asObservable().catchAndReturn(element))
  }

  /// Converts to an infallible that continues with another infallible when this stream fails.
  public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>)
    -> Infallible<Element>
  {
    Infallible(asObservable().catch { _ in infallible.asObservable() })
  }

  /// Converts to an infallible that continues with the result of a closure when this stream fails.
  public func asInfallible(onErrorRecover: @escaping (any Error) -> Infallible<Element>)
    -> Infallible<Element>
  {
    Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
  }
}

extension PublishRelay {
  /// Converts the relay to an infallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension BehaviorRelay {
  /// Converts the relay to an infallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension ReplayRelay {
  /// Converts the relay to an infallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension SharedSequence {
  /// Converts the sequence to an infallible.
  public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

// MARK: Creation

extension InfallibleType {
  /// A closure that receives the events of an infallible.
  public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void
}

extension Infallible {
  /// Calls a closure for each subscription, which sends events to the observer.
  public static func create(
    subscribe: @escaping (@escaping InfallibleObserver) -> any Disposable
  ) -> Infallible<Element> {
    Infallible(
      .create { observer in
        subscribe { event in
          switch event {
          case .next(let element): observer.onNext(element)
          case .completed: observer.onCompleted()
          }
        }
      })
  }

  /// Emits one element and completes.
  public static func just(_ element: Element) -> Infallible<Element> { Infallible(.just(element)) }

  /// Emits one element and completes, in actions of a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType)
    -> Infallible<Element>
  {
    Infallible(.just(element, scheduler: scheduler))
  }

  /// Completes at once.
  public static func empty() -> Infallible<Element> { Infallible(.empty()) }

  /// Neither emits nor completes.
  public static func never() -> Infallible<Element> { Infallible(.never()) }

  /// Calls a closure for each subscription, and subscribes to the infallible that it returns.
  public static func deferred(_ factory: @escaping () -> Infallible<Element>)
    -> Infallible<Element>
  {
    Infallible(.deferred { factory().asObservable() })
  }

  /// Emits the given elements and completes.
  public static func of(
    _ elements: Element...,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    from(elements, scheduler: scheduler)
  }

  /// Emits the elements of a sequence and completes.
  public static func from<Elements: Sequence>(
    _ elements: Elements,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> where Elements.Element == Element {
    Infallible(.from(elements, scheduler: scheduler))
  }

  /// Emits the element of an optional, if there is one, and completes.
  public static func from(optional: Element?) -> Infallible<Element> {
    Infallible(.from(optional: optional))
  }

  /// Emits the element of an optional, if there is one, and completes, in actions of a scheduler.
  public static func from(optional: Element?, scheduler: any ImmediateSchedulerType)
    -> Infallible<Element>
  {
    Infallible(.from(optional: optional, scheduler: scheduler))
  }

  /// Merges the elements of the given infallibles.
  public static func merge<Sources: Collection>(_ sources: Sources) -> Infallible<Element>
  where Sources.Element == Infallible<Element> {
    Infallible(.merge(sources.map { $0.asObservable() }))
  }

  /// Merges the elements of the given infallibles.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    merge(sources)
  }

  /// Concatenates the given infallibles.
  public static func concat<Sources: Sequence>(_ sources: Sources) -> Infallible<Element>
  where Sources.Element == Infallible<Element> {
    Infallible(.concat(sources.lazy.map { $0.asObservable() }))
  }

  /// Concatenates the given infallibles.
  public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
    concat(sources)
  }

  /// Combines the latest elements of the given infallibles, whenever one of them emits.
  public static func combineLatest<each Source: InfallibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) -> Element
  ) -> Infallible<Element> {
    Infallible(Observable.combineLatest(repeat each sources, resultSelector: resultSelector))
  }

  /// Combines the latest elements of the given infallibles into tuples.
  public static func combineLatest<each Source: InfallibleType>(_ sources: repeat each Source)
    -> Infallible<Element> where Element == (repeat (each Source).Element)
  {
    Infallible(Observable.combineLatest(repeat each sources))
  }

  /// Combines the latest elements of a collection of infallibles.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources, resultSelector: @escaping ([Sources.Element.Element]) -> Element
  ) -> Infallible<Element> where Sources.Element: InfallibleType {
    Infallible(Observable.combineLatest(sources, resultSelector: resultSelector))
  }

  /// Combines the latest elements of a collection of infallibles into arrays.
  public static func combineLatest<Sources: Collection>(_ sources: Sources)
    -> Infallible<[Sources.Element.Element]>
  where Sources.Element: InfallibleType, Element == [Sources.Element.Element] {
    Infallible(Observable.combineLatest(sources))
  }

  /// Combines the n-th elements of the given infallibles.
  public static func zip<each Source: InfallibleType>(
    _ sources: repeat each Source,
    resultSelector: @escaping (repeat (each Source).Element) -> Element
  ) -> Infallible<Element> {
    Infallible(Observable.zip(repeat each sources, resultSelector: resultSelector))
  }

  /// Combines the n-th elements of the given infallibles into tuples.
  public static func zip<each Source: InfallibleType>(_ sources: repeat each Source)
    -> Infallible<Element> where Element == (repeat (each Source).Element)
  {
    Infallible(Observable.zip(repeat each sources))
  }
}

extension Infallible where Element: RxAbstractInteger {
  /// Emits 0, 1, 2 and so on, one element per period; the first one after one period.
  public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType)
    -> Infallible<Element>
  {
    Infallible(.interval(period, scheduler: scheduler))
  }

  /// Emits 0 after a time and completes; with a period, continues with 1, 2 and so on.
  public static func timer(
    _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(.timer(dueTime, period: period, scheduler: scheduler))
  }

  /// Emits `count` successive integers and completes.
  public static func range(
    start: Element, count: Element,
    scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.range(start: start, count: count, scheduler: scheduler))
  }
}
