/// How a shared sequence shares, and where it delivers, as RxCocoa's.
public protocol SharingStrategyProtocol {
  /// The scheduler on which it delivers.
  static var scheduler: any SchedulerType { get }
  static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// Something that can be looked at as a shared sequence.
public protocol SharedSequenceConvertibleType<Element>: ObservableConvertibleType {
  associatedtype SharingStrategy: SharingStrategyProtocol
  func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

/// A stream for views: it cannot fail, delivers on one scheduler (the main queue) and is shared.
/// As RxCocoa's; not a publisher.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>:
  SharedSequenceConvertibleType
{
  private let source: Observable<Element>
  /// Where it delivers; operators that take time use it too.
  let scheduler: any SchedulerType

  /// - Parameter raw: shared already, cannot fail, delivers on `scheduler`.
  init(raw: Observable<Element>, scheduler: any SchedulerType) {
    source = raw
    self.scheduler = scheduler
  }

  /// Shares a source that cannot fail and delivers on `scheduler`.
  init(_ source: Observable<Element>, scheduler: any SchedulerType) {
    self.init(raw: SharingStrategy.share(source), scheduler: scheduler)
  }

  public func asObservable() -> Observable<Element> { source }
  public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }

  /// Applies an operator and shares the result.
  func lift<Result>(_ transform: (Observable<Element>) -> Observable<Result>)
    -> SharedSequence<SharingStrategy, Result>
  {
    SharedSequence<SharingStrategy, Result>(transform(source), scheduler: scheduler)
  }
}
