import Marbles

/// What an operator keeps, as the recording of its stage sees it. Does nothing if there is none.
///
/// Touched by one thread at a time, as the operator's own state is.
@usableFromInline
final class HeldValues {
  @usableFromInline typealias Held = RecordedStage.Held

  @usableFromInline let stage: RecordedStage?
  @usableFromInline var held: [Held] = []

  @inlinable
  init(_ stage: RecordedStage?) { self.stage = stage }

  /// The operator keeps `value` from now on.
  @inlinable
  func hold<Value>(_ value: Value) -> Held? {
    guard let stage else { return nil }
    let new = stage.hold(value)
    held.append(new)
    return new
  }

  /// Runs `body`, which is what happens because `old` is kept no longer.
  @inlinable
  func release<Result>(_ old: Held?, _ fate: Recording.ReleaseReason, during body: () -> Result)
    -> Result
  {
    guard let stage, let old, forget(old) else { return body() }
    return stage.release(old, fate, during: body)
  }

  @inlinable
  func release(_ old: Held?, _ fate: Recording.ReleaseReason) { release(old, fate) {} }

  /// As ``release(_:_:during:)``, for several that leave together.
  @inlinable
  func release<Result>(_ old: [Held?], _ fate: Recording.ReleaseReason, during body: () -> Result)
    -> Result
  {
    for one in old.dropLast() { release(one, fate) }
    return release(old.last.flatMap { $0 }, fate, during: body)
  }

  /// The operator keeps nothing any longer: it failed or was cancelled.
  @usableFromInline
  func forgetAll() {
    guard let stage else { return }
    let all = held
    held = []
    for one in all { stage.release(one, .forgotten) }
  }

  @usableFromInline
  func forget(_ old: Held) -> Bool {
    guard let index = held.firstIndex(of: old) else { return false }
    held.remove(at: index)
    return true
  }
}

/// A value that waits in an operator.
@usableFromInline
struct Kept<Value> {
  @usableFromInline let value: Value
  @usableFromInline let held: RecordedStage.Held?

  @inlinable
  init(value: Value, held: RecordedStage.Held?) {
    self.value = value
    self.held = held
  }
}
