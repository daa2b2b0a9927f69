/// The strategy by which a shared sequence shares its elements and on which scheduler it delivers
/// them.
public protocol SharingStrategyProtocol {
  /// The scheduler on which elements are delivered.
  static var scheduler: any SchedulerType { get }

  /// Shares one subscription to the source among all observers.
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// A type that can be converted to a shared sequence.
public protocol SharedSequenceConvertibleType<Element>: ObservableConvertibleType {
  /// The strategy by which the sequence is shared.
  associatedtype SharingStrategy: SharingStrategyProtocol

  /// Converts to a shared sequence.
  func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

/// The source of the schedulers on which drivers and signals deliver.
public enum SharingScheduler {
  /// A closure that creates a scheduler.
  private final class Maker {
    let make: () -> any SchedulerType

    init(_ make: @escaping () -> any SchedulerType) { self.make = make }
  }

  private static let mocked = ThreadObject<Maker>()

  /// Creates the scheduler of a new driver or signal: a `MainScheduler()`, unless it is mocked.
  public static var make: () -> any SchedulerType {
    mocked.value?.make ?? { MainScheduler() }
  }

  /// Lets drivers and signals deliver on the given scheduler while `action` runs.
  ///
  ///     SharingScheduler.mock(scheduler: testScheduler) {
  ///       viewModel.title.drive(observer).disposed(by: bag)
  ///       testScheduler.start()
  ///     }
  ///
  /// It applies to drivers and signals that the action creates on the current thread.
  public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
    try mock(makeScheduler: { scheduler }, action: action)
  }

  /// Lets drivers and signals deliver on schedulers that a closure creates, while `action` runs.
  ///
  /// It applies to drivers and signals that the action creates on the current thread.
  public static func mock(
    makeScheduler: @escaping () -> any SchedulerType, action: () throws -> Void
  ) rethrows {
    try mocked.with(Maker(makeScheduler), action)
  }
}

/// A sequence for views, which cannot fail, delivers on the main queue and is shared.
///
/// It is the common type of ``Driver`` and ``Signal``. It is not a publisher.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>:
  SharedSequenceConvertibleType
{
  private let source: Observable<Element>
  /// The scheduler on which it delivers, and which time operators use.
  let scheduler: any SchedulerType

  /// - Parameter raw: An observable that is shared, cannot fail and delivers on `scheduler`.
  init(raw: Observable<Element>, scheduler: any SchedulerType) {
    source = raw
    self.scheduler = scheduler
  }

  /// Shares an observable that cannot fail and delivers on `scheduler`.
  init(_ source: Observable<Element>, scheduler: any SchedulerType) {
    self.init(raw: SharingStrategy.share(source), scheduler: scheduler)
  }

  /// Converts to an observable.
  public func asObservable() -> Observable<Element> { source }
  /// Returns the sequence.
  public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }

  /// Applies an operator and shares the result.
  func lift<Result>(_ transform: (Observable<Element>) -> Observable<Result>)
    -> SharedSequence<SharingStrategy, Result>
  {
    SharedSequence<SharingStrategy, Result>(transform(source), scheduler: scheduler)
  }
}

extension ObservableConvertibleType {
  /// Converts to a shared sequence that emits an element and completes when this stream fails.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self, onErrorJustReturn element: Element
  ) -> SharedSequence<Strategy, Element> {
    asSharedSequence(on: Strategy.scheduler) { _ in .just(element) }
  }

  /// Converts to a shared sequence that continues with another one when this stream fails.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self,
    onErrorDriveWith other: SharedSequence<Strategy, Element>
  ) -> SharedSequence<Strategy, Element> {
    asSharedSequence(on: Strategy.scheduler) { _ in other.asObservable() }
  }

  /// Converts to a shared sequence that continues with the result of a closure when this stream
  /// fails.
  public func asSharedSequence<Strategy: SharingStrategyProtocol>(
    sharingStrategy: Strategy.Type = Strategy.self,
    onErrorRecover: @escaping (any Error) -> SharedSequence<Strategy, Element>
  ) -> SharedSequence<Strategy, Element> {
    asSharedSequence(on: Strategy.scheduler) { onErrorRecover($0).asObservable() }
  }

  func asSharedSequence<Strategy>(
    on scheduler: any SchedulerType, recover: @escaping (any Error) -> Observable<Element>
  ) -> SharedSequence<Strategy, Element> {
    SharedSequence(
      asObservable().observe(on: scheduler, isStage: false).catch(recover), scheduler: scheduler)
  }

  /// - Parameter scheduler: The scheduler of a stream that cannot fail.
  func asSharedSequence<Strategy>(on scheduler: any SchedulerType)
    -> SharedSequence<Strategy, Element>
  {
    SharedSequence(
      asObservable().observe(on: scheduler, isStage: false), scheduler: scheduler)
  }
}

// MARK: Creation

extension SharedSequence {
  /// Emits one element on the scheduler of the strategy, and completes.
  public static func just(_ element: Element) -> SharedSequence { scheduled(.just(element)) }

  /// Completes on the scheduler of the strategy.
  public static func empty() -> SharedSequence { scheduled(.empty()) }

  /// Neither emits nor completes.
  public static func never() -> SharedSequence {
    SharedSequence(raw: .never(), scheduler: SharingStrategy.scheduler)
  }

  private static func scheduled(_ source: Observable<Element>) -> SharedSequence {
    let scheduler = SharingStrategy.scheduler
    return SharedSequence(raw: source.subscribe(on: scheduler), scheduler: scheduler)
  }

  /// Calls a closure for each subscription, and emits the elements of the sequence that it returns.
  public static func deferred(_ factory: @escaping () -> SharedSequence) -> SharedSequence {
    SharedSequence(
      .deferred { factory().asObservable() }, scheduler: SharingStrategy.scheduler)
  }

  /// Emits the given elements on the scheduler of the strategy, and completes.
  public static func of(_ elements: Element...) -> SharedSequence { from(elements) }

  /// Emits the elements of an array on the scheduler of the strategy, and completes.
  public static func from(_ array: [Element]) -> SharedSequence {
    let scheduler = SharingStrategy.scheduler
    return SharedSequence(raw: .from(array, scheduler: scheduler), scheduler: scheduler)
  }

  /// Emits the elements of a sequence on the scheduler of the strategy, and completes.
  public static func from<Elements: Sequence>(_ elements: Elements) -> SharedSequence
  where Elements.Element == Element {
    let scheduler = SharingStrategy.scheduler
    return SharedSequence(raw: .from(elements, scheduler: scheduler), scheduler: scheduler)
  }

  /// Emits the element of an optional, if there is one, and completes.
  public static func from(optional: Element?) -> SharedSequence {
    let scheduler = SharingStrategy.scheduler
    return SharedSequence(
      raw: .from(optional: optional, scheduler: scheduler), scheduler: scheduler)
  }
}

extension SharedSequence where Element: RxAbstractInteger {
  /// Emits 0, 1, 2 and so on, one element per period; the first one after one period.
  public static func interval(_ period: RxTimeInterval) -> SharedSequence {
    let scheduler = SharingStrategy.scheduler
    return SharedSequence(.interval(period, scheduler: scheduler), scheduler: scheduler)
  }

  /// Emits 0 after a time, and then 1, 2 and so on, one element per period.
  public static func timer(_ dueTime: RxTimeInterval, period: RxTimeInterval) -> SharedSequence {
    let scheduler = SharingStrategy.scheduler
    return SharedSequence(
      .timer(dueTime, period: period, scheduler: scheduler), scheduler: scheduler)
  }
}
