import Marbles

/// The observer inside this module: closures that are formed where the types are known, so that the
/// optimizer specializes them.
///
/// It stores its place in a recording, so that an operator can report to the lane of its downstream
/// which elements it reads or stores.
@usableFromInline
package final class Receiver<Element>: ObserverType {
  @usableFromInline package let recordedInput: RecordedInput?
  /// The lane on which its events arrive, if they are recorded.
  @usableFromInline package var lane: RecordedLane? { recordedInput?.lane }
  /// Receives an element.
  @usableFromInline let next: (Element) -> Void
  /// Receives an error or a completion.
  @usableFromInline let end: (Event<Element>) -> Void
  /// Receives the disposable that ends the work, before waiting actions of the current thread run.
  @usableFromInline let started: ((any Disposable) -> Void)?

  @inlinable @inline(__always)
  init(
    input: RecordedInput? = nil, next: @escaping (Element) -> Void,
    end: @escaping (Event<Element>) -> Void, started: ((any Disposable) -> Void)? = nil
  ) {
    recordedInput = input
    self.next = next
    self.end = end
    self.started = started
  }

  /// Creates a receiver that calls one closure with each event.
  @inlinable @inline(__always)
  convenience init(input: RecordedInput? = nil, _ handler: @escaping (Event<Element>) -> Void) {
    self.init(input: input, next: { handler(.next($0)) }, end: handler)
  }

  @inlinable
  package func on(_ event: Event<Element>) {
    if case .next(let element) = event { next(element) } else { end(event) }
  }

  @inlinable
  package func onNext(_ element: Element) { next(element) }
}

extension Receiver {
  /// Returns the observer itself, or a receiver that passes events on to it.
  @inlinable
  static func wrapping<Observer: ObserverType>(_ observer: Observer) -> Receiver
  where Observer.Element == Element {
    if let receiver = observer as? Receiver { return receiver }
    if let sink = observer as? Sink<Element> { return sink.asReceiver() }
    return Receiver(next: { observer.on(.next($0)) }, end: { observer.on($0) })
  }

  /// Creates the last receiver of a chain. It calls closures, and ignores events after the end.
  ///
  /// A disposal does not stop it: an element that a subject is already delivering still arrives,
  /// like in RxSwift.
  ///
  /// - Parameters:
  ///   - value: Called with each element.
  ///   - handler: Called with the end.
  @inlinable
  static func final(
    value: @escaping (Element) -> Void, _ handler: @escaping (Event<Element>) -> Void
  ) -> Receiver {
    let isStopped = Locked(false)
    return Receiver(
      next: { if !isStopped.withLock({ $0 }) { value($0) } },
      end: { event in
        let isLate = isStopped.withLock { isStopped in
          defer { isStopped = true }
          return isStopped
        }
        if !isLate { handler(event) }
      })
  }

  /// Creates the last receiver of a chain, which calls one closure with each event.
  @inlinable
  static func final(_ handler: @escaping (Event<Element>) -> Void) -> Receiver {
    final(value: { handler(.next($0)) }, handler)
  }
}
