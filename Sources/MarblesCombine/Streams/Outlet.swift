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
    @usableFromInline var downstream: Downstream?
    @usableFromInline var owner: ThreadIdentity?
    @usableFromInline var depth = 0
    @usableFromInline var waiting: [() -> Void] = []

    @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  }

  @usableFromInline let state: Locked<State>
  /// The lane on which the downstream is recorded, if it is.
  @usableFromInline let lane: RecordedLane?
  /// The stage that feeds that lane: what the operator holds is held there.
  @usableFromInline let stage: RecordedStage?

  @inlinable
  init(_ downstream: Downstream) {
    state = Locked(State(downstream))
    lane = downstream.recordedLane
    stage = lane?.source
  }

  // MARK: One at a time

  /// Enters, or leaves `later` with the thread that is inside. After the end nobody enters and
  /// nothing is kept. Who has entered must ``leave()``.
  @inlinable
  func enter(orLater later: @autoclosure () -> () -> Void) -> Bool {
    let me = ThreadIdentity.current
    return state.withLock { state in
      guard state.downstream != nil else { return false }
      if let owner = state.owner, owner != me {
        state.waiting.append(later())
        return false
      }
      state.owner = me
      state.depth += 1
      return true
    }
  }

  @inlinable
  func leave() {
    while let waiting = leaveUnlessCalled() {
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

  @inlinable
  func leaveUnlessCalled() -> [() -> Void]? {
    state.withLock { state in
      if state.depth == 1, !state.waiting.isEmpty {
        defer { state.waiting = [] }
        return state.waiting
      }
      state.depth -= 1
      if state.depth == 0 { state.owner = nil }
      return nil
    }
  }

  // MARK: Signals

  /// Whether signals still go through: there was no end and no cancel.
  @inlinable
  var isOpen: Bool { state.withLock { $0.downstream != nil } }

  @inlinable
  func send(subscription: any Subscription) {
    state.withLock { $0.downstream }?.receive(subscription: subscription)
  }

  @inlinable
  func send(_ value: Downstream.Input) -> Subscribers.Demand {
    state.withLock { $0.downstream }?.receive(value) ?? .none
  }

  /// Ends the downstream, and lets go of it.
  @inlinable
  func send(completion: Subscribers.Completion<Downstream.Failure>) {
    take()?.receive(completion: completion)
  }

  /// Lets go of the downstream without a word, because it cancelled. `cleanup` lets go of what the
  /// link keeps: at once, or when the thread that is inside comes out.
  ///
  /// - Returns: whether it was open.
  @usableFromInline @discardableResult
  func close(_ cleanup: @escaping () -> Void) -> Bool {
    let me = ThreadIdentity.current
    let (wasOpen, isBusy) = state.withLock { state in
      let wasOpen = state.downstream != nil
      state.downstream = nil
      guard let owner = state.owner, owner != me else { return (wasOpen, false) }
      state.waiting = [cleanup]
      return (wasOpen, true)
    }
    if !isBusy { cleanup() }
    return wasOpen
  }

  @inlinable
  func take() -> Downstream? {
    state.withLock { state in
      defer { state.downstream = nil }
      return state.downstream
    }
  }
}
