import Marbles

/// A subject that always has a value and gives it to whoever subscribes. As RxSwift's.
///
///     subject:   (a)-b-c|
///     A ^         a--b-c|
///     B    ^      ---b-c|   (gets b when it subscribes)
///
/// After the end it gives only the end.
///
/// Thread-safe.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, Cancelable,
  ObserverType
{
  let broadcast: Broadcast<Element>

  public init(value: Element) {
    broadcast = Broadcast(.current, initial: [value], owner: String(reflecting: Self.self))
    super.init()
  }

  public var hasObservers: Bool { broadcast.hasObservers }
  public var isDisposed: Bool { broadcast.isDisposed }

  /// The latest value; after a completion too.
  ///
  /// - Throws: the error, if it failed; `RxError.disposed`, if it was disposed.
  public func value() throws -> Element { try broadcast.value() }

  public func on(_ event: Event<Element>) { broadcast.on(event) }
  public func asObserver() -> BehaviorSubject<Element> { self }

  /// Lets go of the subscribers without telling them; who comes later gets an error.
  public func dispose() { broadcast.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    broadcast.subscribe(receiver)
  }
}
