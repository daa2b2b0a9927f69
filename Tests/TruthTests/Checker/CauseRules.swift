import Marbles

/// Every received value has a cause that delivers it.
enum CauseRules {
  static func lies(_ replay: Replay) -> [String] {
    var lies: [String] = []
    for id in replay.recording.eventIDs {
      guard let lane = replay.lane(id), case .value = replay.recording[id].mark else { continue }
      let info = replay.recording[lane]
      guard info.role == .subscription || info.role == .inner else { continue }
      if let lie = lie(id, lane, replay) { lies.append(lie) }
    }
    return lies
  }

  private static func lie(_ id: EventID, _ lane: LaneID, _ replay: Replay) -> String? {
    switch replay.recording[lane].source {
    case nil:
      // A cold stream: the subscription or a request caused it.
      guard replay.recording[id].cause != nil else {
        return "a value out of nothing: \(replay.describe(id))"
      }
      return nil
    case .lane(let source):
      // An operator can create a value when its subscriber subscribes.
      if !replay.passesUnchanged(lane),
        replay.causes(of: id).contains(where: { replay.lane($0) == lane })
      {
        return nil
      }
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
      let event = replay.recording[cause]
      if replay.feeds(cause, stage) { origin = cause }
      if case .released(let held, .left) = event.mark, replay.stage(cause) == stage {
        origin = held
      }
      // An error converted to a value, or a last value: the completion delivers it.
      if let lane = replay.lane(cause), replay.recording[lane].target == stage,
        replay.isEnd(event.mark)
      {
        return nil
      }
      if case .ended = event.mark, replay.stage(cause) == stage { return nil }
      if origin != nil { break }
    }
    guard let origin else {
      // An operator can create a value without an input.
      if !replay.passesUnchanged(lane), replay.recording[id].cause != nil { return nil }
      // A memory can create a value at a completion or after a time (a last value, a count, an array).
      let kind = replay.recording[stage].kind
      if kind == .memory || kind == .box || kind == .cache, replay.recording[id].cause != nil {
        return nil
      }
      return "a value that \(replay.recording[stage].name) was never given: "
        + replay.describe(id)
    }
    return wrongLabel(id, lane, origin, replay)
  }

  /// A lane without operators delivers the values that it receives.
  private static func wrongLabel(
    _ id: EventID, _ lane: LaneID, _ origin: EventID, _ replay: Replay
  ) -> String? {
    guard replay.passesUnchanged(lane), case .stage(let stage) = replay.recording[lane].source
    else { return nil }
    let kind = replay.recording[stage].kind
    guard kind == .hub || kind == .subject || kind == .relay else { return nil }
    guard replay.label(of: origin) != replay.label(of: id) else { return nil }
    return "\(replay.describe(id)) is another value than \(replay.describe(origin))"
  }
}
