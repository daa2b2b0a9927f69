import Marbles

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
