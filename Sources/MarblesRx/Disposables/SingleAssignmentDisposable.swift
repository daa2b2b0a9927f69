import Marbles

/// Holds a disposable that is known only later, as RxSwift's.
///
/// If it is disposed before, the disposable is disposed as soon as it arrives. Thread-safe.
public final class SingleAssignmentDisposable: Cancelable, Sendable {
  private enum State {
    case empty
    case holding(any Disposable)
    case disposed
  }

  private let state = Locked(State.empty)

  public init() {}

  public var isDisposed: Bool {
    state.withLock { if case .disposed = $0 { true } else { false } }
  }

  /// Gives it what it holds. Only the first one is kept; a second one is disposed.
  public func setDisposable(_ disposable: any Disposable) {
    let isRefused = state.withLock { state in
      guard case .empty = state else { return true }
      state = .holding(disposable)
      return false
    }
    if isRefused { disposable.dispose() }
  }

  public func dispose() {
    let old = state.withLock { state in
      defer { state = .disposed }
      return state
    }
    if case .holding(let disposable) = old { disposable.dispose() }
  }
}
