import Marbles

/// The subscription that a link hands downstream: it has the operator's name, and cancels upstream
/// at most once.
///
/// It is the only part of a plain link that other threads may touch, so the link itself needs no
/// lock: all that it ever sees are its upstream's signals, which are serial.
@usableFromInline
final class LinkSubscription: Subscription, CustomStringConvertible {
  private struct State {
    var upstream: (any Subscription)?
    /// Added to the first request.
    var extra: Subscribers.Demand
  }

  private let name: String?
  private let state: Locked<State>

  /// - Parameter name: what it calls itself; the upstream's description if `nil`.
  @usableFromInline
  init(
    _ upstream: any Subscription, name: String? = nil, extra: Subscribers.Demand = .none
  ) {
    self.name = name
    state = Locked(State(upstream: upstream, extra: extra))
  }

  var isOver: Bool { state.withLock { $0.upstream == nil } }

  @usableFromInline var description: String {
    name ?? state.withLock { $0.upstream }.map { String(describing: $0) } ?? "Empty"
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    let (upstream, extra) = state.withLock { state in
      defer { state.extra = .none }
      return (state.upstream, state.extra)
    }
    upstream?.request(demand + extra)
  }

  @usableFromInline func cancel() { stop() }

  /// Cancels upstream, unless it ended or was cancelled before; then it says `false`.
  @discardableResult
  @usableFromInline func stop() -> Bool {
    guard let upstream = take() else { return false }
    upstream.cancel()
    return true
  }

  /// Lets go of the upstream, which has ended: `false` if it was cancelled before.
  @discardableResult
  @usableFromInline func forget() -> Bool { take() != nil }

  private func take() -> (any Subscription)? {
    state.withLock { state in
      defer { state.upstream = nil }
      return state.upstream
    }
  }
}

/// The subscription that a source hands out, or a link that asks for itself: closures, until the
/// end or a cancel.
///
/// A subscription is called through an existential, and the methods of a generic class that are
/// called so are compiled without knowing its types. The closures are made where the types are
/// known, so that what they deliver goes down the chain at full speed. Letting go of them at the
/// end lets go of the subscriber. Thread-safe.
@usableFromInline
final class SourceSubscription: Subscription, CustomStringConvertible {
  /// An object, because taking it out of the lock is one retain then.
  private final class Source {
    let request: (Subscribers.Demand) -> Void
    let cancel: () -> Void

    init(request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void) {
      self.request = request
      self.cancel = cancel
    }
  }

  private let name: () -> String
  /// `nil` before the start and after the end.
  private let source = Locked<Source?>(nil)

  @usableFromInline
  init(_ name: @autoclosure @escaping () -> String) { self.name = name }

  @usableFromInline var description: String { name() }

  /// Says what the subscription does. Called once, before it is handed out.
  @usableFromInline
  func start(request: @escaping (Subscribers.Demand) -> Void, cancel: @escaping () -> Void) {
    let source = Source(request: request, cancel: cancel)
    self.source.withLock { $0 = source }
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard let source = source.withLock({ $0 }) else { return }
    Unmanaged.passUnretained(source)._withUnsafeGuaranteedRef { $0.request(demand) }
    withExtendedLifetime(source) {}
  }

  @usableFromInline
  func cancel() { take()?.cancel() }

  /// The source has ended, or will be asked for nothing more.
  @usableFromInline
  func end() { _ = take() }

  private func take() -> Source? {
    source.withLock { $0.take() }
  }
}

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
