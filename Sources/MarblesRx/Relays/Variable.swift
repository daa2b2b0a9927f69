/// RxSwift's relay before version 5: as ``BehaviorRelay``, but it completes when it goes away.
///
/// For code that has not moved on: `Variable(x)` becomes `BehaviorRelay(value: x)`, and
/// `variable.value = y` becomes `relay.accept(y)`. A subscription that relied on the completion
/// needs a ``DisposeBag`` then.
@available(*, deprecated, message: "use BehaviorRelay, which does not complete when it goes away")
public final class Variable<Element> {
  private let subject: BehaviorSubject<Element>
  private let initial: Element

  public init(_ value: Element) {
    initial = value
    subject = BehaviorSubject(value: value)
  }

  deinit { subject.onCompleted() }

  /// The latest value; setting it sends it to the subscribers.
  public var value: Element {
    get { (try? subject.value()) ?? initial }
    set { subject.onNext(newValue) }
  }

  public func asObservable() -> Observable<Element> { subject }
}
