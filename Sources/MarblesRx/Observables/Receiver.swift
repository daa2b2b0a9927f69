import Marbles

/// The base class of observers inside this module: one virtual call, no existential.
///
/// It stores the recorded lane on which its events arrive, so that an operator can report to that
/// lane which elements it reads or stores.
package class Receiver<Element>: ObserverType {
  package let lane: RecordedLane?

  init(lane: RecordedLane? = nil) { self.lane = lane }

  package func on(_ event: Event<Element>) {}

  /// Receives the disposable that ends the work, before waiting actions of the current thread run.
  func started(_ work: any Disposable) {}

  /// Receives an element without an event: the creation of an event costs more than its delivery
  /// where the compiler does not know the type of the element.
  func next(_ element: Element) { on(.next(element)) }

  final func onNext(_ element: Element) { next(element) }

  /// Returns the observer itself, or a receiver that passes events on to it.
  static func wrapping<Observer: ObserverType>(_ observer: Observer) -> Receiver<Element>
  where Observer.Element == Element {
    (observer as? Receiver<Element>) ?? ObserverReceiver(observer)
  }
}

/// A receiver that passes events on to an observer of any type.
private final class ObserverReceiver<Observer: ObserverType>: Receiver<Observer.Element> {
  private let observer: Observer

  init(_ observer: Observer) {
    self.observer = observer
    super.init()
  }

  override func on(_ event: Event<Observer.Element>) { observer.on(event) }
}

/// A receiver that calls a closure with each event.
final class ClosureReceiver<Element>: Receiver<Element> {
  private let handler: (Event<Element>) -> Void

  init(lane: RecordedLane? = nil, _ handler: @escaping (Event<Element>) -> Void) {
    self.handler = handler
    super.init(lane: lane)
  }

  override func on(_ event: Event<Element>) { handler(event) }
}

/// The last receiver of a chain. It calls closures, and ignores events after the end.
///
/// A disposal does not stop it: an element that a subject is already delivering still arrives, like
/// in RxSwift.
final class FinalReceiver<Element>: Receiver<Element> {
  private let value: (Element) -> Void
  private let handler: (Event<Element>) -> Void
  private let isStopped = Locked(false)

  init(_ handler: @escaping (Event<Element>) -> Void) {
    value = { handler(.next($0)) }
    self.handler = handler
    super.init()
  }

  /// - Parameters:
  ///   - value: Called with each element.
  ///   - handler: Called with the end.
  init(value: @escaping (Element) -> Void, _ handler: @escaping (Event<Element>) -> Void) {
    self.value = value
    self.handler = handler
    super.init()
  }

  override func next(_ element: Element) {
    if !isStopped.withLock({ $0 }) { value(element) }
  }

  override func on(_ event: Event<Element>) {
    if case .next(let element) = event { return next(element) }
    let isLate = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return isStopped
    }
    if !isLate { handler(event) }
  }
}
