import Marbles

/// Reference counts are open subscriptions; connections are open upstream subscriptions.
enum CountRules {
  static func lies(_ replay: Replay) -> [String] {
    var lies: [String] = []
    let recording = replay.recording
    let lanes = recording.laneIDs
    var isOpen = PerLane(repeating: false, count: recording.lanes.count)
    var isOver = PerLane(repeating: false, count: recording.lanes.count)
    var isConnected = PerStage(repeating: false, count: recording.stages.count)
    // A lane that is open after the end of a hub (retry, append) may have left it or subscribed again.
    var since = PerLane(repeating: EventID?.none, count: recording.lanes.count)
    var ended = PerStage(repeating: EventID?.none, count: recording.stages.count)
    func open(below stage: StageID) -> Int {
      lanes.count { isOpen[$0] && recording[$0].source == .stage(stage) }
    }
    func open(above stage: StageID) -> Int {
      lanes.count { isOpen[$0] && replay.isUpstream($0, of: stage) }
    }
    func isSubscribed(_ lane: LaneID, toRunOf stage: StageID) -> Bool {
      guard let ended = ended[stage] else { return true }
      return since[lane].map { $0 > ended } ?? false
    }
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      if let lane = replay.lane(id) {
        switch event.mark {
        case .subscribed:
          isOpen[lane] = true
          since[lane] = id
        case .finished, .failed, .cancelled: isOpen[lane] = false
        // An operator can subscribe to the source after the end of its lane.
        case .joined where !isOpen[lane]:
          isOpen[lane] = true
          since[lane] = id
          isOver[lane] = true
        case .left where isOver[lane]:
          isOpen[lane] = false
          isOver[lane] = false
        default: break
        }
      }
      guard let stage = replay.stage(id) else { continue }
      switch event.mark {
      case .count(let count):
        // A lane whose cancel takes effect later is counted until then.
        let isLate = lanes.contains {
          recording[$0].source == .stage(stage) && replay.isLate($0)
        }
        let most = isLate ? lanes.count : open(below: stage)
        // The operators of a lane can end their subscription before the lane ends.
        let least = lanes.count {
          isOpen[$0] && recording[$0].source == .stage(stage) && isSubscribed($0, toRunOf: stage)
            && replay.passesUnchanged($0) && !replay.isLate($0)
        }
        if count > most || count < least {
          lies.append("\(count) counted, \(least) to \(most) open: \(replay.describe(id))")
        }
      case .ended: ended[stage] = id
      case .connected:
        if isConnected[stage] || open(above: stage) != 1 {
          lies.append("connects with \(open(above: stage)) above: \(replay.describe(id))")
        }
        isConnected[stage] = true
      case .disconnected:
        if !isConnected[stage] || open(above: stage) != 0 {
          lies.append("disconnects with \(open(above: stage)) above: \(replay.describe(id))")
        }
        isConnected[stage] = false
      default: break
      }
    }
    for (stage, info) in zip(replay.recording.stageIDs, replay.recording.stages)
    where info.kind == .hub || info.kind == .cache || info.kind == .box {
      if isConnected[stage] != (open(above: stage) > 0) {
        lies.append("\(info.name) ends connected: \(isConnected[stage])")
      }
    }
    return lies
  }
}
