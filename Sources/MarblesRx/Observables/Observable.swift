import Marbles
import MarblesCombine

/// A type that can be converted to an observable: an observable, a relay, a driver.
public protocol ObservableConvertibleType<Element> {
  /// The type of the elements.
  associatedtype Element
  /// The type of the elements that a publisher of this type publishes.
  ///
  /// It is declared here, and not only in `Publisher`, so that the compiler infers it for a class
  /// that conforms to ``ObservableType``, in any order of files.
  associatedtype Output = Element
  /// The type of the failures of a publisher of this type.
  associatedtype Failure: Error = any Error

  /// Converts to an observable.
  func asObservable() -> Observable<Element>
}

/// A stream of events that is pushed to observers. It is also a publisher that can fail with any
/// error.
///
/// Observables have no demand. Elements for a subscriber of Combine that has not requested them are
/// buffered without bound.
public protocol ObservableType<Element>: ObservableConvertibleType, Publisher
where Failure == any Error, Output == Element {
  /// Subscribes an observer.
  ///
  /// - Returns: A disposable that ends the subscription.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element
}

extension ObservableType {
  /// Converts to an observable.
  public func asObservable() -> Observable<Element> {
    (self as? Observable<Element>) ?? Producer { sink in self.subscribe(sink) }
  }
}

/// The base class of observables.
public class Observable<Element>: ObservableType {
  /// The type of the elements that the observable publishes.
  public typealias Output = Element
  /// The failure type of observables.
  public typealias Failure = any Error

  init() {}

  /// Subscribes an observer.
  ///
  /// - Returns: A disposable that ends the subscription.
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribe(receiver: Receiver.wrapping(observer))
  }

  func subscribe(receiver: Receiver<Element>) -> any Disposable { Disposables.create() }

  /// Returns the observable.
  public func asObservable() -> Observable<Element> { self }
}

/// The name of ``Observable`` in code that has a type of that name.
public typealias RxObservable<Element> = Observable<Element>

/// A source that is a stage of a recording.
package protocol StagedSource {
  var stage: RecordedStage? { get }
}
