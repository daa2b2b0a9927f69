import Marbles

/// What the three relays have in common besides being observables: values go in, nothing else.
package protocol Relay<Element>: ObservableType, StagedSource, Sendable {
  /// What RxSwift calls it in its messages: "publish relay".
  static var kindName: String { get }
  var core: SubjectState<Element> { get }
  func accept(_ event: Element)
}

extension Relay {
  package var stage: RecordedStage? { core.stage }

  /// Lets a stage of the picture show what the relay keeps and which deliveries interrupt others.
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

/// What a relay looks like from outside: its values, and no way to send.
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

  package let core: SubjectState<Element>

  public init() { core = SubjectState(.none, owner: String(reflecting: Self.self)) }

  /// Sends a value to the subscribers.
  public func accept(_ event: Element) { core.send(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    core.subscribe(.wrapping(observer))
  }

  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}

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

  package let core: SubjectState<Element>

  public init(value: Element) {
    core = SubjectState(.current, initial: [value], owner: String(reflecting: Self.self))
  }

  /// The latest value.
  public var value: Element { core.current }

  /// Sends a value, equal or not, to the subscribers and keeps it.
  public func accept(_ event: Element) { core.send(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    core.subscribe(.wrapping(observer))
  }

  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}

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

  package let core: SubjectState<Element>

  private init(capacity: Int) {
    core = SubjectState(.last(capacity), owner: String(reflecting: Self.self))
  }

  /// A relay that keeps so many values.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(capacity: Swift.max(bufferSize, 0))
  }

  /// A relay that keeps everything.
  public static func createUnbound() -> ReplayRelay<Element> { ReplayRelay(capacity: .max) }

  /// Sends a value to the subscribers and keeps it.
  public func accept(_ event: Element) { core.send(event) }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    core.subscribe(.wrapping(observer))
  }

  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}

/// RxSwift's relay before version 5: as ``BehaviorRelay``, but it completes when it goes away.
///
/// For code that has not moved on: `Variable(x)` becomes `BehaviorRelay(value: x)`, and
/// `variable.value = y` becomes `relay.accept(y)`. A subscription that relied on the completion
/// needs a ``DisposeBag`` then.
@available(*, deprecated, message: "use BehaviorRelay, which does not complete when it goes away")
public final class Variable<Element> {
  private let core: SubjectState<Element>

  public init(_ value: Element) {
    core = SubjectState(.current, initial: [value], owner: String(reflecting: Self.self))
  }

  deinit { core.on(.completed) }

  /// The latest value; setting it sends it to the subscribers.
  public var value: Element {
    get { core.current }
    set { core.send(newValue) }
  }

  public func asObservable() -> Observable<Element> { RelayObservable(core) }
}
