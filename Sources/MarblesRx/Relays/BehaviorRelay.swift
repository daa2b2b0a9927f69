import Marbles

/// A relay that always has a value and gives it to whoever subscribes. As RxRelay's.
///
///     relay:   (a)-b-c-
///     A ^       a--b-c-
///     B    ^    ---b-c-   (gets b when it subscribes)
///
/// It cannot complete or fail.
///
/// Thread-safe: reading ``value`` and accepting are, each for itself. Reading, then accepting what
/// was computed from it, is two steps; what another thread accepts in between is lost.
public final class BehaviorRelay<Element>: ObservableType, Sendable {
  public typealias Output = Element
  public typealias Failure = any Error

  package let broadcast: Broadcast<Element>

  public init(value: Element) {
    broadcast = Broadcast(.current, initial: [value], owner: String(reflecting: Self.self))
  }

  /// The latest value.
  public var value: Element { broadcast.current }

  /// Sends a value, equal or not, to the subscribers and keeps it.
  public func accept(_ event: Element) { broadcast.send(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    broadcast.subscribe(.wrapping(observer))
  }

  public func asObservable() -> Observable<Element> { BroadcastObservable(broadcast) }
}
