import Marbles

/// A relay without memory: subscribers get what is accepted after they came. As RxRelay's.
///
///     relay:   -a-b-c-
///     A ^      -a-b-c-
///     B    ^   ---b-c-
///
/// It cannot complete or fail.
///
/// Thread-safe: two threads may accept at the same time, and subscribers then get overlapping
/// values.
public final class PublishRelay<Element>: ObservableType, Sendable {
  public typealias Output = Element
  public typealias Failure = any Error

  package let broadcast: Broadcast<Element>

  public init() { broadcast = Broadcast(.none, owner: String(reflecting: Self.self)) }

  /// Sends a value to the subscribers.
  public func accept(_ event: Element) { broadcast.send(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    broadcast.subscribe(.wrapping(observer))
  }

  public func asObservable() -> Observable<Element> { BroadcastObservable(broadcast) }
}
