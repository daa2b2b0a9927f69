import Marbles

/// A disposable whose content is assigned once.
///
/// A disposable that is assigned after the disposal is disposed at once. Thread-safe.
public final class SingleAssignmentDisposable: Cancelable, Sendable {
  private struct State {
    var isDisposed = false
    var isAssigned = false
    var held: (any Disposable)?
  }

  private let state = Locked(State())

  /// Creates an empty disposable.
  public init() {}

  /// A Boolean value that indicates whether it has been disposed.
  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Assigns the content. A second one is disposed at once.
  public func setDisposable(_ disposable: any Disposable) {
    let isRefused = state.withLock { state in
      guard !state.isDisposed, !state.isAssigned else { return true }
      state.isAssigned = true
      state.held = disposable
      return false
    }
    if isRefused { disposable.dispose() }
  }

  /// Disposes the content.
  public func dispose() {
    let held = state.withLock { state in
      state.isDisposed = true
      return state.held.take()
    }
    held?.dispose()
  }
}
