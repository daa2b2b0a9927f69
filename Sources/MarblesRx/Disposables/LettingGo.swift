import Marbles

extension Locked {
  /// Runs `body` under the lock, and lets go of what it returns outside.
  ///
  /// What dies may call back, and would find the lock taken.
  @inline(__always)
  func letGo<Old>(_ body: (inout State) -> Old) {
    let old = withLock { body(&$0) }
    withExtendedLifetime(old) {}
  }
}
