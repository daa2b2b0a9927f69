import Marbles

/// A disposable whose content is assigned once.
///
/// A disposable that is assigned after the disposal is disposed at once. Thread-safe.
public final class SingleAssignmentDisposable: Cancelable, Sendable {
  private enum State {
    case empty
    case holding(any Disposable)
    case disposed
  }

  private let state = Locked(State.empty)

  /// Creates an empty disposable.
  public init() {}

  /// A Boolean value that indicates whether it has been disposed.
  public var isDisposed: Bool {
    state.withLock { if case .disposed = $0 { true } else { false } }
  }

  /// Assigns the content. A second one is disposed at once.
  public func setDisposable(_ disposable: any Disposable) {
    let isRefused = state.withLock { state in
      guard case .empty = state else { return true }
      state = .holding(disposable)
      return false
    }
    if isRefused { disposable.dispose() }
  }

  /// Disposes the content.
  public func dispose() {
    let old = state.withLock { state in
      defer { state = .disposed }
      return state
    }
    if case .holding(let disposable) = old { disposable.dispose() }
  }
}
