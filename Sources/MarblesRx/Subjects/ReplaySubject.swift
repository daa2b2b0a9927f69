import Marbles

/// A subject that gives its last values, after the end too, to whoever subscribes. As RxSwift's.
///
///     subject, 2:  -a-b-c|
///     A ^          -a-b-c|
///     B     ^      -----c|   (gets a and b when it subscribes)
///
/// Thread-safe.
public final class ReplaySubject<Element>: Observable<Element>, SubjectType, Cancelable,
  ObserverType
{
  let broadcast: Broadcast<Element>

  init(capacity: Int) {
    broadcast = Broadcast(.last(capacity), owner: String(reflecting: Self.self))
    super.init()
  }

  /// A subject that keeps so many values; with 0, only the end.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(capacity: Swift.max(bufferSize, 0))
  }

  /// A subject that keeps everything.
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(capacity: .max) }

  public var hasObservers: Bool { broadcast.hasObservers }
  public var isDisposed: Bool { broadcast.isDisposed }

  public func on(_ event: Event<Element>) { broadcast.on(event) }
  public func asObserver() -> ReplaySubject<Element> { self }

  /// Lets go of the subscribers without telling them; who comes later gets an error.
  public func dispose() { broadcast.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    broadcast.subscribe(receiver)
  }
}
