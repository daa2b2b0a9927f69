extension Recorder {
  /// Makes an `AsyncStream` that is a band of the picture: what is fed into it, what it keeps until
  /// somebody asks, and who gets what.
  ///
  ///     let (ticks, feed) = recorder.makeStream("ticks", of: Int.self)
  ///
  /// The stream is the standard library's own: tasks that iterate over it at the same time share
  /// its values out among them; each value goes to one task only.
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

/// An `AsyncStream` that is a band of a recording.
public struct RecordedStream<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  let base: AsyncStream<Element>
  let keeping: StreamKeeping

  public func makeAsyncIterator() -> Iterator {
    let stage = keeping.stage
    return Iterator(
      base: base.makeAsyncIterator(), keeping: keeping,
      lane: stage.recorder.claimLane(from: .stage(stage.stageID)))
  }

  /// Takes values out of the stream.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Failure = Never

    var base: AsyncStream<Element>.Iterator
    let keeping: StreamKeeping
    /// The lane on which the values arrive, if somebody records them.
    let lane: RecordedLane?
    /// What was taken last, and how many values had come out of the lane before.
    var last: (value: Element, exits: UInt32)?

    public mutating func next() async -> Element? {
      // Who asks again although nothing has arrived has let the last value go.
      if let lane, let last, lane.exits == last.exits { lane.dropped(last.value, .swallowed) }
      keeping.asked()
      let value = await base.next()
      if value == nil { keeping.ended() }
      last = value.map { ($0, lane?.exits ?? 0) }
      return value
    }
  }

  /// Feeds the stream, as `AsyncStream.Continuation` does.
  public struct Continuation: Sendable {
    let base: AsyncStream<Element>.Continuation
    let keeping: StreamKeeping
    let lane: RecordedLane

    @discardableResult
    public func yield(_ value: Element) -> AsyncStream<Element>.Continuation.YieldResult {
      fed { lane.value(value) { keeping.feed(value) { base.yield(value) } } }
    }

    /// Ends the stream once its values have been taken.
    public func finish() {
      keeping.ended()
      fed { lane.finished { base.finish() } }
    }

    /// A feed is due to what happens now, or to nothing: not to what its task slept upon.
    private func fed<Result>(_ body: () -> Result) -> Result {
      let recorder = lane.recorder
      return recorder.isNow(recorder.cause) ? body() : recorder.withCause(-1, body)
    }
  }
}

/// What a stream keeps, told from its two ends: what is fed goes to the task that has waited
/// longest, and else is kept.
final class StreamKeeping: Sendable {
  private struct State {
    var held: ArraySlice<RecordedStage.Held> = []
    /// How many tasks wait for a value.
    var waiting = 0
    var isOver = false
  }

  let stage: RecordedStage
  /// Whether a full buffer drops what it has kept longest, or else the new value.
  private let dropsOldest: Bool
  private let state = Locked(State())

  init(_ stage: RecordedStage, dropsOldest: Bool) {
    self.stage = stage
    self.dropsOldest = dropsOldest
  }

  /// A task asks: it takes what has been kept longest, or waits.
  func asked() {
    let held = state.withLock { state in
      let first = state.held.popFirst()
      if first == nil { state.waiting += 1 }
      return first
    }
    if let held { stage.taken(held) }
  }

  /// The stream has ended, or ends when all that is kept has been taken.
  func ended() {
    state.withLock { state in
      state.isOver = true
      state.waiting = 0
    }
  }

  /// A value is fed by `yield`.
  func feed<Element>(
    _ value: Element, _ yield: () -> AsyncStream<Element>.Continuation.YieldResult
  ) -> AsyncStream<Element>.Continuation.YieldResult {
    guard keeps() else { return yield() }
    // First kept, then fed: a task on another thread may take it at once.
    let held = stage.hold(value)
    state.withLock { $0.held.append(held) }
    let result = yield()
    if case .dropped = result, let lost = dropped() { stage.release(lost, .dropped) }
    return result
  }

  /// Whether nobody waits for the value that comes now.
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
