import Marbles

/// A subject that gives its last value, when it completes, and then to whoever subscribes. As
/// RxSwift's.
///
///     subject:   -a-b-c|
///     A ^        ------(c|)
///
/// After an error it gives only the error.
///
/// Thread-safe.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType {
  let replay = Broadcast<Element>(.last(1), owner: String(reflecting: AsyncSubject.self))
  private let last = Locked<Element?>(nil)

  public override init() { super.init() }

  public var hasObservers: Bool { replay.hasObservers }

  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element):
      last.letGo { last -> Element? in
        defer { last = element }
        return last
      }
    case .completed:
      let value = last.withLock { last in
        defer { last = nil }
        return last
      }
      if let value { replay.on(.next(value)) }
      replay.on(event)
    case .error:
      replay.on(event)
    }
  }

  public func asObserver() -> AsyncSubject<Element> { self }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    replay.subscribe(receiver)
  }
}
