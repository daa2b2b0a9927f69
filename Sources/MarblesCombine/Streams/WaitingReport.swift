import Marbles

/// Tells the picture what waits for one subscriber of a hub, subject or relay until it asks.
@usableFromInline
package final class WaitingReport: Sendable {
  private let lane: RecordedLane
  /// In the order in which they wait.
  private let held = Locked<ArraySlice<RecordedStage.Held>>([])

  /// `nil` if nobody records the subscriber.
  @usableFromInline
  package init?(_ lane: RecordedLane?) {
    guard let lane else { return nil }
    self.lane = lane
  }

  /// How many values it has told of that still wait.
  @usableFromInline
  package var count: Int { held.withLock { $0.count } }

  /// The stage in which they are shown: what was subscribed to, if it has a memory or could have one.
  private var stage: RecordedStage? {
    guard let source = lane.source else { return nil }
    switch source.kind {
    case .hub, .subject, .relay: return source
    case .memory, .box, .cache: return nil
    }
  }

  @usableFromInline
  package func wait<Value>(_ value: Value) {
    guard let stage else { return }
    let new = stage.holdWaiting(value)
    held.withLock { $0.append(new) }
  }

  /// Runs `body`, which delivers the value that has waited longest.
  @usableFromInline
  package func leave<Result>(during body: () -> Result) -> Result {
    guard let stage, let old = held.withLock({ $0.popFirst() }) else { return body() }
    return stage.release(old, .left, during: body)
  }

  /// Nobody waits for them any more.
  @usableFromInline
  package func forgetAll() {
    let old = held.withLock { held in
      defer { held = [] }
      return held
    }
    guard let stage else { return }
    for held in old { stage.release(held, .forgotten) }
  }
}
