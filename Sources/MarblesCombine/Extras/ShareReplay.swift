extension Publisher {
  /// Shares one subscription to upstream, and sends the latest elements and the completion to late
  /// subscribers.
  ///
  ///     upstream:        -1-2-3-|
  ///     A  ^             -1-2-3-|
  ///     B     ^          ---2-3-|   (receives 1 when it subscribes)
  ///     C           ^    -------|   (receives 3 and the completion when it subscribes)
  ///
  /// Equal to `multicast { ReplayingSubject(capacity: count) }.autoconnect()`. The subject outlives
  /// the subscription to upstream, so a request that has finished runs once. If all subscribers
  /// cancel before the completion, the next subscriber receives the old elements first, and then
  /// the work starts again.
  ///
  /// - Demand: Upstream is requested unlimited demand at once. Elements that a subscriber has not
  ///   requested wait for it.
  ///
  /// Thread-safe. Combine has no such operator.
  @inlinable @inline(__always)
  public func shareReplay(_ count: Int = 1)
    -> Publishers.Autoconnect<Publishers.Multicast<Self, ReplayingSubject<Output, Failure>>>
  {
    multicast { ReplayingSubject(capacity: count) }.autoconnect()
  }
}
