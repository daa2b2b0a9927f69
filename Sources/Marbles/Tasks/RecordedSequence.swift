extension AsyncSequence {
  /// Records each iteration over this sequence as a lane with the given name.
  ///
  ///     for await tick in ticks.recorded("A", by: recorder) { … }
  ///
  /// A second iteration at the same time is a lane of its own, with a number; one after the end of
  /// the first continues its lane. Values, completions and errors pass through unchanged.
  public func recorded(_ name: String, by recorder: Recorder) -> RecordedSequence<Self> {
    RecordedSequence(base: self, name: name, recorder: recorder)
  }
}

/// A sequence whose iterations are lanes of a recording.
public struct RecordedSequence<Base: AsyncSequence>: AsyncSequence {
  public typealias Element = Base.Element

  let base: Base
  let name: String
  let recorder: Recorder

  public func makeAsyncIterator() -> Iterator {
    let lane = recorder.laneForResubscription(name)
    return lane.subscribed { Iterator(base: base.makeAsyncIterator(), life: Life(lane)) }
  }

  /// Requests values from the sequence and records them on the lane.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = Base.Element

    var base: Base.AsyncIterator
    let life: Life

    public mutating func next() async rethrows -> Element? {
      do {
        return life.got(try await base.next())
      } catch {
        life.failed(error)
        throw error
      }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Base.Failure)
      -> Element?
    {
      do {
        return life.got(try await base.next(isolation: actor))
      } catch {
        life.failed(error)
        throw error
      }
    }
  }

  /// One iteration: it ends with the sequence, or when it is released.
  final class Life: Sendable {
    private let lane: RecordedLane
    private let isOver = Locked(false)

    init(_ lane: RecordedLane) { self.lane = lane }

    deinit {
      if end() { lane.cancelled {} }
    }

    func got(_ value: Element?) -> Element? {
      if let value {
        lane.passed(value)
      } else if end() {
        // A sequence also ends if the requesting task is cancelled.
        if Task.isCancelled { lane.cancelled {} } else { lane.finished {} }
      }
      return value
    }

    func failed(_ error: any Error) {
      if end() { lane.failed(error) {} }
    }

    /// Ends the iteration; `false` if it has ended already.
    private func end() -> Bool {
      isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
    }
  }
}

extension RecordedSequence: Sendable where Base: Sendable {}
