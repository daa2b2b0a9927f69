import Marbles

/// The common requirements of the three relays.
package protocol Relay<Element>: ObservableType, StagedSource, Sendable {
  /// The name in RxSwift's messages: "publish relay".
  static var kindName: String { get }
  var core: SubjectState<Element> { get }
  func accept(_ event: Element)
}

extension Relay {
  package var stage: RecordedStage? { core.stage }

  /// Reports stored elements and nested deliveries to a stage of a recording.
  package func report(to stage: RecordedStage) { core.report(to: stage) }
}

extension PublishRelay: Relay {
  package static var kindName: String { "publish relay" }
}

extension BehaviorRelay: Relay {
  package static var kindName: String { "behavior relay" }
}

extension ReplayRelay: Relay {
  package static var kindName: String { "replay relay" }
}

/// A relay that passes each element on to the observers that are subscribed at that time.
///
///     relay:   -a-b-c-
///     A ^      -a-b-c-
///     B    ^   ---b-c-
///
/// It cannot complete or fail. Thread-safe; if two threads accept at the same time, an observer
/// receives overlapping elements.
public final class PublishRelay<Element>: ObservableType, Sendable {
  /// The type of the elements that the relay publishes.
  public typealias Output = Element
  /// The failure type of observables.
  public typealias Failure = any Error

  @usableFromInline package let core: SubjectState<Element>

  /// Creates a relay.
  public init() { core = SubjectState(.none, owner: Self.self) }

  /// Passes an element on to all subscribed observers.
  @inlinable public func accept(_ event: Element) { core.send(event) }

  /// Subscribes an observer.
  @inlinable
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    core.subscribe(.wrapping(observer))
  }

  /// Returns the relay as an observable, which cannot accept elements.
  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}

/// A relay that stores its latest element and sends it to each new observer.
///
///     relay:   (a)-b-c-
///     A ^       a--b-c-
///     B    ^    ---b-c-   (receives b when it subscribes)
///
/// It cannot complete or fail.
///
/// Thread-safe: each read of ``value`` and each call of ``accept(_:)`` is atomic. A read and a
/// following `accept` are not: an element that another thread accepts in between is overwritten.
public final class BehaviorRelay<Element>: ObservableType, Sendable {
  /// The type of the elements that the relay publishes.
  public typealias Output = Element
  /// The failure type of observables.
  public typealias Failure = any Error

  @usableFromInline package let core: SubjectState<Element>

  /// Creates a relay with an initial element.
  public init(value: Element) {
    core = SubjectState(.current, initial: [value], owner: Self.self)
  }

  /// The latest element.
  public var value: Element { core.current }

  /// Stores an element and passes it on to all subscribed observers.
  @inlinable public func accept(_ event: Element) { core.send(event) }

  /// Subscribes an observer, which receives the latest element at once.
  @inlinable
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    core.subscribe(.wrapping(observer))
  }

  /// Returns the relay as an observable, which cannot accept elements.
  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}

/// A relay that sends its last elements to each new observer.
///
///     relay, 2:  -a-b-c-
///     A ^        -a-b-c-
///     B     ^    -----c-   (receives a and b when it subscribes)
///
/// It cannot complete or fail. Thread-safe like ``PublishRelay``.
public final class ReplayRelay<Element>: ObservableType, Sendable {
  /// The type of the elements that the relay publishes.
  public typealias Output = Element
  /// The failure type of observables.
  public typealias Failure = any Error

  @usableFromInline package let core: SubjectState<Element>

  private init(capacity: Int) {
    core = SubjectState(.last(capacity), owner: Self.self)
  }

  /// Creates a relay that replays at most `bufferSize` elements.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(capacity: Swift.max(bufferSize, 0))
  }

  /// Creates a relay that replays all elements.
  public static func createUnbound() -> ReplayRelay<Element> { ReplayRelay(capacity: .max) }

  /// Stores an element and passes it on to all subscribed observers.
  @inlinable public func accept(_ event: Element) { core.send(event) }

  /// Subscribes an observer, which receives the stored elements at once.
  @inlinable
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    core.subscribe(.wrapping(observer))
  }

  /// Returns the relay as an observable, which cannot accept elements.
  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}

/// A view of a relay that cannot accept elements.
final class RelayObservable<Element>: Observable<Element>, StagedSource {
  private let core: SubjectState<Element>

  init(_ core: SubjectState<Element>) {
    self.core = core
    super.init()
  }

  package var stage: RecordedStage? { core.stage }

  override func subscribe(receiver: Receiver<Element>) -> any Disposable {
    core.subscribe(receiver)
  }
}

/// The relay of RxSwift before version 5: like ``BehaviorRelay``, but it completes when it is
/// deinitialized.
///
/// In new code, replace `Variable(x)` by `BehaviorRelay(value: x)` and `variable.value = y` by
/// `relay.accept(y)`. A subscription that relied on the completion needs a ``DisposeBag``.
@available(*, deprecated, message: "use BehaviorRelay, which does not complete when it goes away")
public final class Variable<Element> {
  private let core: SubjectState<Element>

  /// Creates a variable with an initial element.
  public init(_ value: Element) {
    core = SubjectState(.current, initial: [value], owner: Self.self)
  }

  deinit { core.on(.completed) }

  /// The latest element. Setting it passes the new element on to all subscribed observers.
  public var value: Element {
    get { core.current }
    set { core.send(newValue) }
  }

  /// Returns the variable as an observable.
  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}
