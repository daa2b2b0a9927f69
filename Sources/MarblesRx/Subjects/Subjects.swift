import Marbles

/// An observable into which events are sent, as RxSwift's.
public protocol SubjectType<Element>: ObservableType {
  associatedtype Observer: ObserverType where Observer.Element == Element
  /// The subject as an observer.
  func asObserver() -> Observer
}

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
  let core: SubjectState<Element>

  public override init() {
    core = SubjectState(.none, owner: String(reflecting: Self.self))
    super.init()
  }

  public var hasObservers: Bool { core.hasObservers }
  public var isDisposed: Bool { core.isDisposed }

  public func on(_ event: Event<Element>) { core.on(event) }
  public func asObserver() -> PublishSubject<Element> { self }

  /// Lets go of the subscribers without telling them; who comes later gets an error.
  public func dispose() { core.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}

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
  let core: SubjectState<Element>

  public init(value: Element) {
    core = SubjectState(.current, initial: [value], owner: String(reflecting: Self.self))
    super.init()
  }

  public var hasObservers: Bool { core.hasObservers }
  public var isDisposed: Bool { core.isDisposed }

  /// The latest value; after a completion too.
  ///
  /// - Throws: the error, if it failed; `RxError.disposed`, if it was disposed.
  public func value() throws -> Element { try core.value() }

  public func on(_ event: Event<Element>) { core.on(event) }
  public func asObserver() -> BehaviorSubject<Element> { self }

  /// Lets go of the subscribers without telling them; who comes later gets an error.
  public func dispose() { core.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}

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
  let core: SubjectState<Element>

  init(capacity: Int) {
    core = SubjectState(.last(capacity), owner: String(reflecting: Self.self))
    super.init()
  }

  /// A subject that keeps so many values; with 0, only the end.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(capacity: Swift.max(bufferSize, 0))
  }

  /// A subject that keeps everything.
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(capacity: .max) }

  public var hasObservers: Bool { core.hasObservers }
  public var isDisposed: Bool { core.isDisposed }

  public func on(_ event: Event<Element>) { core.on(event) }
  public func asObserver() -> ReplaySubject<Element> { self }

  /// Lets go of the subscribers without telling them; who comes later gets an error.
  public func dispose() { core.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}

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
  let core = SubjectState<Element>(.last(1), owner: String(reflecting: AsyncSubject.self))
  private let last = Locked<Element?>(nil)

  public override init() { super.init() }

  public var hasObservers: Bool { core.hasObservers }

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
      if let value { core.on(.next(value)) }
      core.on(event)
    case .error:
      core.on(event)
    }
  }

  public func asObserver() -> AsyncSubject<Element> { self }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}
