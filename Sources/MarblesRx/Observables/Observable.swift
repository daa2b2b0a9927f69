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
  /// RxSwift's subject, also in expressions inside extensions of `ObservableType`.
  ///
  /// In declarations there, the compiler finds the name in `Publisher` first.
  public typealias ReplaySubject<Value> = MarblesRx.ReplaySubject<Value>

  /// Converts to an observable.
  @inlinable
  public func asObservable() -> Observable<Element> {
    (self as? Observable<Element>) ?? Producer { sink in self.subscribe(sink.asReceiver()) }
  }
}

/// The base class of observables.
public class Observable<Element>: ObservableType {
  /// The type of the elements that the observable publishes.
  public typealias Output = Element
  /// The failure type of observables.
  public typealias Failure = any Error
  /// RxSwift's subject, also in declarations inside extensions of `Observable`.
  public typealias ReplaySubject<Value> = MarblesRx.ReplaySubject<Value>

  @usableFromInline init() {}

  /// Subscribes an observer.
  ///
  /// - Returns: A disposable that ends the subscription.
  @inlinable
  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribe(receiver: Receiver.wrapping(observer))
  }

  /// Subscribes a receiver of this module.
  @inlinable
  final func subscribe(_ receiver: Receiver<Element>) -> any Disposable {
    subscribe(receiver: receiver)
  }

  @usableFromInline
  func subscribe(receiver: Receiver<Element>) -> any Disposable { Disposables.create() }

  /// Returns the observable.
  @inlinable
  public func asObservable() -> Observable<Element> { self }
}

/// The name of ``Observable`` in code that has a type of that name.
public typealias RxObservable<Element> = Observable<Element>

/// A source that is a stage of a recording.
package protocol StagedSource {
  var stage: RecordedStage? { get }
}

/// A closure that returns the stage of a source; `nil` if it cannot be a stage.
@usableFromInline
func stage(of source: Any) -> (() -> RecordedStage?)? {
  (source as? any StagedSource).map { source in { source.stage } }
}
