/// The result of a run in one line, from the totals of the recording.
struct Summary {
  private let recording: Recording
  private let plan: RowPlan
  private let diagram: Diagram
  /// The number of stages with a part in the summary.
  private let countsOfStages: Int

  init(_ recording: Recording, plan: RowPlan, diagram: Diagram) {
    self.recording = recording
    self.plan = plan
    self.diagram = diagram
    countsOfStages = recording.stageIDs.count { id in
      switch recording[id].kind {
      case .hub, .cache, .memory, .box: plan.hasBand[id]
      case .subject, .relay: false
      }
    }
  }

  /// The largest number of stages that it names.
  private static let mostParts = 4

  /// - Complexity: O(events) for each stage that it names.
  var text: String {
    var parts = threads
    let stages = recording.stageIDs.filter { plan.hasBand[$0] }
      .sorted { (plan.rowOfStage[$0] ?? 0) < (plan.rowOfStage[$1] ?? 0) }
    let busy = stages.filter { didSomething($0) }
    for stage in busy.isEmpty ? stages : busy {
      if parts.count >= Self.mostParts { break }
      parts += self.parts(of: stage)
    }
    if parts.isEmpty { parts = lanes }
    return parts.prefix(Self.mostParts).joined(separator: "; ")
  }

  /// Whether a stage received or sent an element. A stage without any is the message only where
  /// all are.
  private func didSomething(_ id: StageID) -> Bool {
    let totals = plan.index.stages[id]
    switch recording[id].kind {
    case .memory, .box:
      return plan.index.sent(by: id) > 0
        || (totals.feeders + totals.inputs).contains { sent($0) > 0 }
    case .hub, .cache, .subject, .relay: return true
    }
  }

  private func parts(of id: StageID) -> [String] {
    let stage = recording[id]
    switch stage.kind {
    case .hub: return [name(id) + hub(id)]
    case .cache: return [name(id) + cache(id)]
    case .memory: return [memory(id)]
    case .box: return [name(id) + box(id)]
    case .subject, .relay: return overlaps(id)
    }
  }

  /// The name of the row, where several are drawn that count something.
  private func name(_ id: StageID) -> String {
    guard countsOfStages > 1, let row = plan.rowOfStage[id] else { return "" }
    return diagram.rows[row].name + ": "
  }

  private func hub(_ id: StageID) -> String {
    let totals = plan.index.stages[id]
    let upstream = totals.feeders.reduce(0) { $0 + plan.index.lanes[$1].subscriptions }
    let below = totals.listeners.filter { plan.index.lanes[$0].subscriptions > 0 }.count
    var parts = [counted(upstream, "upstream subscription")]
    parts.append(counted(below, "subscriber"))
    return parts.joined(separator: ", ")
  }

  private func cache(_ id: StageID) -> String {
    let totals = plan.index.stages[id]
    let counts = plan.index.lanes
    let requests = totals.feeders.reduce(0) { $0 + counts[$1].subscriptions }
    let loads = totals.listeners.reduce(0) { $0 + counts[$1].subscriptions }
    let failed = totals.feeders.reduce(0) { $0 + counts[$1].failures }
    let served = totals.listeners.filter { counts[$0].replayed > 0 }.count
    var parts = [counted(loads, "load"), counted(requests, "request")]
    if failed > 0 { parts.append("\(failed) failed and \(failed == 1 ? "was" : "were") not kept") }
    if served > 0 { parts.append("\(served) served from the cache") }
    return parts.joined(separator: ", ")
  }

  private func memory(_ id: StageID) -> String {
    let totals = plan.index.stages[id]
    let out = plan.index.sent(by: id)
    if totals.feeders.count > 1 {
      let given = given(totals.feeders)
      let name = plan.rowOfStage[id].map { diagram.rows[$0].name } ?? recording[id].name
      return "\(name): \(listed(given)), \(out) out"
    }
    let inputs = totals.feeders + totals.inputs
    let sent = inputs.reduce(0) { $0 + self.sent($1) }
    let dropped = inputs.reduce(0) { $0 + plan.index.lanes[$1].dropped }
    var parts = (inputs.isEmpty ? [] : ["\(sent) sent"]) + ["\(out) delivered"]
    if dropped > 0 { parts.append("\(dropped) without demand") }
    let details = RowDetail(recording: recording, index: plan.index, drawings: plan.drawings)
    parts += details.losses(in: id)
    let waiting = plan.index.mostWaiting(in: id)
    if waiting > 1 { parts.append("at most \(waiting) waiting") }
    if totals.feeders.count <= 1 { parts += lateness(id) }
    return name(id) + parts.joined(separator: ", ")
  }

  /// The elements of each source; of one that is subscribed to again, the number of attempts.
  private func given(_ feeders: [LaneID]) -> [String] {
    var parts: [String] = []
    var others = feeders
    if feeders.contains(where: { plan.index.edges(of: $0).contains(where: \.isAttempt) }) {
      let attempts = feeders.filter { lane in
        plan.index.edges(of: lane).contains { $0.isAttempt || $0.role == .main }
      }
      let failed = attempts.reduce(0) { $0 + plan.index.lanes[$1].failures }
      let name = attempts.first.map { PlaceKey.baseName(recording[$0].name) } ?? ""
      parts = ["\(attempts.count) subscriptions to \(name)", "\(failed) failed"]
      others.removeAll { attempts.contains($0) || sent($0) == 0 }
    }
    let busy = others.filter { sent($0) > 0 }
    return parts + (busy.isEmpty ? others : busy).map { "\(sent($0)) from \(nameOfSource($0))" }
  }

  /// The name of the row from which a lane comes, or of its own row.
  private func nameOfSource(_ lane: LaneID) -> String {
    let row = plan.sourceRow(of: lane) ?? plan.rowOfLane[lane]
    return row.map { plan.rows[$0].name } ?? recording[lane].name
  }

  /// The longest time for which an element was held before it left.
  private func lateness(_ id: StageID) -> [String] {
    var delays: [VirtualDuration] = []
    for event in recording.events where event.place == .stage(id) {
      guard case .released(let held, .left) = event.mark else { continue }
      delays.append(event.time - recording[held].time)
    }
    guard let longest = delays.max(), longest > .zero else { return [] }
    let text = diagram.timeScale.label(of: longest)
    let isSame = delays.count > 1 && delays.allSatisfy { $0 == longest }
    return [isSame ? "each waited \(text)" : "waited up to \(text)"]
  }

  private func box(_ id: StageID) -> String {
    let totals = plan.index.stages[id]
    let inputs = totals.feeders + totals.inputs
    let outer = inputs.reduce(0) { $0 + self.sent($1) }
    let abandoned = diagram.segments.filter { segment in
      segment.isAbandoned && segment.site.row == plan.rowOfStage[id]
    }.count
    let dropped = inputs.reduce(0) { $0 + plan.index.lanes[$1].dropped }
    let values = counted(outer, "value") + (dropped > 0 ? " (\(dropped) without demand)" : "")
    var parts = [values, counted(totals.inner.count, "inner stream")]
    if abandoned > 0 { parts.append("\(abandoned) abandoned") }
    parts.append(counted(totals.results, "result"))
    if let row = plan.rowOfStage[id], diagram.rows[row].seats > 1 {
      parts.append("never more than \(diagram.rows[row].seats) at once")
    }
    return parts.joined(separator: ", ")
  }

  /// Deliveries that overlapped, and the subscribers that received the older element last.
  private func overlaps(_ id: StageID) -> [String] {
    guard plan.index.stages[id].overlaps else { return [] }
    let stale = diagram.glyphs.filter { $0.caption == .stale && isFed($0, by: id) }.map(\.name)
    guard !stale.isEmpty else { return ["deliveries of \(recording[id].name) overlap"] }
    var names: [String] = []
    for name in stale where !names.contains(name) { names.append(name) }
    let who = names.count > 3 ? "\(names.count) subscribers" : names.joined(separator: ", ")
    let verb = names.count == 1 ? "gets" : "get"
    return ["\(who) \(verb) an older value after a newer one"]
  }

  private func isFed(_ glyph: Diagram.Glyph, by stage: StageID) -> Bool {
    guard case .lane(let lane) = recording[glyph.event].place else { return false }
    return recording[lane].source == .stage(stage)
  }

  private var threads: [String] {
    var reads = 0
    var sends = 0
    var hasMemory = false
    for (id, lane) in zip(recording.laneIDs, recording.lanes) where lane.role == .thread {
      reads += plan.index.lanes[id].reads
      sends += plan.index.lanes[id].sends
      hasMemory =
        hasMemory || plan.index.lanes[id].touches.contains { plan.index.stages[$0.stage].holds }
    }
    guard sends > 0 else { return [] }
    var parts: [String] = []
    if reads > 0 { parts.append(counted(reads, "read")) }
    parts.append(counted(sends, hasMemory ? "write" : "send"))
    if reads > 0 {
      let lost = diagram.staleSpans.count
      let span = diagram.staleSpans.first
      parts.append(lost == 0 ? "none lost" : "\(lost) of them lost")
      if lost == 1, let span {
        let text = TextWidth.truncated(span.unseen, to: 24)
        let who = diagram.rows[span.site.row].name
        return [parts.joined(separator: ", ") + ": \(who) replaced \(text) without having seen it"]
      }
    }
    return [parts.joined(separator: ", ")]
  }

  private var lanes: [String] {
    let sources = diagram.rows.filter { !$0.isBand && $0.source == nil && !$0.isEnd }
    let ends = diagram.rows.filter(\.isEnd)
    let isColdOnly = (sources + ends).allSatisfy {
      $0.kind == .lane(.source) || ($0.isEnd && ($0.source.map(sourceIsCold) ?? true))
    }
    if isColdOnly, ends.count > 1 {
      let runs = ends.reduce(0) { $0 + $1.totals.subscriptions }
      return [counted(runs, "upstream subscription") + ", " + counted(ends.count, "subscriber")]
    }
    var parts: [String] = []
    let sent = sources.reduce(0) { $0 + $1.totals.live }
    let got = ends.reduce(0) { $0 + $1.totals.delivered }
    if sent > 0 {
      parts.append(counted(sent, "value"))
      if !ends.isEmpty { parts.append("\(got) delivered") }
    } else if !ends.isEmpty {
      let subscriptions = ends.reduce(0) { $0 + $1.totals.subscriptions }
      if subscriptions > 0 { parts.append(counted(subscriptions, "subscription")) }
      parts.append(counted(got, "value"))
    }
    return parts.isEmpty ? [] : [parts.joined(separator: ", ")]
  }

  private func sourceIsCold(_ row: Int) -> Bool { diagram.rows[row].kind == .lane(.source) }

  /// The number of elements of a lane, live or replayed.
  private func brought(_ lane: LaneID) -> Int {
    plan.index.lanes[lane].delivered
  }

  /// The number of elements that reached a lane, including those without demand.
  private func sent(_ lane: LaneID) -> Int { brought(lane) + plan.index.lanes[lane].dropped }
}
