import Marbles

/// A gate that admits one thread at a time, without holding a lock while that thread works.
///
/// A thread that finds another one inside leaves its work with that thread and returns. The thread
/// inside runs the work that was left before it leaves. Work from inside runs at once, depth first,
/// like under a recursive lock. State that is touched inside the gate only needs no lock of its
/// own.
///
/// A gate can be closed once: afterwards no thread enters, and no work is stored.
///
/// Copies share their state. Thread-safe.
@usableFromInline
package struct SerialGate {
  @usableFromInline
  struct State {
    @usableFromInline var isOpen = true
    /// The thread that is inside.
    @usableFromInline var owner: ThreadIdentity?
    @usableFromInline var waiting: [() -> Void] = []

    @inlinable init() {}
  }

  /// State of the thread inside, which only that thread touches, without the lock. An object of its
  /// own, because an access under the lock is one to the whole ``State``.
  @usableFromInline
  final class Inside {
    /// The number of times that the thread has entered.
    @usableFromInline @exclusivity(unchecked) var depth = 0
    /// Whether the thread has closed the gate, or has found it closed.
    @usableFromInline @exclusivity(unchecked) var isClosed = false

    @inlinable init() {}
  }

  @usableFromInline let state = Locked(State())
  @usableFromInline let inside = Inside()

  @inlinable package init() {}

  /// Creates a gate that the calling thread has entered.
  package static func entered() -> SerialGate {
    let gate = SerialGate()
    gate.state.withLock { $0.owner = .current }
    gate.inside.depth = 1
    return gate
  }

  /// A Boolean value that indicates whether the gate has not been closed.
  @inlinable package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// A Boolean value that indicates whether the calling thread, which is inside, has not closed the
  /// gate.
  ///
  /// It takes no lock. A close by another thread has its effect when this thread enters again.
  @inlinable package var isOpenInside: Bool { !inside.isClosed }

  /// Enters the gate, or leaves `later` with the thread that is inside.
  ///
  /// A caller that has entered must call ``leave()``.
  ///
  /// - Parameter isWanted: Called under the lock while the gate is open. If it returns `false`,
  ///   nothing is done.
  /// - Returns: Whether the caller is inside.
  @inlinable @inline(__always)
  func enter(
    orLater later: @autoclosure () -> () -> Void, ifWanted isWanted: () -> Bool = { true }
  ) -> Bool {
    let me = ThreadIdentity.current
    var isClosed = false
    let isInside = state.withLock { state in
      guard state.isOpen else {
        isClosed = true
        return false
      }
      guard isWanted() else { return false }
      if let owner = state.owner, owner != me {
        state.waiting.append(later())
        return false
      }
      state.owner = me
      return true
    }
    if isInside { inside.depth += 1 }
    if isClosed { runWaitingIfInside() }
    return isInside
  }

  /// Runs the work that was left with this thread, if it is the one inside.
  ///
  /// The thread inside may never return to the gate: a sequence without end is cancelled only by
  /// the clean-up that `close(_:)` has left.
  @usableFromInline
  func runWaitingIfInside() {
    let me = ThreadIdentity.current
    let waiting = state.withLock { state -> [() -> Void] in
      guard state.owner == me else { return [] }
      inside.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for work in waiting { work() }
  }

  /// Leaves the gate; a thread that leaves for the last time runs the work that others have left.
  ///
  /// - Returns: Whether the gate is closed and no thread is inside any longer.
  @inlinable @inline(__always) @discardableResult
  package func leave() -> Bool {
    guard inside.depth <= 1 else {
      inside.depth -= 1
      return false
    }
    let isEasy = state.withLock { state in
      guard state.isOpen, state.waiting.isEmpty else { return false }
      inside.depth = 0
      state.owner = nil
      return true
    }
    return isEasy ? false : leaveAfterWaiting()
  }

  @usableFromInline
  func leaveAfterWaiting() -> Bool {
    while true {
      let (waiting, isClosed) = state.withLock { state -> ([() -> Void], Bool) in
        guard state.waiting.isEmpty else {
          defer { state.waiting = [] }
          return (state.waiting, false)
        }
        inside.depth = 0
        state.owner = nil
        return ([], !state.isOpen)
      }
      guard !waiting.isEmpty else { return isClosed }
      for work in waiting { work() }
    }
  }

  /// Runs `work` inside: now, or on the thread that is inside, after its current work.
  @inlinable
  package func run(_ work: @escaping () -> Void) {
    guard enter(orLater: work) else { return }
    work()
    leave()
  }

  /// Like ``run(_:)``, without an escaping closure where no other thread is inside.
  ///
  /// - Parameters:
  ///   - now: Called if this thread is inside.
  ///   - later: The same work as a closure for the thread that is inside.
  @inlinable @inline(__always)
  package func run(now: () -> Void, orLater later: @autoclosure () -> () -> Void) {
    guard enter(orLater: later()) else { return }
    now()
    leave()
  }

  /// Closes the gate.
  ///
  /// - Parameters:
  ///   - isLast: Called under the lock with whether no thread is inside, if the gate was open.
  @inlinable
  func close<Result>(_ isLast: (Bool) -> Result) -> Result? {
    let me = ThreadIdentity.current
    return state.withLock { state in
      guard state.isOpen else { return nil }
      state.isOpen = false
      if state.owner == me { inside.isClosed = true }
      return isLast(state.owner == nil)
    }
  }

  /// Closes the gate. `cleanUp` runs once: now, or on the thread that is inside, instead of the
  /// work that waits for that thread.
  ///
  /// - Parameters:
  ///   - isLast: Called under the lock with whether no thread is inside, if the gate was open.
  @usableFromInline
  func close<Result>(_ cleanUp: @escaping () -> Void, _ isLast: (Bool) -> Result) -> Result? {
    let me = ThreadIdentity.current
    // Released after the lock.
    var dropped: [() -> Void] = []
    let (result, isBusy) = state.withLock { state -> (Result?, Bool) in
      guard state.isOpen else { return (nil, true) }
      state.isOpen = false
      if state.owner == me { inside.isClosed = true }
      let result = isLast(state.owner == nil)
      guard let owner = state.owner, owner != me else { return (result, false) }
      swap(&state.waiting, &dropped)
      state.waiting = [cleanUp]
      return (result, true)
    }
    if !isBusy { cleanUp() }
    return result
  }
}
