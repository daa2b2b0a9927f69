import Marbles

/// An object that is both an observable and an observer.
public protocol SubjectType<Element>: ObservableType {
  /// The type of the subject as an observer.
  associatedtype Observer: ObserverType where Observer.Element == Element

  /// Returns the subject as an observer.
  func asObserver() -> Observer
}

extension SubjectType {
  /// The type of the subject as an observer.
  public typealias SubjectObserverType = Observer
}

/// A subject that passes each event on to the observers that are subscribed at that time.
///
///     subject:   -a-b-c|
///     A ^        -a-b-c|
///     B    ^     ---b-c|
///
/// Observers that subscribe after the end receive the end only. Thread-safe.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, Cancelable,
  ObserverType
{
  @usableFromInline let core: SubjectState<Element>

  /// Creates a subject.
  public override init() {
    core = SubjectState(.none, owner: Self.self)
    super.init()
  }

  /// Whether an observer is subscribed.
  public var hasObservers: Bool { core.hasObservers }
  /// A Boolean value that indicates whether the subject has been disposed.
  public var isDisposed: Bool { core.isDisposed }

  /// Passes an event on to all subscribed observers.
  @inlinable public func on(_ event: Event<Element>) { core.on(event) }
  /// Passes an element on to all subscribed observers.
  @inlinable public func onNext(_ element: Element) { core.send(element) }
  /// Returns the subject.
  public func asObserver() -> PublishSubject<Element> { self }

  /// Removes all observers without notifying them. Later observers receive `RxError.disposed`.
  public func dispose() { core.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}

/// A subject that stores its latest element and sends it to each new observer.
///
///     subject:   (a)-b-c|
///     A ^         a--b-c|
///     B    ^      ---b-c|   (receives b when it subscribes)
///
/// Observers that subscribe after the end receive the end only. Thread-safe.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, Cancelable,
  ObserverType
{
  @usableFromInline let core: SubjectState<Element>

  /// Creates a subject with an initial element.
  public init(value: Element) {
    core = SubjectState(.current, initial: [value], owner: Self.self)
    super.init()
  }

  /// Whether an observer is subscribed.
  public var hasObservers: Bool { core.hasObservers }
  /// A Boolean value that indicates whether the subject has been disposed.
  public var isDisposed: Bool { core.isDisposed }

  /// Returns the latest element, also after a completion.
  ///
  /// - Throws: The error with which the subject has failed, or `RxError.disposed`.
  public func value() throws -> Element { try core.value() }

  /// Stores an element and passes it on, or passes the end on.
  @inlinable public func on(_ event: Event<Element>) { core.on(event) }
  /// Passes an element on to all subscribed observers.
  @inlinable public func onNext(_ element: Element) { core.send(element) }
  /// Returns the subject.
  public func asObserver() -> BehaviorSubject<Element> { self }

  /// Removes all observers without notifying them. Later observers receive `RxError.disposed`.
  public func dispose() { core.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}

/// A subject that sends its last elements to each new observer, also after the end.
///
///     subject, 2:  -a-b-c|
///     A ^          -a-b-c|
///     B     ^      -----c|   (receives a and b when it subscribes)
///
/// Thread-safe.
public final class ReplaySubject<Element>: Observable<Element>, SubjectType, Cancelable,
  ObserverType
{
  @usableFromInline let core: SubjectState<Element>

  init(capacity: Int) {
    core = SubjectState(.last(capacity), owner: Self.self)
    super.init()
  }

  /// Creates a subject that replays at most `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(capacity: Swift.max(bufferSize, 0))
  }

  /// Creates a subject that replays all elements.
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(capacity: .max) }

  /// Whether an observer is subscribed.
  public var hasObservers: Bool { core.hasObservers }
  /// A Boolean value that indicates whether the subject has been disposed.
  public var isDisposed: Bool { core.isDisposed }

  /// Stores an element and passes it on, or passes the end on.
  @inlinable public func on(_ event: Event<Element>) { core.on(event) }
  /// Passes an element on to all subscribed observers.
  @inlinable public func onNext(_ element: Element) { core.send(element) }
  /// Returns the subject.
  public func asObserver() -> ReplaySubject<Element> { self }

  /// Removes all observers without notifying them. Later observers receive `RxError.disposed`.
  public func dispose() { core.dispose() }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}

/// A subject that sends its last element when it completes, and then to each new observer.
///
///     subject:   -a-b-c|
///     A ^        ------(c|)
///
/// If it fails, it sends the error only. Thread-safe.
public final class AsyncSubject<Element>: Observable<Element>, SubjectType, ObserverType {
  let core = SubjectState<Element>(.atEnd, owner: AsyncSubject.self)

  /// Creates a subject.
  public override init() { super.init() }

  /// Whether an observer is subscribed.
  public var hasObservers: Bool { core.hasObservers }

  /// Stores an element, or passes the last element and the end on.
  public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): core.store(element)
    case .completed: core.completeWithStored()
    case .error: core.failWithoutStored(event)
    }
  }

  /// Returns the subject.
  public func asObserver() -> AsyncSubject<Element> { self }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}
