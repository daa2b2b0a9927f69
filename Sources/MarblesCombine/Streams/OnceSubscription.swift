import Marbles

/// What is left of one value and its finish.
@usableFromInline
struct OnceState {
  @usableFromInline
  enum Phase {
    /// The value is kept.
    case waiting
    case delivering
    case over
  }

  @usableFromInline let name: StaticString
  /// Gives the value that is kept, and its finish.
  @usableFromInline let give: (OnceSubscription) -> Void
  /// Lets go of the value that is kept.
  @usableFromInline let drop: (OnceSubscription) -> Void
  @usableFromInline var phase = Phase.waiting

  @inlinable
  init(
    _ name: StaticString, give: @escaping (OnceSubscription) -> Void,
    drop: @escaping (OnceSubscription) -> Void
  ) {
    self.name = name
    self.give = give
    self.drop = drop
  }
}

/// Gives one value when it is asked for, then finishes.
///
/// How it gives it stands in a closure, for the same reason as in ``SourceSubscription``. Many of
/// these live shortly, as the publishers of a `flatMap` do, so each is one allocation: its state,
/// its lock, and behind the lock the value and who gets it.
@usableFromInline
final class OnceSubscription: ManagedBuffer<OnceState, MutexPrimitive>, Subscription,
  CustomStringConvertible
{
  @usableFromInline
  struct Kept<S: Subscriber> {
    @usableFromInline let downstream: S
    @usableFromInline let value: S.Input

    @inlinable
    init(_ downstream: S, _ value: S.Input) {
      self.downstream = downstream
      self.value = value
    }
  }

  @inlinable
  static func make<S: Subscriber>(
    _ value: S.Input, _ downstream: S, name: StaticString
  ) -> OnceSubscription {
    let place = MemoryLayout<MutexPrimitive>.stride
    let room = MemoryLayout<Kept<S>>.size + MemoryLayout<Kept<S>>.alignment
    let made = locked(
      OnceState(name) { subscription in
        let kept = subscription.kept(for: S.self).move()
        _ = kept.downstream.receive(kept.value)
        if subscription.finish() { kept.downstream.receive(completion: .finished) }
      } drop: { subscription in
        subscription.kept(for: S.self).deinitialize(count: 1)
      }, capacity: 1 + (room + place - 1) / place)
    let subscription = unsafeDowncast(made, to: OnceSubscription.self)
    subscription.kept(for: S.self).initialize(to: Kept(downstream, value))
    return subscription
  }

  /// Where the value is kept: the places behind the lock's.
  @inlinable @inline(__always)
  func kept<S: Subscriber>(for downstream: S.Type) -> UnsafeMutablePointer<Kept<S>> {
    withUnsafeMutablePointerToElements { lock in
      UnsafeMutableRawPointer(lock + 1).alignedUp(for: Kept<S>.self)
        .assumingMemoryBound(to: Kept<S>.self)
    }
  }

  deinit {
    withUnsafeMutablePointerToHeader { state in
      if state.pointee.phase == .waiting { state.pointee.drop(self) }
    }
    destroyLock()
  }

  @usableFromInline var description: String { withLock { "\($0.name)" } }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome()
    guard leaveWaiting(for: .delivering) else { return }
    withUnsafeMutablePointerToHeader { $0.pointee.give(self) }
  }

  /// The value has been delivered: whether the finish is wanted, too.
  @usableFromInline
  func finish() -> Bool {
    withLock { state in
      defer { state.phase = .over }
      return state.phase == .delivering
    }
  }

  @usableFromInline
  func cancel() {
    guard leaveWaiting(for: .over) else { return }
    withUnsafeMutablePointerToHeader { $0.pointee.drop(self) }
  }

  /// A cancel counts in the midst of a delivery, too; a second request does not.
  ///
  /// - Returns: whether the value is the caller's now.
  private func leaveWaiting(for next: OnceState.Phase) -> Bool {
    withLock { state in
      let isWaiting = state.phase == .waiting
      if isWaiting || next == .over { state.phase = next }
      return isWaiting
    }
  }
}
