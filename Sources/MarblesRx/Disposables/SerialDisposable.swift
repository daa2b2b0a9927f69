import Marbles

/// Holds one disposable at a time; the one it held before is disposed. As RxSwift's.
///
/// Once disposed, whatever it is given is disposed at once. Thread-safe.
public final class SerialDisposable: Cancelable, Sendable {
  private enum State {
    case holding((any Disposable)?)
    case disposed
  }

  private let state = Locked(State.holding(nil))

  public init() {}

  public var isDisposed: Bool {
    state.withLock { if case .disposed = $0 { true } else { false } }
  }

  /// What it holds. After disposal, something that does nothing.
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

  public func dispose() {
    let old = state.withLock { state in
      defer { state = .disposed }
      return state
    }
    if case .holding(let held) = old { held?.dispose() }
  }
}
