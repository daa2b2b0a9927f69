/// The second line of a row's label: its kind, and how many elements it received.
struct RowDetail {
  let recording: Recording
  let index: RecordingIndex
  let drawings: PerStage<StageDrawing>
  var mostBoxLines: PerStage<Int>?
  /// The operators above a lane that have no row.
  var operatorsAbove: [String] = []

  // MARK: Lanes

  func ofLane(_ id: LaneID) -> String {
    let lane = recording[id]
    let counts = index.lanes[id]
    switch lane.role {
    case .thread:
      let reads = someOf(counts.reads, "read")
      return listed([lane.detail.isEmpty ? "thread" : lane.detail, reads, writes(id)])
    case .input:
      guard let target = lane.target, drawings[target] == .lane(id) else {
        return lane.detail.isEmpty ? listed(["by hand", values(counts, id)]) : lane.detail
      }
      let own = recording[target].detail
      return listed([own, values(counts, id)])
    case .source: return listed([lane.detail, values(counts, id)])
    case .inner, .subscription:
      if let target = lane.target, drawings[target] == .lane(id) {
        return listed([recording[target].detail, lane.detail, values(counts, id)])
      }
      if let stage = index.folded(into: id, recording, drawings) {
        return listed([recording[stage].detail, values(counts, id)])
      }
      if isNamedByOperators(lane) { return values(counts, id) }
      let operators = (foldedName(lane) + operatorsAbove + [lane.detail]).filter { !$0.isEmpty }
        .joined(separator: ".")
      // A binding is described by its operators.
      if isBinding(lane), !operators.isEmpty { return operators }
      return listed([
        operators, index.lanes[id].feedsOthers ? values(counts, id) : received(counts, id),
      ])
    }
  }

  /// The name of a stage whose elements are drawn on a lane with another name.
  private func foldedName(_ lane: Recording.Lane) -> [String] {
    guard case .stage(let source) = lane.source, drawings[source] == .folded, lane.target == nil
    else { return [] }
    return [recording[source].name]
  }

  /// Whether the operators of a lane are its name (see ``RowPlan/name(of:)``).
  func isNamedByOperators(_ lane: Recording.Lane) -> Bool {
    guard lane.role == .subscription, lane.target != nil, !lane.detail.isEmpty else { return false }
    switch lane.source {
    case .lane(let source):
      return recording[source].role == .source && !index.sources.repeated.contains(source)
        && PlaceKey.baseName(lane.name) == PlaceKey.baseName(recording[source].name)
    case .stage(let source):
      guard case .lane = drawings[source], index.stages[source].mostOpen <= 1 else { return false }
      return lane.name.hasPrefix(recording[source].name)
    case nil: return false
    }
  }

  private func isBinding(_ lane: Recording.Lane) -> Bool {
    guard let target = lane.target else { return false }
    let kind = recording[target].kind
    return kind == .subject || kind == .relay
  }

  private func writes(_ id: LaneID) -> String {
    let intoMemory = index.lanes[id].touches.contains { index.stages[$0.stage].holds }
    return someOf(index.lanes[id].sends, intoMemory ? "write" : "send")
  }

  /// The elements of a lane that feeds another one.
  private func values(_ counts: RecordingIndex.LaneTotals, _ id: LaneID) -> String {
    let all = counts.live + counts.replayed
    var parts = [someOf(all, "value")] + losses(counts, id)
    if counts.failures > 0 { parts.append("failed") }
    let result = listed(parts)
    return result.isEmpty ? "no values" : result
  }

  /// The elements that a subscriber at the end received.
  private func received(_ counts: RecordingIndex.LaneTotals, _ id: LaneID) -> String {
    var parts: [String] = []
    if counts.live > 0 { parts.append("\(counts.live) live") }
    if counts.replayed > 0 { parts.append("\(counts.replayed) replayed") }
    if parts.isEmpty, counts.failures == 0 { parts.append("no values") }
    parts += losses(counts, id)
    if counts.failures > 0 { parts.append("failed") }
    return listed(parts)
  }

  private func losses(_ counts: RecordingIndex.LaneTotals, _ id: LaneID) -> [String] {
    var parts: [String] = []
    if counts.dropped > 0 { parts.append("\(counts.dropped) dropped") }
    if counts.swallowed > 0 { parts.append("\(counts.swallowed) swallowed") }
    if counts.missed > 0, countsMissed(id) { parts.append("\(counts.missed) missed") }
    return parts
  }

  /// Elements that a folded stage sent before are not missed by the lanes into which it is folded.
  func countsMissed(_ id: LaneID) -> Bool {
    guard case .stage(let source) = recording[id].source else { return true }
    return drawings[source] != .folded
  }

  // MARK: Stages

  func ofStage(_ id: StageID) -> String {
    let stage = recording[id]
    let totals = index.stages[id]
    switch stage.kind {
    case .hub:
      let keeps = totals.replaces && !stage.detail.contains("keeps")
      return listed([stage.detail, keeps ? "keeps \(totals.mostHeld)" : ""])
    case .subject, .relay:
      if let first = totals.initialValue {
        let text = TextWidth.truncated(recording.shownText(first), to: 18)
        return listed([stage.detail, "initially \(text)"])
      }
      return listed([stage.detail, totals.holds ? "" : "keeps nothing"])
    case .memory:
      return stage.detail.isEmpty ? memory(id) : listed([stage.detail] + losses(in: id))
    case .box:
      if !stage.detail.isEmpty { return stage.detail }
      let most = mostBoxLines?[id] ?? 0
      return "never more than \(most) at once"
    case .cache: return stage.detail
    }
  }

  /// The elements that a stage lost, by reason: "3 dropped", "1 lost at the end".
  func losses(in id: StageID) -> [String] {
    let fates = index.stages[id].fates
    let refused = index.stages[id].dropped
    var parts: [String] = []
    let dropped = (fates[.dropped] ?? 0) + (refused[.noDemand] ?? 0)
    let swallowed = (fates[.swallowed] ?? 0) + (refused[.swallowed] ?? 0)
    if dropped > 0 { parts.append("\(dropped) dropped") }
    if swallowed > 0 { parts.append("\(swallowed) swallowed") }
    if let lost = fates[.forgotten], index.losesWhatItForgets(id, recording) {
      parts.append("\(lost) lost at the end")
    }
    return parts
  }

  private func memory(_ id: StageID) -> String {
    let passed = index.sent(by: id)
    var parts = [passed > 0 ? "\(passed) through" : ""] + losses(in: id)
    let waiting = index.mostWaiting(in: id)
    if waiting > 1 { parts.append("at most \(waiting) waiting") }
    return listed(parts)
  }
}

/// A number with its noun; empty for 0.
private func someOf(_ count: Int, _ noun: String) -> String {
  count == 0 ? "" : counted(count, noun)
}
