import Marbles

/// A relay that gives its last values to whoever subscribes. As RxRelay's.
///
///     relay, 2:  -a-b-c-
///     A ^        -a-b-c-
///     B     ^    -----c-   (gets a and b when it subscribes)
///
/// It cannot complete or fail.
///
/// Thread-safe, as ``PublishRelay`` is.
public final class ReplayRelay<Element>: ObservableType, Sendable {
  public typealias Output = Element
  public typealias Failure = any Error

  package let broadcast: Broadcast<Element>

  private init(capacity: Int) {
    broadcast = Broadcast(.last(capacity), owner: String(reflecting: Self.self))
  }

  /// A relay that keeps so many values.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(capacity: Swift.max(bufferSize, 0))
  }

  /// A relay that keeps everything.
  public static func createUnbound() -> ReplayRelay<Element> { ReplayRelay(capacity: .max) }

  /// Sends a value to the subscribers and keeps it.
  public func accept(_ event: Element) { broadcast.send(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    broadcast.subscribe(.wrapping(observer))
  }

  public func asObservable() -> Observable<Element> { BroadcastObservable(broadcast) }
}
