import Marbles

/// Subscribes to one source after the other without growing the stack: a source that ends while it
/// is being subscribed is followed when its subscription is made.
final class Succession: Disposable {
  private let current = SerialDisposable()
  private let state = Locked((isSubscribing: false, isDue: false))
  private let subscribeNext: (Succession) -> (any Disposable)?

  /// `subscribeNext` subscribes to the next source, which calls ``advance()`` at its end; `nil` if
  /// there is none.
  init(_ subscribeNext: @escaping (Succession) -> (any Disposable)?) {
    self.subscribeNext = subscribeNext
  }

  func advance() {
    let isFirst = state.withLock { state in
      if state.isSubscribing { state.isDue = true }
      defer { state.isSubscribing = true }
      return !state.isSubscribing
    }
    guard isFirst else { return }
    repeat { subscribe() } while isDue()
  }

  private func subscribe() {
    guard !current.isDisposed else { return }
    let turn = SingleAssignmentDisposable()
    current.disposable = turn
    if let subscription = subscribeNext(self) { turn.setDisposable(subscription) }
  }

  private func isDue() -> Bool {
    state.withLock { state in
      defer { state.isDue = false }
      state.isSubscribing = state.isDue
      return state.isDue
    }
  }

  func dispose() { current.dispose() }
}
