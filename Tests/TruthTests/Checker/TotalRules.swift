import Marbles

/// The numbers in texts: in the summary, the second lines of rows and the remarks after text lanes.
struct TotalRules {
  private let replay: Replay
  private var lies: [String] = []

  /// The totals of a lane.
  private struct Totals: Equatable {
    var live = 0
    var replayed = 0
    var dropped = 0
    var swallowed = 0
    var missed = 0
    var subscriptions = 0
  }

  private let totals: PerLane<Totals>
  /// The elements that each stage dropped as they arrived.
  private let refused: [StageID: [Recording.DropReason: Int]]

  static func lies(_ replay: Replay, _ diagram: Diagram) -> [String] {
    var rules = TotalRules(replay)
    rules.checkRows(diagram)
    rules.checkHubs(diagram)
    rules.checkMemories(diagram)
    rules.checkText(diagram)
    return rules.lies
  }

  private init(_ replay: Replay) {
    self.replay = replay
    var totals = PerLane(replay.recording.lanes.map { Totals(missed: $0.missed.count) })
    var refused: [StageID: [Recording.DropReason: Int]] = [:]
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      guard let lane = replay.lane(id) else { continue }
      switch event.mark {
      case .value: totals[lane].live += 1
      case .replayed: totals[lane].replayed += 1
      case .dropped(_, let reason) where replay.dropper(of: id) != nil:
        if let stage = replay.dropper(of: id) {
          refused[stage, default: [:]][reason, default: 0] += 1
        }
      case .dropped(_, .noDemand): totals[lane].dropped += 1
      case .dropped(_, .swallowed): totals[lane].swallowed += 1
      case .subscribed: totals[lane].subscriptions += 1
      default: break
      }
    }
    self.totals = totals
    self.refused = refused
  }

  private mutating func tell(_ lie: String) { lies.append("text: \(lie)") }

  /// The only lane with the name of a row; `nil` if there are several.
  private func lane(_ row: Diagram.Row) -> LaneID? {
    let found = replay.recording.laneIDs.filter {
      replay.recording[$0].name == row.name
    }
    return found.count == 1 ? found[0] : nil
  }

  /// `3 live, 1 replayed, 2 missed`.
  private static func number(before word: String, in text: String) -> Int? {
    let words = text.split { $0 == " " || $0 == "," || $0 == ";" || $0 == ":" }
    return words.indices.dropFirst().first { words[$0] == word }.flatMap { Int(words[$0 - 1]) }
  }

  // MARK: Second lines

  private mutating func checkRows(_ diagram: Diagram) {
    for row in diagram.rows where row.isEnd {
      guard let lane = lane(row) else { continue }
      let truth = totals[lane]
      let told = Totals(
        live: Self.number(before: "live", in: row.detail) ?? 0,
        replayed: Self.number(before: "replayed", in: row.detail) ?? 0,
        dropped: Self.number(before: "dropped", in: row.detail) ?? 0,
        swallowed: Self.number(before: "swallowed", in: row.detail) ?? 0,
        missed: Self.number(before: "missed", in: row.detail) ?? truth.missed,
        subscriptions: truth.subscriptions)
      if told != truth { tell("\(row.name) '\(row.detail)', but \(truth)") }
      let counts = row.totals
      if counts.live != truth.live || counts.replayed != truth.replayed
        || counts.dropped != truth.dropped || counts.subscriptions != truth.subscriptions
      {
        tell("\(row.name) counts \(counts), but \(truth)")
      }
    }
  }

  // MARK: The summary

  private func stages(_ kind: Recording.Stage.Kind, _ diagram: Diagram) -> [StageID] {
    let drawn = diagram.rows.filter(\.isBand).map(\.name)
    return replay.recording.stageIDs.filter {
      replay.recording[$0].kind == kind && drawn.contains(replay.recording[$0].name)
    }
  }

  private func feeders(_ stage: StageID) -> [LaneID] {
    replay.recording.laneIDs.filter {
      replay.recording[$0].target == stage && replay.recording[$0].role != .inner
    }
  }

  private func listeners(_ stage: StageID) -> [LaneID] {
    replay.recording.laneIDs.filter { replay.recording[$0].source == .stage(stage) }
  }

  private mutating func checkHubs(_ diagram: Diagram) {
    let hubs = stages(.hub, diagram)
    guard hubs.count == 1, diagram.rows.filter(\.isBand).count == 1 else { return }
    let upstream = feeders(hubs[0]).reduce(0) { $0 + totals[$1].subscriptions }
    let below = listeners(hubs[0]).count { totals[$0].subscriptions > 0 }
    let truth =
      "\(upstream) upstream subscription\(upstream == 1 ? "" : "s"), "
      + "\(below) subscriber\(below == 1 ? "" : "s")"
    if !diagram.summary.contains(truth) { tell("'\(diagram.summary)', but \(truth)") }
  }

  private mutating func checkMemories(_ diagram: Diagram) {
    let memories = stages(.memory, diagram)
    guard memories.count == 1, diagram.rows.filter(\.isBand).count == 1,
      diagram.summary.contains(" delivered")
    else { return }
    let stage = memories[0]
    let dropped = feeders(stage).reduce(0) { $0 + totals[$1].dropped }
    let sent = dropped + feeders(stage).reduce(0) { $0 + totals[$1].live + totals[$1].replayed }
    let out = listeners(stage).reduce(0) { $0 + totals[$1].live + totals[$1].replayed }
    var fates: [Recording.ReleaseReason: Int] = [:]
    for event in replay.recording.events where event.place == .stage(stage) {
      if case .released(_, let fate) = event.mark { fates[fate, default: 0] += 1 }
    }
    let told = { (word: String) in Self.number(before: word, in: diagram.summary) ?? 0 }
    if told("sent") != sent { tell("'\(diagram.summary)', but \(sent) sent") }
    if told("without") != dropped { tell("'\(diagram.summary)', but \(dropped) without demand") }
    if told("delivered") != out { tell("'\(diagram.summary)', but \(out) delivered") }
    let lost = (fates[.dropped] ?? 0) + (refused[stage]?[.noDemand] ?? 0)
    if told("dropped") != lost { tell("'\(diagram.summary)', but \(lost) dropped") }
    let swallowed = (fates[.swallowed] ?? 0) + (refused[stage]?[.swallowed] ?? 0)
    if told("swallowed") != swallowed { tell("'\(diagram.summary)', but \(swallowed) swallowed") }
  }

  // MARK: The text

  /// The remarks after the lanes, and the list of lost values.
  ///
  /// Drawing text takes most of the time: recordings without losses are checked one in four times.
  private mutating func checkText(_ diagram: Diagram) {
    let isLossy = totals.elements.contains { $0.missed + $0.dropped > 0 }
    guard isLossy || replay.recording.events.count.isMultiple(of: 4) else { return }
    let text = ASCIIFormat(width: 400).render(diagram)
    let lines = text.split(separator: "\n").map(String.init)
    for row in diagram.rows where row.isEnd {
      guard let lane = lane(row), diagram.rows.count(where: { $0.name == row.name }) == 1 else {
        continue
      }
      let own = lines.filter { $0.hasPrefix(row.name + " ") }
      let lost = lines.filter { $0.hasPrefix("lost ") || $0.hasPrefix("     ") }
        .flatMap { $0.split(separator: "   ").map { $0.drop { $0 == " " } } }
        .filter { $0.hasPrefix(row.name + " ") || $0.hasPrefix("lost") && $0.contains(row.name) }
      let text = (own + lost.map(String.init)).joined(separator: " ")
      let missed = Self.number(before: "missed", in: text) ?? 0
      let dropped = Self.number(before: "dropped", in: text) ?? 0
      if dropped != totals[lane].dropped {
        tell("\(row.name) \(dropped) dropped, but \(totals[lane].dropped): \(text)")
      }
      if missed != row.totals.missed || missed > totals[lane].missed {
        tell("\(row.name) \(missed) missed, but \(totals[lane].missed): \(text)")
      }
    }
  }
}
