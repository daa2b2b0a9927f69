import Marbles
import MarblesCombine

extension ObservableType {
  /// Subscribes closures to the events.
  ///
  /// An error without `onError` is printed in a debug build and ignored in a release build, as in
  /// RxSwift.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    let disposal = Disposables.create { onDisposed?() }
    let receiver = FinalReceiver<Element>(value: onNext ?? { _ in }) { event in
      switch event {
      case .next: break
      case .error(let error):
        if let onError { onError(error) } else { Unhandled.report(error) }
        disposal.dispose()
      case .completed:
        onCompleted?()
        disposal.dispose()
      }
    }
    return Disposables.create(subscribe(receiver), disposal)
  }

  /// Subscribes a closure to all events.
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    subscribe(FinalReceiver(on))
  }

  /// Subscribes closures that get an object as long as it lives.
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
  /// Subscribes closures to a publisher, in RxSwift's spelling; demand is unlimited.
  public func subscribe(
    onNext: ((Output) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    PublisherObservable(self).subscribe(
      onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }
}

/// What becomes of an error that nobody handles.
enum Unhandled {
  static func report(_ error: any Error) {
    #if DEBUG
      print("Unhandled error happened: \(error)")
    #endif
  }
}
