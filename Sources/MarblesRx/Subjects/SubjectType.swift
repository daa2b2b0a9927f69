/// An observable into which events are sent, as RxSwift's.
public protocol SubjectType<Element>: ObservableType {
  associatedtype Observer: ObserverType where Observer.Element == Element
  /// The subject as an observer.
  func asObserver() -> Observer
}
