import Marbles

/// The downstream of a link that several threads may feed: receives one signal at a time, and none
/// after the completion or a cancel.
///
/// A thread enters the gate before it touches the state of the link. State that a link keeps in its
/// own properties is touched inside only, and no lock is held while downstream is called.
@usableFromInline
final class SerializedDownstream<Downstream: Subscriber> {
  @usableFromInline
  final class Target {
    @usableFromInline let downstream: Downstream

    @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  }

  @usableFromInline let gate = SerialGate()
  /// The downstream, in an object that is retained by hand: it is called without being retained.
  ///
  /// Released after the completion, when no thread is inside. A thread inside reads it directly,
  /// other threads under the lock of the gate.
  @usableFromInline @exclusivity(unchecked) var target: Unmanaged<Target>?
  /// The place of the operator in a recording.
  @usableFromInline let input: RecordedInput?
  /// The lane on which the downstream is recorded, if it is.
  @usableFromInline var lane: RecordedLane? { input?.lane }
  /// The stage that feeds the lane: what the operator holds is held there.
  @usableFromInline let stage: RecordedStage?

  @inlinable
  init(_ downstream: Downstream) {
    target = .passRetained(Target(downstream))
    input = downstream.recordedInput?.throughOperator
    stage = input?.lane?.source
  }

  deinit { target?.release() }

  // MARK: The gate

  /// Enters, or leaves `later` with the thread that is inside. See ``SerialGate/enter``.
  @inlinable @inline(__always)
  func enter(
    orLater later: @autoclosure () -> () -> Void, ifWanted isWanted: () -> Bool = { true }
  ) -> Bool {
    gate.enter(orLater: later(), ifWanted: isWanted)
  }

  /// Leaves the gate.
  @inlinable @inline(__always)
  func leave() {
    if gate.leave() { releaseTarget() }
  }

  @usableFromInline
  func releaseTarget() { target.take()?.release() }

  /// Runs `action` inside: now, or on the thread that is inside, after its current work.
  @inlinable
  func run(_ action: @escaping () -> Void) {
    guard enter(orLater: action) else { return }
    action()
    leave()
  }

  // MARK: Signals

  /// A Boolean value that indicates whether downstream still receives signals.
  @inlinable
  var isOpen: Bool { gate.isOpen }

  /// Like ``isOpen``, for a thread that is inside. See ``SerialGate/isOpenInside``.
  @inlinable
  var isOpenInside: Bool { gate.isOpenInside }

  @inlinable
  func send(subscription: any Subscription) {
    current()?.downstream.receive(subscription: subscription)
  }

  @inlinable
  func send(_ value: Downstream.Input) -> Subscribers.Demand {
    current()?.downstream.receive(value) ?? .none
  }

  /// Like ``send(_:)``, for a thread that is inside: nothing is retained.
  @inlinable @inline(__always)
  func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
    isOpen ? pass(value) : .none
  }

  /// Like ``deliver(_:)``, for a caller that has called nothing since it entered.
  @inlinable @inline(__always)
  func pass(_ value: Downstream.Input) -> Subscribers.Demand {
    target?._withUnsafeGuaranteedRef { $0.downstream.receive(value) } ?? .none
  }

  /// Completes the downstream and releases it.
  @inlinable
  func send(completion: Subscribers.Completion<Downstream.Failure>) {
    let target = gate.close { takeTarget(isLast: $0) }
    target??.downstream.receive(completion: completion)
  }

  /// Releases the downstream without a completion, because it cancelled.
  ///
  /// - Parameter cleanUp: Releases what the link holds. Runs once: now, or when the thread that is
  ///   inside comes to it.
  /// - Returns: Whether downstream was open.
  @usableFromInline @discardableResult
  func close(_ cleanUp: @escaping () -> Void) -> Bool {
    gate.close(cleanUp) { takeTarget(isLast: $0) } != nil
  }

  /// The downstream, while it is open.
  @inlinable
  func current() -> Target? {
    gate.state.withLock { $0.isOpen ? target?.takeUnretainedValue() : nil }
  }

  /// The downstream, which is released if no thread is inside. Called under the lock.
  @inlinable
  func takeTarget(isLast: Bool) -> Target? {
    isLast ? target.take()?.takeRetainedValue() : target?.takeUnretainedValue()
  }
}
