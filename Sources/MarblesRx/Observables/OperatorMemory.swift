import Marbles

/// Tells the stage that an operator is in a recorded picture what the operator keeps; does nothing
/// where nothing is recorded.
///
/// Disposed with the subscription: what is still kept then is forgotten. Thread-safe.
final class OperatorMemory: Disposable {
  typealias Held = RecordedStage.Held

  let stage: RecordedStage?
  /// What is kept; `nil` after the end.
  private let kept = Locked<[Held]?>([])

  init(stage: RecordedStage?) { self.stage = stage }

  func hold<Value>(_ value: Value) -> Held? {
    guard let stage, kept.withLock({ $0 != nil }) else { return nil }
    let held = stage.hold(value)
    kept.withLock { $0?.append(held) }
    return held
  }

  func release(_ held: Held?, _ fate: Recording.ReleaseReason) { release(held, fate) {} }

  /// Releases, and delivers in `body` what leaves because of that.
  func release(_ held: Held?, _ fate: Recording.ReleaseReason, during body: () -> Void) {
    if let stage, let held, forget(held) {
      stage.release(held, fate, during: body)
    } else {
      body()
    }
  }

  private func forget(_ held: Held) -> Bool {
    kept.withLock { kept in
      guard let index = kept?.firstIndex(of: held) else { return false }
      kept?.remove(at: index)
      return true
    }
  }

  func dispose() {
    guard let stage else { return }
    for held in kept.withLock({ $0.take() }) ?? [] { stage.release(held, .forgotten) }
  }
}

extension Sink {
  /// The stage below which the sink's lane was opened.
  var memory: OperatorMemory { OperatorMemory(stage: lane?.source) }
}
