import Marbles

/// A lane misses the values that its source relayed while the lane was not subscribed, and that were not
/// replayed to it.
enum MissedRules {
  static func lies(_ replay: Replay) -> [String] {
    replay.recording.laneIDs.flatMap { lies($0, replay) }
  }

  private static func lies(_ lane: LaneID, _ replay: Replay) -> [String] {
    let missed = replay.recording[lane].missed
    guard case .stage(let stage) = replay.recording[lane].source else {
      return missed.isEmpty ? [] : ["\(replay.recording[lane].name) has missed something"]
    }
    // It delivers at its completion, to all subscribers.
    if replay.recording[stage].detail.contains("AsyncSubject") {
      return missed.isEmpty ? [] : ["\(replay.recording[lane].name) has missed something"]
    }
    var lies: [String] = []
    var isOpen = false
    var last: EventID?
    var absent: Set<EventID> = []
    var open: Set<EventID> = []
    var replayed: Set<EventID> = []
    /// The number of replayed and dropped values of each label: the recording does not identify them.
    var forgiven: [Recording.Label: Int] = [:]
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      if replay.lane(id) == lane {
        switch event.mark {
        case .subscribed:
          isOpen = !joinsLater(lane, id, replay)
          last = id
        case .joined:
          isOpen = true
          last = id
        case .left, .finished, .failed, .cancelled: isOpen = false
        case .replayed(let label, let origin):
          let bringer = origin.flatMap { replay.recording[$0].cause }
          if let bringer, replay.feeds(bringer, stage) {
            replayed.insert(bringer)
          } else if let bringer = absent.subtracting(replayed)
            .filter({ replay.label(of: $0) == label }).max()
          {
            // The value waited for this subscriber.
            replayed.insert(bringer)
          }
        case .dropped(let label, .swallowed) where replay.isAsked(id):
          // The value was replayed, and an operator dropped it.
          forgiven[label, default: 0] += 1
        default: break
        }
      }
      if replay.feeds(id, stage) {
        if isOpen { open.insert(id) } else { absent.insert(id) }
      }
    }
    let name = replay.recording[lane].name
    for id in missed {
      if open.contains(id) { lies.append("\(name) was there: \(replay.describe(id))") }
      if !open.contains(id), !absent.contains(id) {
        lies.append("\(name) could not miss: \(replay.describe(id))")
      }
      if let last, id > last { lies.append("\(name) had gone: \(replay.describe(id))") }
      if replayed.contains(id) { lies.append("\(name) had it replayed: \(replay.describe(id))") }
    }
    if Set(missed).count != missed.count { lies.append("\(name) missed something twice") }
    guard let last else { return lies }
    let kind = replay.recording[stage].kind
    guard kind == .hub || kind == .subject || kind == .relay else { return lies }
    let continued = endOfEarlierInput(lane, of: stage, before: last, replay) ?? -1
    for id in absent
    where id > continued && id < last && !replayed.contains(id) && !missed.contains(id) {
      // A value of a cancelled upstream subscription belongs to an earlier run.
      if wasGivenUp(id, stage, before: last, replay) { continue }
      if let label = replay.label(of: id), let count = forgiven[label], count > 0 {
        forgiven[label] = count - 1
        continue
      }
      lies.append("\(name) missed it, and it is not reported: \(replay.describe(id))")
    }
    return lies
  }

  /// Whether the operators of a lane subscribe to its source after the given subscription of the lane.
  private static func joinsLater(_ lane: LaneID, _ id: EventID, _ replay: Replay) -> Bool {
    for event in replay.recording.events[(id.index + 1)...] where event.place == .lane(lane) {
      switch event.mark {
      case .joined: return true
      case .left, .subscribed, .finished, .failed, .cancelled: return false
      default: continue
      }
    }
    return false
  }

  /// The end of the latest input from the same source into the same stage: the lane continues it.
  private static func endOfEarlierInput(
    _ lane: LaneID, of stage: StageID, before last: EventID, _ replay: Replay
  ) -> EventID? {
    guard let target = replay.recording[lane].target else { return nil }
    let recording = replay.recording
    return recording.eventIDs.prefix { $0 < last }.last { id in
      guard case .lane(let other) = recording[id].place, other != lane,
        recording[other].source == .stage(stage), recording[other].target == target
      else { return false }
      return recording[id].mark == .cancelled || replay.isEnd(recording[id].mark)
    }
  }

  private static func wasGivenUp(
    _ id: EventID, _ stage: StageID, before last: EventID, _ replay: Replay
  ) -> Bool {
    guard let bringer = replay.lane(id), replay.isUpstream(bringer, of: stage) else { return false }
    if case .sent = replay.recording[id].mark { return false }
    return replay.recording.events[id.index..<last.index].contains {
      $0.place == .lane(bringer) && $0.mark == .cancelled
    }
  }
}
