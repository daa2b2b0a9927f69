import Marbles

/// Replayed, read and released values were held, and values are dropped only from full buffers.
enum MemoryRules {
  static func lies(_ replay: Replay) -> [String] {
    var lies: [String] = []
    var held: [StageID: [EventID]] = [:]
    var gone: Set<EventID> = []
    var most: [StageID: Int] = [:]
    var least: [StageID: (held: Int, event: EventID)] = [:]
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      switch (event.place, event.mark) {
      case (.stage(let stage), .held):
        held[stage, default: []].append(id)
      case (.stage(let stage), .released(let old, let fate)):
        guard let index = held[stage]?.firstIndex(of: old), gone.insert(old).inserted else {
          lies.append("released what it does not hold: \(replay.describe(id))")
          continue
        }
        let count = held[stage]?.count ?? 0
        if fate == .dropped, count - 1 < least[stage]?.held ?? .max, isWanted(id, stage, replay) {
          least[stage] = (count - 1, id)
        }
        held[stage]?.remove(at: index)
      case (.lane(let lane), .replayed(let label, let origin)):
        // A value that waited for this lane is released when it is replayed to it.
        let leaving = event.cause.flatMap { cause -> EventID? in
          if case .released(let held, .left) = replay.recording[cause].mark { held } else { nil }
        }
        let others = gone.subtracting(leaving.map { [$0] } ?? [])
        if let lie = wrongReplay(id, lane, label, origin, others, replay) { lies.append(lie) }
      case (.lane, .read(let label, .some, let origin?)):
        if gone.contains(origin) || replay.label(of: origin) != label {
          lies.append("read what is not held: \(replay.describe(id))")
        }
      default: break
      }
      // Between two events of one cause, the stage can hold one value more than its capacity.
      if let stage = replay.stage(id), !isFollowedByDrop(id, stage, replay) {
        most[stage] = max(most[stage] ?? 0, held[stage]?.count ?? 0)
      }
    }
    for (stage, kept) in held where !kept.isEmpty && hasEnded(stage, replay) {
      lies.append("held after the end: \(replay.describe(kept[0]))")
    }
    for (stage, drop) in least where drop.held < most[stage] ?? 0 {
      lies.append(
        "dropped with \(drop.held) held, and once held \(most[stage] ?? 0): "
          + replay.describe(drop.event))
    }
    return lies
  }

  /// Whether the only subscription of an operator has ended.
  private static func hasEnded(_ stage: StageID, _ replay: Replay) -> Bool {
    guard replay.recording[stage].kind == .memory else { return false }
    let lanes = replay.recording.laneIDs.filter {
      replay.recording[$0].source == .stage(stage)
    }
    let marks = replay.recording.events.filter { event in
      lanes.contains { event.place == .lane($0) }
    }
    .map(\.mark)
    return marks.count { $0.isSubscription } == 1
      && marks.contains { mark in
        switch mark {
        case .finished, .failed, .cancelled: true
        default: false
        }
      }
  }

  /// Whether a subscriber of the stage has requested values that it has not received.
  private static func isWanted(_ id: EventID, _ stage: StageID, _ replay: Replay) -> Bool {
    replay.recording.laneIDs.contains { lane in
      guard replay.recording[lane].source == .stage(stage) else { return false }
      var left = 0
      for event in replay.recording.events.prefix(id.index) where event.place == .lane(lane) {
        switch event.mark {
        case .subscribed, .cancelled, .finished, .failed: left = 0
        case .requested(let count): left = count.map { left + $0 } ?? .max / 2
        case .value, .replayed: left -= 1
        default: break
        }
      }
      return left > 0
    }
  }

  private static func isFollowedByDrop(_ id: EventID, _ stage: StageID, _ replay: Replay) -> Bool {
    let next = id.advanced(by: 1)
    guard next < replay.recording.eventIDs.upperBound, replay.stage(next) == stage else {
      return false
    }
    if case .released(_, .dropped) = replay.recording[next].mark { return true }
    return false
  }

  /// Whether the replay is passed on from an input of the stage that receives the same one.
  private static func isRelayed(
    _ id: EventID, _ label: Recording.Label, _ origin: EventID?, by stage: StageID,
    _ replay: Replay
  ) -> Bool {
    guard let cause = replay.recording[id].cause, let input = replay.lane(cause) else {
      return false
    }
    return replay.isUpstream(input, of: stage)
      && replay.recording[cause].mark == .replayed(label, from: origin)
  }

  private static func wrongReplay(
    _ id: EventID, _ lane: LaneID, _ label: Recording.Label, _ origin: EventID?,
    _ gone: Set<EventID>,
    _ replay: Replay
  ) -> String? {
    guard case .stage(let stage) = replay.recording[lane].source else {
      return "replayed from nowhere: \(replay.describe(id))"
    }
    if replay.recording[stage].kind == .memory {
      return isRelayed(id, label, origin, by: stage, replay)
        ? nil : "no input received this replay: \(replay.describe(id))"
    }
    guard let origin else { return "a replay that nothing held: \(replay.describe(id))" }
    guard replay.stage(origin) == stage, case .held(let kept) = replay.recording[origin].mark else {
      return "replayed from elsewhere: \(replay.describe(id))"
    }
    if gone.contains(origin) {
      return "replayed what is no longer held: \(replay.describe(id))"
    }
    if replay.passesUnchanged(lane), kept != label {
      return "replayed as another value: \(replay.describe(id)) of \(replay.describe(origin))"
    }
    return nil
  }
}
