import Marbles

/// Tells the picture what a subject or relay keeps. Thread-safe.
///
/// Usually one stage is told: the subject's own. A subject that a `multicast` was given keeps for
/// that hub too, which serves others from it.
@usableFromInline
package final class MemoryReport: Sendable {
  private struct Memory: Sendable {
    let stage: RecordedStage
    var held: ArraySlice<RecordedStage.Held> = []
  }

  package let stage: RecordedStage
  private let memories: Locked<[Memory]>

  package init(_ stage: RecordedStage) {
    self.stage = stage
    memories = Locked([Memory(stage: stage)])
  }

  /// Tells another stage too, from now on; only hubs, and each once.
  ///
  /// - Parameter values: what is kept now; not asked for if the stage is told already.
  package func add<Values: Sequence>(
    _ stage: RecordedStage, keeping values: @autoclosure () -> Values
  ) {
    guard stage.kind == .hub, !stages.contains(stage) else { return }
    var memory = Memory(stage: stage)
    for value in values() { memory.held.append(stage.hold(value)) }
    memories.withLock { [memory] in $0.append(memory) }
  }

  /// A new value is kept; of more than `capacity` the oldest goes.
  @usableFromInline
  package func keep<Value>(_ value: Value, capacity: Int) {
    for (index, stage) in stages.enumerated() {
      let old = memories.withLock { memories in
        memories[index].held.count >= capacity ? memories[index].held.popFirst() : nil
      }
      if let old { stage.release(old, .replaced) }
      guard capacity > 0 else { continue }
      let new = stage.hold(value)
      memories.withLock { $0[index].held.append(new) }
    }
  }

  package func forgetAll() {
    for (index, stage) in stages.enumerated() {
      let old = memories.withLock { memories in
        defer { memories[index].held = [] }
        return memories[index].held
      }
      for held in old { stage.release(held, .forgotten) }
    }
  }

  /// The first one is the subject's own; none is ever taken away.
  private var stages: [RecordedStage] { memories.withLock { $0.map(\.stage) } }
}
