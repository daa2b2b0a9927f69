import Marbles

/// What events arrive at inside this module: one virtual call, no existential.
///
/// It knows on which recorded lane its events will come out, so that an operator above can report
/// there what it reads or keeps.
package class Receiver<Element>: ObserverType {
  package let lane: RecordedLane?

  init(lane: RecordedLane? = nil) { self.lane = lane }

  package func on(_ event: Event<Element>) {}

  /// Told what stops the work, before anything that waits on the current thread is done.
  func started(_ work: any Disposable) {}

  /// Takes a value without an event around it: making one costs more than delivering it where the
  /// type of the value is not known to the compiler.
  func next(_ element: Element) { on(.next(element)) }

  final func onNext(_ element: Element) { next(element) }

  /// The observer itself, or what passes events on to it.
  static func wrapping<Observer: ObserverType>(_ observer: Observer) -> Receiver<Element>
  where Observer.Element == Element {
    (observer as? Receiver<Element>) ?? ObserverReceiver(observer)
  }
}

/// Passes events on to an observer of any type.
private final class ObserverReceiver<Observer: ObserverType>: Receiver<Observer.Element> {
  private let observer: Observer

  init(_ observer: Observer) {
    self.observer = observer
    super.init()
  }

  override func on(_ event: Event<Observer.Element>) { observer.on(event) }
}

/// Gives events to a closure.
final class ClosureReceiver<Element>: Receiver<Element> {
  private let handler: (Event<Element>) -> Void

  init(lane: RecordedLane? = nil, _ handler: @escaping (Event<Element>) -> Void) {
    self.handler = handler
    super.init(lane: lane)
  }

  override func on(_ event: Event<Element>) { handler(event) }
}

/// The end of a chain: gives events to a closure, and none after the end.
///
/// Disposing the subscription does not stop it: an element that a subject is already delivering
/// still arrives, as in RxSwift.
final class FinalReceiver<Element>: Receiver<Element> {
  private let value: (Element) -> Void
  private let handler: (Event<Element>) -> Void
  private let isStopped = Locked(false)

  init(_ handler: @escaping (Event<Element>) -> Void) {
    value = { handler(.next($0)) }
    self.handler = handler
    super.init()
  }

  /// - Parameter value: gets the values; `handler` gets the end.
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
