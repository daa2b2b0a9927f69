import Marbles

/// Times, references and the order of events on each lane, which the format guarantees.
enum OrderRules {
  static func lies(_ replay: Replay) -> [String] {
    var lies: [String] = []
    var isOpen = PerLane(repeating: false, count: replay.recording.lanes.count)
    var closed = PerLane(repeating: EventID?.none, count: replay.recording.lanes.count)
    var last = VirtualTime.zero
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      if event.time < last { lies.append("time goes back: \(replay.describe(id))") }
      last = event.time
      if let cause = event.cause, cause >= id {
        lies.append("caused by what comes later: \(replay.describe(id))")
      }
      guard let lane = replay.lane(id), replay.recording[lane].role != .thread,
        replay.recording[lane].role != .input
      else { continue }
      switch event.mark {
      case .subscribed:
        if isOpen[lane] { lies.append("subscribed twice: \(replay.describe(id))") }
        isOpen[lane] = true
        closed[lane] = nil
      case .value, .replayed, .dropped, .finished, .failed, .cancelled:
        let isInFlight = closed[lane].map { wasCancelledInFlight(id, closed: $0, replay) } ?? false
        if !isOpen[lane], !isInFlight { lies.append("on a closed lane: \(replay.describe(id))") }
        if event.mark == .finished || event.mark == .cancelled || isFailure(event.mark) {
          isOpen[lane] = false
          closed[lane] = id
        }
      default: break
      }
    }
    return lies
  }

  private static func isFailure(_ mark: Recording.Mark) -> Bool {
    if case .failed = mark { true } else { false }
  }

  /// Whether the lane was cancelled during the delivery of the event.
  private static func wasCancelledInFlight(
    _ id: EventID, closed: EventID, _ replay: Replay
  ) -> Bool {
    guard replay.recording[closed].mark == .cancelled, let cause = replay.recording[id].cause else {
      return false
    }
    return cause < closed
  }
}
