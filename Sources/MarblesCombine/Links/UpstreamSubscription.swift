import Marbles

/// The upstream end of a link: takes one subscription and cancels it at most once. Thread-safe.
@usableFromInline
struct UpstreamSubscription {
  @usableFromInline
  enum Phase {
    case waiting
    case open
    /// Upstream has ended, and is still told what is wanted.
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

  /// Takes the subscription. One that comes when there is one already, or when none is wanted any
  /// longer, is cancelled.
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

  /// Whether values may come: there is a subscription, and it has not ended.
  @inlinable
  var isOpen: Bool { state.withLock { $0.phase == .open } }

  /// The subscription, until this is closed.
  @inlinable
  var subscription: (any Subscription)? { state.withLock { $0.subscription }?.subscription }

  /// Asks upstream for more, if there is anything to ask for and somebody to ask.
  @inlinable
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.subscription }?.call(demand)
  }

  /// As ``request(_:)``, unless the upstream has ended.
  @inlinable
  func requestIfOpen(_ demand: Subscribers.Demand) {
    state.withLock { $0.phase == .open ? $0.subscription : nil }?.call(demand)
  }

  /// The upstream ended by itself.
  ///
  /// - Returns: whether that is news; a second completion, or one before the subscription, is not.
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

  /// Cancels the upstream if it has not ended, and refuses a subscription that is still to come.
  @usableFromInline
  func cancel() {
    let (isOpen, old) = state.withLock { state in
      defer { (state.phase, state.subscription) = (.closed, nil) }
      return (state.phase == .open, state.subscription)
    }
    if isOpen { old?.subscription.cancel() }
  }
}
