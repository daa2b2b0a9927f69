import Marbles

/// The subscription of a link to its upstream: accepts one subscription, and cancels it at most
/// once. Thread-safe.
@usableFromInline
struct UpstreamSubscription {
  @usableFromInline
  enum Phase {
    case waiting
    case open
    /// Upstream has completed, and still receives requests.
    case ended
    case closed
  }

  @usableFromInline
  struct State {
    @usableFromInline var phase = Phase.waiting
    @usableFromInline var subscription: Upstream?

    @inlinable init() {}
  }

  /// A subscription of any type; an object, because taking an existential out of the lock costs
  /// more than retaining this.
  @usableFromInline
  final class Upstream {
    @usableFromInline let subscription: any Subscription
    /// Called without copying the existential.
    @usableFromInline let request: (Subscribers.Demand) -> Void

    @inlinable
    init(_ subscription: any Subscription) {
      self.subscription = subscription
      request = { subscription.request($0) }
    }

    @inlinable
    func call(_ demand: Subscribers.Demand) {
      Unmanaged.passUnretained(self)._withUnsafeGuaranteedRef { $0.request(demand) }
    }
  }

  @usableFromInline let state = Locked(State())

  @inlinable init() {}

  /// Accepts the subscription. A second one, or one that arrives after a cancel, is cancelled.
  @usableFromInline
  func accept(_ subscription: any Subscription) -> Bool {
    let isWanted = state.withLock { state in
      guard state.phase == .waiting else { return false }
      state.phase = .open
      state.subscription = Upstream(subscription)
      return true
    }
    if !isWanted { subscription.cancel() }
    return isWanted
  }

  /// Whether elements may arrive: there is a subscription that has not completed.
  @inlinable
  var isOpen: Bool { state.withLock { $0.phase == .open } }

  /// The subscription, until this is closed.
  @inlinable
  var subscription: (any Subscription)? { state.withLock { $0.subscription }?.subscription }

  /// Requests more elements, if the demand is not zero and there is a subscription.
  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.subscription }?.call(demand)
  }

  /// Like ``request(_:)``, unless upstream has completed.
  @inlinable
  func requestIfOpen(_ demand: Subscribers.Demand) {
    state.withLock { $0.phase == .open ? $0.subscription : nil }?.call(demand)
  }

  /// Upstream has completed.
  ///
  /// - Returns: Whether that is the first completion, and there was a subscription.
  @inlinable @discardableResult
  func end(stillAsking: Bool = false) -> Bool {
    let (isNews, old) = state.withLock { state -> (Bool, Upstream?) in
      guard state.phase == .open else { return (false, nil) }
      state.phase = stillAsking ? .ended : .closed
      guard !stillAsking else { return (true, nil) }
      defer { state.subscription = nil }
      return (true, state.subscription)
    }
    withExtendedLifetime(old) {}
    return isNews
  }

  /// Cancels upstream if it has not completed, and refuses a subscription that has not arrived.
  @usableFromInline
  func cancel() {
    let (isOpen, old) = state.withLock { state in
      defer { (state.phase, state.subscription) = (.closed, nil) }
      return (state.phase == .open, state.subscription)
    }
    if isOpen { old?.subscription.cancel() }
  }
}
