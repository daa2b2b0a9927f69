import Marbles

/// A disposable whose content can be replaced; the replaced disposable is disposed.
///
/// A disposable that is assigned after the disposal is disposed at once. Thread-safe.
public final class SerialDisposable: Cancelable, Sendable {
  private enum State {
    case holding((any Disposable)?)
    case disposed
  }

  private let state = Locked(State.holding(nil))

  /// Creates an empty disposable.
  public init() {}

  /// A Boolean value that indicates whether it has been disposed.
  public var isDisposed: Bool {
    state.withLock { if case .disposed = $0 { true } else { false } }
  }

  /// The content. After the disposal it is a disposable that does nothing.
  public var disposable: any Disposable {
    get {
      let held = state.withLock { state -> (any Disposable)? in
        if case .holding(let held) = state { held } else { nil }
      }
      return held ?? Disposables.create()
    }
    set {
      let old = state.withLock { state -> (any Disposable)? in
        guard case .holding(let old) = state else { return newValue }
        state = .holding(newValue)
        return old
      }
      old?.dispose()
    }
  }

  /// Disposes the content.
  public func dispose() {
    let old = state.withLock { state in
      defer { state = .disposed }
      return state
    }
    if case .holding(let held) = old { held?.dispose() }
  }
}
