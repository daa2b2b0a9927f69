import Marbles

/// Runs steps one after another without growing the stack.
///
/// A step that is added while another one runs waits until that one has returned. At most one step
/// waits: a new one replaces it. Thread-safe.
@usableFromInline
package struct StepRunner: Sendable {
  private struct State {
    var next: (() -> Void)?
    var isRunning = false
    var isStopped = false
  }

  private let state = Locked(State())

  @usableFromInline package init() {}

  /// Runs `step` now, or after the step that is running.
  @usableFromInline
  package func run(_ step: @escaping () -> Void) {
    let isFirst = state.withLockThenDrop { state in
      guard !state.isStopped else { return false }
      state.next = step
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return }
    while let step = takeNext() { step() }
  }

  private func takeNext() -> (() -> Void)? {
    state.withLock { state in
      defer { state.next = nil }
      if state.next == nil { state.isRunning = false }
      return state.next
    }
  }

  /// Drops the step that waits, and refuses later ones.
  package func stop() {
    state.withLockReleasing { state in
      state.isStopped = true
      defer { state.next = nil }
      return state.next
    }
  }
}
