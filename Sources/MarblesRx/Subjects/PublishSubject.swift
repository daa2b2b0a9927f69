import Marbles

/// A subject without memory: subscribers get what is sent after they came. As RxSwift's.
///
///     subject:   -a-b-c|
///     A ^        -a-b-c|
///     B    ^     ---b-c|
///
/// Thread-safe.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable,
  ObserverType
{
  let broadcast: Broadcast<Element>

  public override init() {
    broadcast = Broadcast(.none, owner: String(reflecting: Self.self))
    super.init()
  }

  public var hasObservers: Bool { broadcast.hasObservers }
  public var isDisposed: Bool { broadcast.isDisposed }

  public func on(_ event: Event<Element>) { broadcast.on(event) }
  public func asObserver() -> PublishSubject<Element> { self }

  /// Lets go of the subscribers without telling them; who comes later gets an error.
  public func dispose() { broadcast.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    broadcast.subscribe(receiver)
  }
}
