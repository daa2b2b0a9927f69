import Marbles
import MarblesCombine

/// Something that can be looked at as an observable: an observable, a relay, a driver.
public protocol ObservableConvertibleType<Element> {
  associatedtype Element
  func asObservable() -> Observable<Element>
}

/// A push-based stream of events, as RxSwift's, and a publisher whose failure is any error.
///
/// Rx has no demand: a subscriber that comes through Combine's `subscribe(_:)` and asks for less
/// than all is served from a queue without bound.
public protocol ObservableType<Element>: ObservableConvertibleType, Publisher
where Failure == any Error, Output == Element {
  /// Subscribes an observer. Disposing what is returned ends the subscription.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element
}

extension ObservableType {
  public func asObservable() -> Observable<Element> {
    (self as? Observable<Element>) ?? Producer { sink in self.subscribe(sink) }
  }
}

/// The base class of observables.
public class Observable<Element>: ObservableType {
  public typealias Output = Element
  public typealias Failure = any Error

  init() {}

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribe(receiver: Receiver.wrapping(observer))
  }

  func subscribe(receiver: Receiver<Element>) -> any Disposable { Disposables.create() }

  public func asObservable() -> Observable<Element> { self }
}

/// A source that is a stage of the picture, so that what is read from it can be drawn.
package protocol StagedSource {
  var stage: RecordedStage? { get }
}
