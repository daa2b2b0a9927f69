import Marbles

/// A value that is created once, by the thread that needs it first. Other threads wait meanwhile,
/// like for Combine's multicast.
///
/// If creating the value needs it on the same thread, a second value is created instead of a
/// deadlock, and the first one that is complete is stored.
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
