/// A subscription, or anything else that can be given back, as RxSwift's.
public protocol Disposable {
  /// Gives it back. Disposing twice is harmless.
  func dispose()
}

/// A disposable that knows whether it was disposed.
public protocol Cancelable: Disposable {
  var isDisposed: Bool { get }
}

extension Disposable {
  /// Leaves the disposal to a bag: it happens when the bag goes away.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
