extension RecordedLane {
  /// Records a value received by a task, and makes it the cause of the next events of the task.
  func passed<Value>(_ value: Value) {
    recorder.follow(recorder.record { $0.value(value, lane: id, cause: $1) })
  }

  /// The number of values and ends that have come out of the lane.
  var exits: UInt32 { recorder.state.withLock { $0.lanes[Int(id)].exits } }
}

extension RecordedStage {
  /// Records that a task takes a held value, and makes that the cause of its next events.
  func taken(_ held: Held) {
    recorder.follow(
      recorder.record { state, cause in
        state.append(
          .released, place: ~id, column: UInt16(Recording.ReleaseReason.left.rank),
          payload: held.event, cause: cause)
      })
  }
}

extension Recorder {
  /// Makes the event the cause of the following events of the running job of a ``TaskClock``.
  ///
  /// Other threads run many tasks in turn, so the cause of one would apply to the next.
  fileprivate func follow(_ event: Int32) {
    guard followsTasks, let table = ThreadTable.current else { return }
    table.pointee.exchange(event: event, of: identity)
  }

  /// Whether the event exists and has the current time.
  func isNow(_ event: Int32) -> Bool {
    state.withLock { state in
      event >= 0 && Int(event) < state.events.count
        && state.events[Int(event)].time == state.now.nanoseconds
    }
  }
}
