import Marbles

/// Every value that somebody got was brought by something that happened before it.
enum CauseRules {
  static func lies(_ replay: Replay) -> [String] {
    var lies: [String] = []
    for id in replay.events.indices {
      guard let lane = replay.lane(id), case .value = replay.events[id].mark else { continue }
      let info = replay.recording.lanes[lane]
      guard info.role == .subscription || info.role == .inner else { continue }
      if let lie = lie(id, lane, replay) { lies.append(lie) }
    }
    return lies
  }

  private static func lie(_ id: EventID, _ lane: LaneID, _ replay: Replay) -> String? {
    switch replay.recording.lanes[lane].source {
    case nil:
      // A cold stream of its own: the subscription set it off, or a request.
      guard replay.events[id].cause != nil else {
        return "a value out of nothing: \(replay.describe(id))"
      }
      return nil
    case .lane(let source):
      guard let origin = replay.causes(of: id).first(where: { replay.lane($0) == source }) else {
        return "a value that its source never had: \(replay.describe(id))"
      }
      return wrongLabel(id, lane, origin, replay)
    case .stage(let stage):
      return lie(id, lane, from: stage, replay)
    }
  }

  private static func lie(
    _ id: EventID, _ lane: LaneID, from stage: StageID, _ replay: Replay
  ) -> String? {
    var origin: EventID?
    for cause in replay.causes(of: id) {
      let event = replay.events[cause]
      if replay.feeds(cause, stage) { origin = cause }
      if case .released(let held, .left) = event.mark, replay.stage(cause) == stage {
        origin = held
      }
      // An error that becomes a value, a value that came last: the end brings it.
      if let lane = replay.lane(cause), replay.recording.lanes[lane].target == stage,
        replay.isEnd(event.mark)
      {
        return nil
      }
      if origin != nil { break }
    }
    guard let origin else {
      // An operator on the way may have made it of its own accord.
      if !replay.passesUnchanged(lane), replay.events[id].cause != nil { return nil }
      // What a memory makes of an end or of the time (the last, a count, an array).
      let kind = replay.recording.stages[stage].kind
      if kind == .memory || kind == .box || kind == .cache, replay.events[id].cause != nil {
        return nil
      }
      return "a value that \(replay.recording.stages[stage].name) was never given: "
        + replay.describe(id)
    }
    return wrongLabel(id, lane, origin, replay)
  }

  /// A lane without operators brings what it was given.
  private static func wrongLabel(
    _ id: EventID, _ lane: LaneID, _ origin: EventID, _ replay: Replay
  ) -> String? {
    guard replay.passesUnchanged(lane), case .stage(let stage) = replay.recording.lanes[lane].source
    else { return nil }
    let kind = replay.recording.stages[stage].kind
    guard kind == .hub || kind == .subject || kind == .relay else { return nil }
    guard replay.label(of: origin) != replay.label(of: id) else { return nil }
    return "\(replay.describe(id)) is another value than \(replay.describe(origin))"
  }
}
