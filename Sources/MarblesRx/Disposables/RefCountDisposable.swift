import Marbles

/// A disposable that is disposed when itself and all disposables retained from it are disposed.
///
/// Thread-safe.
public final class RefCountDisposable: Cancelable {
  private struct State {
    var wrapped: (any Disposable)?
    var isPrimaryDisposed = false
    var count = 0

    /// The wrapped disposable, once nothing retains it.
    mutating func released() -> (any Disposable)? {
      isPrimaryDisposed && count == 0 ? wrapped.take() : nil
    }
  }

  private let state: Locked<State>

  /// Creates a disposable that counts the references to `disposable`.
  public init(disposable: any Disposable) { state = Locked(State(wrapped: disposable)) }

  /// A Boolean value that indicates whether the wrapped disposable has been disposed.
  public var isDisposed: Bool { state.withLock { $0.wrapped == nil } }

  /// Returns a disposable that keeps the wrapped one from being disposed.
  ///
  /// If the wrapped disposable has been disposed, the result does nothing.
  public func retain() -> any Disposable {
    let isRetained = state.withLock { state in
      guard state.wrapped != nil else { return false }
      state.count += 1
      return true
    }
    return isRetained ? Disposables.create { [self] in release() } : Disposables.create()
  }

  private func release() {
    let released = state.withLock { state in
      state.count -= 1
      return state.released()
    }
    released?.dispose()
  }

  /// Disposes the wrapped disposable as soon as nothing retains it.
  public func dispose() {
    let released = state.withLock { state in
      state.isPrimaryDisposed = true
      return state.released()
    }
    released?.dispose()
  }
}
