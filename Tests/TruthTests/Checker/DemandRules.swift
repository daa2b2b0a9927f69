import Marbles

/// No lane receives more values than requested, and only unrequested values are dropped for lack of
/// demand.
enum DemandRules {
  private struct Account {
    var isUnlimited = false
    var left = 0
    var hasAsked = false
  }

  static func lies(_ replay: Replay) -> [String] {
    var lies: [String] = []
    var accounts = PerLane(repeating: Account(), count: replay.recording.lanes.count)
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      guard let lane = replay.lane(id), !replay.isLate(lane) else { continue }
      switch event.mark {
      case .subscribed: accounts[lane] = Account()
      case .requested(let count):
        accounts[lane].hasAsked = true
        if let count { accounts[lane].left += count } else { accounts[lane].isUnlimited = true }
      case .value, .replayed:
        guard accounts[lane].hasAsked, !accounts[lane].isUnlimited,
          !passesUnrequested(replay.recording[lane])
        else { continue }
        accounts[lane].left -= 1
        if accounts[lane].left < 0 { lies.append("not requested: \(replay.describe(id))") }
      case .dropped(_, .noDemand):
        if accounts[lane].isUnlimited || accounts[lane].left > 0 {
          lies.append("dropped although requested: \(replay.describe(id))")
        }
      default: break
      }
    }
    return lies
  }

  /// Whether the operators of a lane include Combine's `replaceEmpty`, which requests everything of
  /// upstream, and passes on elements that downstream has not requested.
  private static func passesUnrequested(_ lane: Recording.Lane) -> Bool {
    lane.detail.contains("replaceEmpty")
  }
}
