/// RxSwift's relay before version 5: as ``BehaviorRelay``, but it completes when it goes away.
///
/// For code that has not moved on: `Variable(x)` becomes `BehaviorRelay(value: x)`, and
/// `variable.value = y` becomes `relay.accept(y)`. A subscription that relied on the completion
/// needs a ``DisposeBag`` then.
@available(*, deprecated, message: "use BehaviorRelay, which does not complete when it goes away")
public final class Variable<Element> {
  private let broadcast: Broadcast<Element>

  public init(_ value: Element) {
    broadcast = Broadcast(.current, initial: [value], owner: String(reflecting: Self.self))
  }

  deinit { broadcast.on(.completed) }

  /// The latest value; setting it sends it to the subscribers.
  public var value: Element {
    get { broadcast.current }
    set { broadcast.send(newValue) }
  }

  public func asObservable() -> Observable<Element> { BroadcastObservable(broadcast) }
}
