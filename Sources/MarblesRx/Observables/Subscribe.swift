import Marbles
import MarblesCombine

extension ObservableType {
  /// Subscribes closures to the events.
  ///
  /// An error without `onError` is printed in a debug build and ignored in a release build.
  ///
  /// - Parameters:
  ///   - onNext: Called with each element.
  ///   - onError: Called with the error.
  ///   - onCompleted: Called at the completion.
  ///   - onDisposed: Called when the subscription is disposed, also after the end.
  /// - Returns: A disposable that ends the subscription.
  @inlinable
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    let disposal = Disposables.create { onDisposed?() }
    let receiver = Receiver<Element>.final(value: { onNext?($0) }) { event in
      if case .error(let error) = event {
        if let onError { onError(error) } else { Unhandled.report(error) }
      } else {
        onCompleted?()
      }
      disposal.dispose()
    }
    return Disposables.create(subscribe(receiver), disposal)
  }

  /// Subscribes a closure to all events.
  ///
  /// - Returns: A disposable that ends the subscription.
  @inlinable
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    subscribe(Receiver<Element>.final(on))
  }

  /// Subscribes closures that receive an object, as long as it exists. The object is not retained.
  ///
  /// - Returns: A disposable that ends the subscription.
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onNext: { [weak object] in if let object { onNext?(object, $0) } },
      onError: onError.map { onError in
        { [weak object] in if let object { onError(object, $0) } }
      },
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } })
  }
}

extension Publisher {
  /// Subscribes closures to a publisher with unlimited demand.
  ///
  /// - Returns: A disposable that cancels the subscription.
  public func subscribe(
    onNext: ((Output) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    PublisherObservable(self).subscribe(
      onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}

/// The handling of errors without a handler.
@usableFromInline
enum Unhandled {
  @usableFromInline static func report(_ error: any Error) {
    #if DEBUG
      print("Unhandled error happened: \(error)")
    #endif
  }
}
