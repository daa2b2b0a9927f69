import Marbles

/// The upstream end of a link: takes one subscription and cancels it at most once. Thread-safe.
@usableFromInline
struct Inlet {
  @usableFromInline
  enum State {
    case waiting
    case open(any Subscription)
    /// Upstream has ended, and is still told what is wanted.
    case ended(any Subscription)
    case closed
  }

  @usableFromInline let state = Locked(State.waiting)

  @inlinable init() {}

  /// Takes the subscription. One that comes when there is one already, or when none is wanted any
  /// longer, is cancelled.
  @usableFromInline
  func accept(_ subscription: any Subscription) -> Bool {
    let isWanted = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .open(subscription)
      return true
    }
    if !isWanted { subscription.cancel() }
    return isWanted
  }

  /// Whether values may come: there is a subscription, and it has not ended.
  @inlinable
  var isOpen: Bool {
    state.withLock { state in
      if case .open = state { true } else { false }
    }
  }

  /// The subscription, until this is closed.
  @inlinable
  var subscription: (any Subscription)? {
    state.withLock { state in
      switch state {
      case .open(let subscription), .ended(let subscription): subscription
      case .waiting, .closed: nil
      }
    }
  }

  /// Asks upstream for more, if there is anything to ask for and somebody to ask.
  @inlinable
  func request(_ demand: Subscribers.Demand) {
    if demand != .none { subscription?.request(demand) }
  }

  /// The upstream ended by itself.
  ///
  /// - Returns: whether that is news; a second completion, or one before the subscription, is not.
  @inlinable @discardableResult
  func end(stillAsking: Bool = false) -> Bool {
    state.withLock { state in
      guard case .open(let subscription) = state else { return false }
      state = stillAsking ? .ended(subscription) : .closed
      return true
    }
  }

  /// Cancels the upstream if it has not ended, and refuses a subscription that is still to come.
  @usableFromInline
  func cancel() {
    let subscription = state.withLock { state -> (any Subscription)? in
      defer { state = .closed }
      if case .open(let subscription) = state { return subscription }
      return nil
    }
    subscription?.cancel()
  }
}
