import Marbles

/// Reference counts are open subscriptions; connections are open upstream subscriptions.
enum CountRules {
  static func lies(_ replay: Replay) -> [String] {
    var lies: [String] = []
    let lanes = replay.recording.lanes
    var isOpen = Array(repeating: false, count: lanes.count)
    var isConnected = Array(repeating: false, count: replay.recording.stages.count)
    // A lane that is open after the end of a hub (retry, append) may have left it or subscribed again.
    var since = Array(repeating: -1, count: lanes.count)
    var ended = Array(repeating: -1, count: replay.recording.stages.count)
    func open(below stage: StageID) -> Int {
      lanes.indices.count { isOpen[$0] && lanes[$0].source == .stage(stage) }
    }
    func open(above stage: StageID) -> Int {
      lanes.indices.count { isOpen[$0] && replay.isUpstream($0, of: stage) }
    }
    for (id, event) in replay.events.enumerated() {
      if let lane = replay.lane(id) {
        switch event.mark {
        case .subscribed:
          isOpen[lane] = true
          since[lane] = id
        case .finished, .failed, .cancelled: isOpen[lane] = false
        default: break
        }
      }
      guard let stage = replay.stage(id) else { continue }
      switch event.mark {
      case .count(let count):
        // A lane whose cancel takes effect later is counted until then.
        let isLate = lanes.indices.contains {
          lanes[$0].source == .stage(stage) && replay.isLate($0)
        }
        let most = isLate ? lanes.count : open(below: stage)
        // The operators of a lane can end their subscription before the lane ends.
        let least = lanes.indices.count {
          isOpen[$0] && lanes[$0].source == .stage(stage) && since[$0] > ended[stage]
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
    for (stage, info) in replay.recording.stages.enumerated()
    where info.kind == .hub || info.kind == .cache || info.kind == .box {
      if isConnected[stage] != (open(above: stage) > 0) {
        lies.append("\(info.name) ends connected: \(isConnected[stage])")
      }
    }
    return lies
  }
}
