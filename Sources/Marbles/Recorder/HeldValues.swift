/// The values that an operator holds, reported to the stage of the operator.
///
/// Does nothing where no stage is recorded. Thread-safe.
@usableFromInline
package final class HeldValues: Sendable {
  @usableFromInline package typealias Held = RecordedStage.Held

  @usableFromInline let stage: RecordedStage?
  /// The values that are held, in order; `nil` after ``finish()``.
  @usableFromInline let held: Locked<[Held]?>?

  @inlinable
  package init(_ stage: RecordedStage?) {
    self.stage = stage
    held = stage == nil ? nil : Locked([])
  }

  /// Whether there is a stage to report to.
  @inlinable
  package var isRecorded: Bool { stage != nil }

  /// Reports that the operator holds `value` from now on.
  ///
  /// - Returns: `nil` where nothing is recorded, and after ``finish()``.
  @inlinable
  package func hold<Value>(_ value: Value) -> Held? {
    guard let stage, let held, held.withLock({ $0 != nil }) else { return nil }
    let new = stage.hold(value)
    held.withLock { $0?.append(new) }
    return new
  }

  /// Reports that the operator releases `old`, and runs `body`, which is the effect of that.
  @inlinable
  package func release<Result>(
    _ old: Held?, _ fate: Recording.ReleaseReason, during body: () -> Result
  ) -> Result {
    guard let stage, let old, remove(old) else { return body() }
    return stage.release(old, fate, during: body)
  }

  @inlinable
  package func release(_ old: Held?, _ fate: Recording.ReleaseReason) { release(old, fate) {} }

  /// Reports that the operator releases several values together, and runs `body`, which is the
  /// effect of that.
  @inlinable
  package func release<Result>(
    _ old: [Held?], _ fate: Recording.ReleaseReason, during body: () -> Result
  ) -> Result {
    for one in old.dropLast() { release(one, fate) }
    return release(old.last.flatMap { $0 }, fate, during: body)
  }

  /// Reports that the operator releases everything it holds.
  @usableFromInline
  package func releaseAll(_ fate: Recording.ReleaseReason) { take(leaving: [], fate) }

  /// Reports that the operator releases everything it holds, and ignores what it holds later.
  @usableFromInline
  package func finish() { take(leaving: nil, .forgotten) }

  private func take(leaving rest: [Held]?, _ fate: Recording.ReleaseReason) {
    guard let stage, let held else { return }
    let all = held.withLock { held -> [Held] in
      guard let all = held else { return [] }
      held = rest
      return all
    }
    for one in all { stage.release(one, fate) }
  }

  @usableFromInline
  func remove(_ old: Held) -> Bool {
    held?.withLock { held in
      guard let index = held?.firstIndex(of: old) else { return false }
      held?.remove(at: index)
      return true
    } ?? false
  }
}

/// A value that waits in an operator, with its report.
@usableFromInline
package struct Kept<Value> {
  @usableFromInline package let value: Value
  @usableFromInline package let held: RecordedStage.Held?

  @inlinable
  package init(value: Value, held: RecordedStage.Held?) {
    self.value = value
    self.held = held
  }
}

/// A subject that can report the values that it stores.
package protocol HoldReporting {
  /// Starts to report to a stage: the first one, and hubs that serve others from the subject.
  func report(to stage: RecordedStage)
  /// Reports that the stored values are released, because no subscriber can receive them.
  func forgetReport()
}

extension HoldReporting {
  package func forgetReport() {}
}

/// The stages to which a subject or relay reports the values that it stores.
///
/// Usually this is one stage, the subject's own. A subject that was passed to `multicast` also
/// reports to that hub, which serves others from it. Thread-safe.
@usableFromInline
package final class SubjectReport: Sendable {
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

  /// Adds a stage. Only hubs are added, and each once.
  ///
  /// - Parameter values: The values that are stored now; not evaluated if the stage is known.
  package func add<Values: Sequence>(
    _ stage: RecordedStage, keeping values: @autoclosure () -> Values
  ) {
    guard stage.kind == .hub, !stages.contains(stage) else { return }
    var memory = Memory(stage: stage)
    for value in values() { memory.held.append(stage.hold(value)) }
    memories.withLock { [memory] in $0.append(memory) }
  }

  /// Reports a new value; of more than `capacity` values the oldest is replaced.
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

  /// The subject's own stage first. Stages are never removed.
  private var stages: [RecordedStage] { memories.withLock { $0.map(\.stage) } }
}

/// The values that wait for one subscriber of a hub, subject or relay until it requests them,
/// reported to the stage of that publisher. Thread-safe.
@usableFromInline
package final class WaitingReport: Sendable {
  private let lane: RecordedLane
  /// In the order in which they wait.
  private let held = Locked<ArraySlice<RecordedStage.Held>>([])

  /// Creates a report, or returns `nil` if the subscriber is not recorded.
  @usableFromInline
  package init?(_ lane: RecordedLane?) {
    guard let lane else { return nil }
    self.lane = lane
  }

  /// The number of reported values that still wait.
  @usableFromInline
  package var count: Int { held.withLock { $0.count } }

  /// The stage that shows the values: the publisher, if it stores values or could store them.
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

  /// Reports that no subscriber waits for the values any longer.
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
