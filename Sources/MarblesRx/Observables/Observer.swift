/// Takes events, as RxSwift's.
public protocol ObserverType<Element> {
  associatedtype Element
  func on(_ event: Event<Element>)
}

extension ObserverType {
  public func onNext(_ element: Element) { on(.next(element)) }
  public func onCompleted() { on(.completed) }
  public func onError(_ error: any Error) { on(.error(error)) }

  /// This observer with its type hidden.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

  /// An observer that transforms values before it hands them to this one.
  public func mapObserver<Result>(_ transform: @escaping (Result) throws -> Element)
    -> AnyObserver<Result>
  {
    AnyObserver { event in self.on(event.map(transform)) }
  }
}

extension ObserverType where Element == Void {
  public func onNext() { on(.next(())) }
}

/// An observer whose type is hidden.
public struct AnyObserver<Element>: ObserverType {
  public typealias EventHandler = (Event<Element>) -> Void

  private let handler: EventHandler

  public init(eventHandler: @escaping EventHandler) { handler = eventHandler }

  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    handler = observer.on
  }

  public func on(_ event: Event<Element>) { handler(event) }
  public func asObserver() -> AnyObserver<Element> { self }
}
