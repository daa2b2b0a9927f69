import Marbles

/// A disposable whose content can be replaced; the replaced disposable is disposed.
///
/// A disposable that is assigned after the disposal is disposed at once. Thread-safe.
public final class SerialDisposable: Cancelable, Sendable {
  private struct State {
    var isDisposed = false
    var held: (any Disposable)?
  }

  private let state = Locked(State())

  /// Creates an empty disposable.
  public init() {}

  /// A Boolean value that indicates whether it has been disposed.
  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// The content. After the disposal it is a disposable that does nothing.
  public var disposable: any Disposable {
    get { state.withLock { $0.held } ?? Disposables.create() }
    set {
      let old = state.withLock { state -> (any Disposable)? in
        guard !state.isDisposed else { return newValue }
        defer { state.held = newValue }
        return state.held
      }
      old?.dispose()
    }
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
