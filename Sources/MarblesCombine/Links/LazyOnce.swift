import Marbles

/// What is made once, by the thread that needs it first; the others wait meanwhile, as for
/// Combine's multicast.
///
/// If making it leads back here on the same thread, that makes another one instead of waiting for
/// itself, and the first to come back is kept.
final class LazyOnce<Value> {
  private let kept = Locked<Value?>(nil)
  private let maker = Locked<ThreadIdentity?>(nil)
  private let turn = Locked(())

  func value(makingIt make: () -> Value) -> Value {
    if let known = kept.withLock({ $0 }) { return known }
    guard !maker.withLock({ $0 == .current }) else { return keep(make()) }
    return turn.withLock { _ in
      if let known = kept.withLock({ $0 }) { return known }
      maker.withLock { $0 = .current }
      defer { maker.withLock { $0 = nil } }
      return keep(make())
    }
  }

  private func keep(_ new: Value) -> Value {
    kept.withLock { known in
      if let known { return known }
      known = new
      return new
    }
  }
}
