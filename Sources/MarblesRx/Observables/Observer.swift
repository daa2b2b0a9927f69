/// A type that receives the events of an observable.
public protocol ObserverType<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Receives an event.
  func on(_ event: Event<Element>)
}

extension ObserverType {
  /// Receives an element.
  @inlinable public func onNext(_ element: Element) { on(.next(element)) }
  /// Receives the successful end of the stream.
  @inlinable public func onCompleted() { on(.completed) }
  /// Receives the error with which the stream has failed.
  @inlinable public func onError(_ error: any Error) { on(.error(error)) }

  /// Erases the type of the observer.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

  /// Returns an observer that transforms elements and passes the results to this observer.
  public func mapObserver<Result>(_ transform: @escaping (Result) throws -> Element)
    -> AnyObserver<Result>
  {
    AnyObserver { event in self.on(event.map(transform)) }
  }
}

extension ObserverType where Element == Void {
  /// Receives an element without a value.
  @inlinable public func onNext() { on(.next(())) }
}

/// A type-erased observer.
public struct AnyObserver<Element>: ObserverType {
  /// A closure that receives events.
  public typealias EventHandler = (Event<Element>) -> Void

  @usableFromInline let handler: EventHandler

  /// Creates an observer that calls a closure with each event.
  @inlinable public init(eventHandler: @escaping EventHandler) { handler = eventHandler }

  /// Creates an observer that passes each event to the given observer.
  @inlinable
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    handler = observer.on
  }

  /// Receives an event.
  @inlinable public func on(_ event: Event<Element>) { handler(event) }
  /// Returns the observer.
  public func asObserver() -> AnyObserver<Element> { self }
}
