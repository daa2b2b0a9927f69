import Marbles

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

/// Where disposables are made.
public struct Disposables {
  private init() {}

  /// A disposable that does nothing.
  public static func create() -> any Disposable { EmptyDisposable() }

  /// Runs the closure at the first disposal, and only then.
  public static func create(with dispose: @escaping () -> Void) -> any Cancelable {
    ClosureDisposable(dispose)
  }

  /// Disposes all of them, in the order given.
  public static func create(_ disposables: any Disposable...) -> any Cancelable {
    create(disposables)
  }

  /// Disposes all of them, in the order given.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    ClosureDisposable { for disposable in disposables { disposable.dispose() } }
  }
}

private struct EmptyDisposable: Disposable {
  func dispose() {}
}

/// Runs a closure once. Thread-safe.
final class ClosureDisposable: Cancelable {
  private let action: Locked<(() -> Void)?>

  init(_ action: @escaping () -> Void) { self.action = Locked(action) }

  var isDisposed: Bool { action.withLock { $0 == nil } }

  func dispose() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}

/// Only remembers that it was disposed. Thread-safe.
public final class BooleanDisposable: Cancelable, Sendable {
  private let flag: Locked<Bool>

  public init(isDisposed: Bool = false) { flag = Locked(isDisposed) }

  public var isDisposed: Bool { flag.withLock { $0 } }
  public func dispose() { flag.withLock { $0 = true } }
}

/// Disposes what it holds when nobody holds it any longer, as RxSwift's.
///
/// It has no `dispose()`, on purpose: a bag that is emptied is a new bag. Thread-safe.
public final class DisposeBag: Sendable {
  private let contents = CompositeDisposable()

  public init() {}

  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  deinit { contents.dispose() }

  public func insert(_ disposable: any Disposable) { _ = contents.insert(disposable) }

  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }
}
