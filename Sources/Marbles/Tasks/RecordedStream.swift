extension Recorder {
  /// Creates an `AsyncStream` that is recorded as a stage: with its inputs, the values that it
  /// holds until they are requested, and the task that receives each.
  ///
  ///     let (ticks, feed) = recorder.makeStream("ticks", of: Int.self)
  ///
  /// The stream is that of the standard library: each value is delivered to one of the tasks that
  /// iterate over it.
  public func makeStream<Element: Sendable>(
    _ name: String, of type: Element.Type = Element.self,
    bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
  ) -> (stream: RecordedStream<Element>, continuation: RecordedStream<Element>.Continuation) {
    let (base, continuation) = AsyncStream.makeStream(of: type, bufferingPolicy: bufferingPolicy)
    let stage = stage(name, kind: .memory, detail: "AsyncStream")
    var dropsOldest = false
    if case .bufferingNewest = bufferingPolicy { dropsOldest = true }
    let keeping = StreamKeeping(stage, dropsOldest: dropsOldest)
    return (
      RecordedStream(base: base, keeping: keeping),
      RecordedStream.Continuation(
        base: continuation, keeping: keeping, lane: lane(name, role: .input, target: stage))
    )
  }
}

/// An `AsyncStream` that is recorded as a stage.
public struct RecordedStream<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  let base: AsyncStream<Element>
  let keeping: StreamKeeping

  public func makeAsyncIterator() -> Iterator {
    let stage = keeping.stage
    return Iterator(
      base: base.makeAsyncIterator(), keeping: keeping,
      lane: stage.recorder.attachPendingLane(to: .stage(stage.stageID)))
  }

  /// Removes values from the stream.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Failure = Never

    var base: AsyncStream<Element>.Iterator
    let keeping: StreamKeeping
    /// The lane of the values, if they are recorded.
    let lane: RecordedLane?
    /// The last value, and the number of values that had come out of the lane before it.
    var last: (value: Element, exits: UInt32)?

    public mutating func next() async -> Element? {
      // The next request without a value on the lane means that the last value was dropped.
      if let lane, let last, lane.exits == last.exits { lane.dropped(last.value, .swallowed) }
      keeping.asked()
      let value = await base.next()
      if value == nil { keeping.ended() }
      last = value.map { ($0, lane?.exits ?? 0) }
      return value
    }
  }

  /// The input of the stream, like `AsyncStream.Continuation`.
  public struct Continuation: Sendable {
    let base: AsyncStream<Element>.Continuation
    let keeping: StreamKeeping
    let lane: RecordedLane

    /// Records the element as sent by hand, and yields it.
    @discardableResult
    public func yield(_ value: Element) -> AsyncStream<Element>.Continuation.YieldResult {
      fed { lane.value(value) { keeping.feed(value) { base.yield(value) } } }
    }

    /// Completes the stream after its remaining values.
    public func finish() {
      keeping.ended()
      fed { lane.finished { base.finish() } }
    }

    /// The cause of an input is an event of the current time, or none: not one from before a sleep.
    private func fed<Result>(_ body: () -> Result) -> Result {
      let recorder = lane.recorder
      return recorder.isNow(recorder.cause) ? body() : recorder.withCause(-1, body)
    }
  }
}

/// The values that a stream holds, found from its two ends: an input is delivered to the task that
/// has waited longest, or held if no task waits.
final class StreamKeeping: Sendable {
  private struct State {
    var held: ArraySlice<RecordedStage.Held> = []
    /// The number of tasks that wait for a value.
    var waiting = 0
    var isOver = false
  }

  let stage: RecordedStage
  /// Whether a full buffer drops the oldest value instead of the new one.
  private let dropsOldest: Bool
  private let state = Locked(State())

  init(_ stage: RecordedStage, dropsOldest: Bool) {
    self.stage = stage
    self.dropsOldest = dropsOldest
  }

  /// A task requests a value: it takes the oldest one, or waits.
  func asked() {
    let held = state.withLock { state in
      let first = state.held.popFirst()
      if first == nil { state.waiting += 1 }
      return first
    }
    if let held { stage.taken(held) }
  }

  /// The stream completes, now or after its remaining values.
  func ended() {
    state.withLock { state in
      state.isOver = true
      state.waiting = 0
    }
  }

  /// A value is sent by `yield`.
  func feed<Element>(
    _ value: Element, _ yield: () -> AsyncStream<Element>.Continuation.YieldResult
  ) -> AsyncStream<Element>.Continuation.YieldResult {
    guard keeps() else { return yield() }
    // Recorded before `yield`, because a task on another thread can take the value at once.
    let held = stage.hold(value)
    state.withLock { $0.held.append(held) }
    let result = yield()
    if case .dropped = result, let lost = dropped() { stage.release(lost, .dropped) }
    return result
  }

  /// Whether no task waits for the next value, so that it is held.
  private func keeps() -> Bool {
    state.withLock { state in
      guard state.waiting > 0 else { return !state.isOver }
      state.waiting -= 1
      return false
    }
  }

  private func dropped() -> RecordedStage.Held? {
    state.withLock { dropsOldest ? $0.held.popFirst() : $0.held.popLast() }
  }
}
