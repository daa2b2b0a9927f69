import Marbles

/// A subscription of this module.
@usableFromInline
protocol QuietSubscription: Subscription {
  /// Whether nothing is sent after a cancel, so that an operator need not check it for each element.
  var isQuiet: Bool { get }
}

extension QuietSubscription {
  @usableFromInline var isQuiet: Bool { true }
}

extension Subscription {
  /// Whether nothing is sent after a cancel. Subscriptions of other modules may ignore a cancel.
  @usableFromInline var isKnownQuiet: Bool { (self as? any QuietSubscription)?.isQuiet ?? false }
}

/// The subscription that a link passes downstream: it has the operator's name, and cancels upstream
/// at most once.
///
/// It is the only part of a plain link that other threads may touch, so the link itself needs no
/// lock: everything else that it receives are its upstream's signals, which are serial.
@usableFromInline
final class LinkSubscription: QuietSubscription, CustomStringConvertible {
  @usableFromInline
  enum State {
    /// Upstream's subscription has not come; the demand that was requested meanwhile.
    case pending(Subscribers.Demand)
    case open(any Subscription)
    case over
  }

  @usableFromInline let name: String
  /// Whether a request for nothing stops the program, as it does for some operators of Combine.
  @usableFromInline let requiresDemand: Bool
  @usableFromInline let isQuiet: Bool
  @usableFromInline let state: Locked<State>

  /// - Parameter isQuiet: Whether the operator drops elements that come after a cancel.
  @usableFromInline
  init(
    _ upstream: any Subscription, name: String, requiresDemand: Bool = false, isQuiet: Bool = true
  ) {
    self.name = name
    self.requiresDemand = requiresDemand
    self.isQuiet = isQuiet
    state = Locked(.open(upstream))
  }

  /// Creates a subscription whose upstream is attached later, with ``attach(_:)``.
  ///
  /// - Parameter demand: The demand to request besides what downstream requests.
  @usableFromInline
  init(name: String, pending demand: Subscribers.Demand, requiresDemand: Bool = false) {
    self.name = name
    self.requiresDemand = requiresDemand
    isQuiet = true
    state = Locked(.pending(demand))
  }

  /// Takes upstream's subscription, and makes the requests that arrived before it.
  ///
  /// - Returns: Whether the subscription is wanted. If not, it is cancelled.
  @usableFromInline
  func attach(_ upstream: any Subscription) -> Bool {
    let demand = state.withLock { state -> Subscribers.Demand? in
      guard case .pending(let demand) = state else { return nil }
      state = .open(upstream)
      return demand
    }
    guard let demand else {
      upstream.cancel()
      return false
    }
    if demand > .none { upstream.request(demand) }
    return true
  }

  /// A Boolean value that indicates whether there was neither a completion nor a cancel.
  @inlinable
  var isOpen: Bool {
    state.withLock { if case .over = $0 { false } else { true } }
  }

  @usableFromInline var description: String { name }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    if requiresDemand { demand.requireSome(name) }
    let upstream = state.withLock { state -> (any Subscription)? in
      switch state {
      case .pending(let before):
        state = .pending(before + demand)
        return nil
      case .open(let upstream):
        return upstream
      case .over:
        return nil
      }
    }
    upstream?.request(demand)
  }

  @usableFromInline func cancel() { stop() }

  /// Cancels upstream.
  ///
  /// - Returns: Whether there was neither a completion nor a cancel before.
  @discardableResult
  @usableFromInline func stop() -> Bool {
    let (wasOpen, upstream) = close()
    upstream?.cancel()
    return wasOpen
  }

  /// Releases the upstream, which has completed.
  ///
  /// - Returns: Whether there was neither a completion nor a cancel before.
  @discardableResult
  @usableFromInline func forget() -> Bool { close().wasOpen }

  private func close() -> (wasOpen: Bool, upstream: (any Subscription)?) {
    state.withLock { state in
      defer { state = .over }
      switch state {
      case .pending: return (true, nil)
      case .open(let upstream): return (true, upstream)
      case .over: return (false, nil)
      }
    }
  }
}

/// The subscription of a source, or of a link that requests for itself: closures, until the
/// completion or a cancel.
///
/// A subscription is called through an existential, and the methods of a generic class are not
/// specialized when they are called that way. The closures are created where the types are known,
/// so their deliveries are specialized. Releasing them at the completion releases the subscriber.
/// Thread-safe.
@usableFromInline
final class SourceSubscription: QuietSubscription, CustomStringConvertible {
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
  /// `nil` before the start and after the completion.
  private let source = Locked<Source?>(nil)

  @usableFromInline
  init(_ name: @autoclosure @escaping () -> String) { self.name = name }

  @usableFromInline var description: String { name() }

  /// Sets the effects of the subscription. Called once, before it is passed downstream.
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

  /// The source has completed, or receives no more requests.
  @usableFromInline
  func end() { _ = take() }

  private func take() -> Source? {
    source.withLock { $0.take() }
  }
}

/// The state of one element and its finish.
@usableFromInline
struct OnceState {
  @usableFromInline
  enum Phase {
    /// The element is stored.
    case waiting
    case delivering
    case over
  }

  @usableFromInline let name: StaticString
  /// Delivers the stored element and its finish.
  @usableFromInline let give: (OnceSubscription) -> Void
  /// Releases the stored element.
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

/// A subscription that delivers one element when it is requested, then finishes.
///
/// The delivery is a closure, for the same reason as in ``SourceSubscription``. Many of these
/// objects are short-lived, such as those of the publishers of a `flatMap`, so each is one
/// allocation: its state, its lock, and after the lock the element and the subscriber.
@usableFromInline
final class OnceSubscription: ManagedBuffer<OnceState, MutexPrimitive>, QuietSubscription,
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

  /// The place of the element, after the lock.
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
  }

  @usableFromInline var description: String { withLock { "\($0.name)" } }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    demand.requireSome(description)
    guard leaveWaiting(for: .delivering) else { return }
    withUnsafeMutablePointerToHeader { $0.pointee.give(self) }
  }

  /// The element has been delivered. Returns whether the finish is wanted, too.
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

  /// A cancel has an effect during a delivery, too; a second request does not.
  ///
  /// - Returns: Whether the caller takes the element.
  private func leaveWaiting(for next: OnceState.Phase) -> Bool {
    withLock { state in
      let isWaiting = state.phase == .waiting
      if isWaiting || next == .over { state.phase = next }
      return isWaiting
    }
  }
}
