import Marbles

/// Tells a stage of the picture what a subject or relay keeps. Thread-safe.
@usableFromInline
package final class MemoryReport: Sendable {
  package let stage: RecordedStage
  private let held = Locked<ArraySlice<RecordedStage.Held>>([])

  package init(_ stage: RecordedStage) { self.stage = stage }

  /// A new value is kept; of more than `capacity` the oldest goes.
  @usableFromInline
  package func keep<Value>(_ value: Value, capacity: Int) {
    let old = held.withLock { $0.count >= capacity ? $0.popFirst() : nil }
    if let old { stage.release(old, .replaced) }
    guard capacity > 0 else { return }
    let new = stage.hold(value)
    held.withLock { $0.append(new) }
  }

  package func forgetAll() {
    let old = held.withLock { held in
      defer { held = [] }
      return held
    }
    for held in old { stage.release(held, .forgotten) }
  }
}
