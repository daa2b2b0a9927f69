import Marbles

/// The downstream end of a link that several threads may feed: one signal at a time, and none
/// after the end or a cancel.
///
/// Whoever has something for the link enters first. One thread is inside at a time, and may enter
/// again from inside a delivery (what a subscriber sends there goes first, as with a recursive
/// lock). Others do not wait: they leave what they bring, and the thread inside goes on with it. So
/// what a link keeps in its own properties is touched inside only, and no lock is held while
/// calling out.
@usableFromInline
final class Outlet<Downstream: Subscriber> {
  @usableFromInline
  struct State {
    /// Whether signals still go through: there was no end and no cancel.
    @usableFromInline var isOpen = true
    /// The thread that is inside.
    @usableFromInline var owner: ThreadIdentity?
    @usableFromInline var waiting: [() -> Void] = []

    @inlinable init() {}
  }

  @usableFromInline
  final class End {
    @usableFromInline let downstream: Downstream

    @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  }

  @usableFromInline let state = Locked(State())
  /// The downstream; an object kept by hand, so that it can be called without being retained. `nil`
  /// after the end, when nobody is inside any longer: who is inside may use it as it stands, all
  /// others under the lock.
  @usableFromInline @exclusivity(unchecked) var end: Unmanaged<End>?
  /// How often the thread that is inside has entered; touched by that thread only.
  @usableFromInline @exclusivity(unchecked) var depth = 0
  /// The lane on which the downstream is recorded, if it is.
  @usableFromInline let lane: RecordedLane?
  /// The stage that feeds that lane: what the operator holds is held there.
  @usableFromInline let stage: RecordedStage?

  @inlinable
  init(_ downstream: Downstream) {
    end = .passRetained(End(downstream))
    lane = downstream.recordedLane
    stage = lane?.source
  }

  deinit { end?.release() }

  // MARK: One at a time

  /// Enters, or leaves `later` with the thread that is inside. After the end nobody enters and
  /// nothing is kept. Who has entered must ``leave()``.
  ///
  /// - Parameter isWanted: asked under the lock, unless this has ended; if not, nothing is done.
  @inlinable @inline(__always)
  func enter(
    orLater later: @autoclosure () -> () -> Void, ifWanted isWanted: () -> Bool = { true }
  ) -> Bool {
    let me = ThreadIdentity.current
    var isOver = false
    let isInside = state.withLock { state in
      guard state.isOpen else {
        isOver = true
        return false
      }
      guard isWanted() else { return false }
      if let owner = state.owner, owner != me {
        state.waiting.append(later())
        return false
      }
      state.owner = me
      depth += 1
      return true
    }
    if isOver { cleanUp() }
    return isInside
  }

  /// Does what a cancel has left with this thread, if it is the one inside. What it is in may never
  /// come back by itself, as a sequence without end, which only the cleanup cancels.
  @usableFromInline
  func cleanUp() {
    let me = ThreadIdentity.current
    let waiting = state.withLock { state -> [() -> Void] in
      guard state.owner == me else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for action in waiting { action() }
  }

  @inlinable @inline(__always)
  func leave() {
    guard depth == 1 else {
      depth -= 1
      return
    }
    let isEasy = state.withLock { state in
      guard state.isOpen, state.waiting.isEmpty else { return false }
      depth = 0
      state.owner = nil
      return true
    }
    if !isEasy { leaveLast() }
  }

  /// Does what others have left, until there is nothing; after the end, lets go of the downstream.
  @usableFromInline
  func leaveLast() {
    while true {
      let (waiting, old) = state.withLock { state -> ([() -> Void], End?) in
        guard state.waiting.isEmpty else {
          defer { state.waiting = [] }
          return (state.waiting, nil)
        }
        depth = 0
        state.owner = nil
        return ([], state.isOpen ? nil : takeEnd())
      }
      withExtendedLifetime(old) {}
      guard !waiting.isEmpty else { return }
      for action in waiting { action() }
    }
  }

  /// Runs `action` inside: now, or when the thread that is inside comes to it.
  @inlinable
  func run(_ action: @escaping () -> Void) {
    guard enter(orLater: action) else { return }
    action()
    leave()
  }

  // MARK: Signals

  /// Whether signals still go through: there was no end and no cancel.
  @inlinable
  var isOpen: Bool { state.withLock { $0.isOpen } }

  @inlinable
  func send(subscription: any Subscription) {
    current()?.downstream.receive(subscription: subscription)
  }

  @inlinable
  func send(_ value: Downstream.Input) -> Subscribers.Demand {
    current()?.downstream.receive(value) ?? .none
  }

  /// As ``send(_:)``, for who is inside: nothing needs to be retained.
  @inlinable @inline(__always)
  func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
    isOpen ? pass(value) : .none
  }

  /// As ``deliver(_:)``, where nothing was called since entering.
  @inlinable @inline(__always)
  func pass(_ value: Downstream.Input) -> Subscribers.Demand {
    end?._withUnsafeGuaranteedRef { $0.downstream.receive(value) } ?? .none
  }

  /// Ends the downstream, and lets go of it.
  @inlinable
  func send(completion: Subscribers.Completion<Downstream.Failure>) {
    let end = state.withLock { close(&$0) }
    end?.downstream.receive(completion: completion)
  }

  /// Lets go of the downstream without a word, because it cancelled. `cleanup` lets go of what the
  /// link keeps, once: now, or when the thread that is inside comes to it.
  ///
  /// - Returns: whether it was open.
  @usableFromInline @discardableResult
  func close(_ cleanup: @escaping () -> Void) -> Bool {
    let me = ThreadIdentity.current
    var left: [() -> Void] = []
    let (end, isBusy) = state.withLock { state -> (End?, Bool) in
      guard let end = close(&state) else { return (nil, true) }
      guard let owner = state.owner, owner != me else { return (end, false) }
      swap(&state.waiting, &left)
      state.waiting = [cleanup]
      return (end, true)
    }
    if !isBusy { cleanup() }
    return end != nil
  }

  /// The downstream, if this is open.
  @inlinable
  func current() -> End? { state.withLock { $0.isOpen ? end?.takeUnretainedValue() : nil } }

  /// - Returns: the downstream, if this was open.
  @inlinable
  func close(_ state: inout State) -> End? {
    guard state.isOpen else { return nil }
    state.isOpen = false
    return state.owner == nil ? takeEnd() : end?.takeUnretainedValue()
  }

  @usableFromInline
  func takeEnd() -> End? { end.take()?.takeRetainedValue() }
}
