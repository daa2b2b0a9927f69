extension RecordedLane {
  /// A value has come to a task; what the task does next is due to it.
  func passed<Value>(_ value: Value) {
    recorder.follow(recorder.record { $0.value(value, lane: id, cause: $1) })
  }

  /// How many values and ends have come out of the lane.
  var exits: UInt32 { recorder.state.withLock { $0.lanes[Int(id)].exits } }
}

extension RecordedStage {
  /// A task takes a value that was kept; what it does next is due to that.
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
  /// Makes the event the cause of whatever the running job of a ``TaskClock`` does from now on.
  ///
  /// Elsewhere a thread serves many tasks in turn, and nothing would end this.
  fileprivate func follow(_ event: Int32) {
    guard followsTasks, let table = ThreadTable.current else { return }
    table.pointee.exchange(event: event, of: identity)
  }

  /// Whether the event, if any, happened at this time.
  func isNow(_ event: Int32) -> Bool {
    state.withLock { state in
      event >= 0 && Int(event) < state.events.count
        && state.events[Int(event)].time == state.now.nanoseconds
    }
  }
}
