extension Drawing {
  // MARK: What is held

  mutating func hold(_ label: Recording.Label, _ id: EventID, _ stage: StageID) {
    stages[stage].writes.append((id, writer(of: id)))
    guard let at = placement.positions[id],
      let strip = startStrip(.held, text(label), id, stage, at: at),
      let cause = placement.cause(of: id)
    else { return }
    if let source = stripBehindUnseen(id, cause.event, at: at) {
      // An element that is replayed to a subscription at the beginning is held from the beginning.
      if !placement.setUps[cause.event] { stripFeeds.append((strip, source)) }
    } else if glyphOf[cause.event] >= 0 {
      feeds.append((strip, glyphOf[cause.event]))
    } else if case .lane = recording[cause.event].place {
      stripOfUnseen[cause.event] = strip
    }
  }

  /// The failures of lanes that the stage which they feed delivers at a later time.
  static func heldFailures(_ recording: Recording) -> Set<EventID> {
    var held: Set<EventID> = []
    for event in recording.events {
      guard case .failed = event.mark, let cause = event.cause,
        case .failed = recording[cause].mark, recording[cause].time < event.time,
        case .lane(let lane) = event.place, case .stage(let stage) = recording[lane].source,
        case .lane(let feeder) = recording[cause].place, recording[feeder].target == stage
      else { continue }
      held.insert(cause)
    }
    return held
  }

  mutating func holdFailure(_ event: Recording.Event, _ id: EventID, _ lane: LaneID) {
    guard case .failed(let label) = event.mark, let stage = recording[lane].target,
      let at = placement.positions[id],
      let strip = startStrip(.failure, text(label), id, stage, at: at)
    else { return }
    feeds.append((strip, glyphOf[id]))
  }

  /// Ends the strip of a failure that a stage delivers.
  mutating func releaseFailure(causedBy cause: EventID?, _ id: EventID) {
    guard let cause, let strip = stripOf[cause], strips[strip].kind == .failure,
      let at = placement.positions[id]
    else { return }
    strips[strip].end = at
    strips[strip].fate = .left
    strips[strip].endEvent = id
  }

  /// The strip of the stage out of which a held value came, on a lane that is not drawn.
  private func stripBehindUnseen(
    _ id: EventID, _ cause: EventID, at: Diagram.Position
  ) -> Int? {
    guard let direct = recording[id].cause,
      case .lane(let lane) = recording[direct].place, recording[lane].role == .subscription,
      plan.rowOfLane[lane] == nil
    else { return nil }
    if let source = plan.sourceStage(of: lane) {
      if case .released(let held, .left) = recording[cause].mark { return stripOf[held] }
      if let last = stages[source].writes.last, placement.positions[last.event] == at {
        return stripOf[last.event]
      }
    }
    return stripOfUnseen[cause]
  }

  private func writer(of id: EventID) -> LaneID? {
    guard let cause = recording[id].cause,
      case .lane(let lane) = recording[cause].place
    else { return nil }
    return lane
  }

  @discardableResult
  mutating func startStrip(
    _ kind: Diagram.Strip.Kind, _ text: String, _ id: EventID, _ stage: StageID,
    at start: Diagram.Position?
  ) -> Int? {
    guard let row = plan.rowOfStage[stage], plan.hasBand[stage],
      !options.hidden.contains(kind == .rail ? .rails : .held)
    else { return nil }
    stripGroups.append(group(of: id, stage, kind))
    stripOf[id] = strips.count
    strips.append(
      Diagram.Strip(
        kind: kind, row: row, line: 0, text: text, color: color(of: id), start: start, end: nil,
        fate: nil, isLost: false, endEvent: nil, endsBeforeNext: false, hasStartDot: false,
        event: id))
    return strips.count - 1
  }

  /// Values that arrive by different inputs of a stage that pairs them (zip) have separate lines;
  /// deliveries are below all that is held.
  private func group(of id: EventID, _ stage: StageID, _ kind: Diagram.Strip.Kind) -> Int {
    if kind == .rail { return .max }
    if kind == .failure, case .lane(let lane) = recording[id].place { return lane.index }
    guard recording[stage].kind == .memory, let cause = recording[id].cause,
      case .lane(let lane) = recording[cause].place,
      recording[lane].target == stage
    else { return -1 }
    return lane.index
  }

  mutating func release(_ held: EventID, _ fate: Recording.ReleaseReason, _ id: EventID) {
    guard let at = placement.positions[id], let strip = stripOf[held] else { return }
    strips[strip].end = at
    strips[strip].fate = fate
    strips[strip].endEvent = id
    strips[strip].isLost = isLost(fate, in: recording[id].place)
  }

  /// Whether an element is lost that a stage released. What a memory forgets is lost if the stage
  /// hands its elements on; a stage that pairs the latest elements (combineLatest) has used them.
  private func isLost(_ fate: Recording.ReleaseReason, in place: Recording.Place) -> Bool {
    guard case .stage(let stage) = place else { return false }
    switch fate {
    case .left, .replaced, .expired: return false
    case .dropped, .swallowed: return true
    case .forgotten: return plan.index.losesWhatItForgets(stage, recording)
    }
  }

  // MARK: Deliveries that overlap

  mutating func startRail(_ label: Recording.Label, _ id: EventID, _ stage: StageID) {
    guard let at = placement.positions[id],
      let strip = startStrip(.rail, text(label), id, stage, at: at)
    else { return }
    stages[stage].rails.append(id)
    strips[strip].end = at
  }

  mutating func endRail(_ start: EventID, _ stage: StageID) {
    if let index = stages[stage].rails.lastIndex(of: start) {
      stages[stage].rails.remove(at: index)
    }
  }

  // MARK: Headers and tints

  mutating func count(_ count: Int, _ id: EventID, _ stage: StageID) {
    guard let row = plan.rowOfStage[stage], let at = placement.positions[id] else { return }
    // Of several counts in one slot the last one counts.
    if let old = stages[stage].count, glyphs[old].at == at {
      glyphs[old].text = "\(count)"
    } else {
      stages[stage].count = append(
        .count, "\(count)", id, Diagram.Site(row: row), name: plan.rows[row].name)
    }
  }

  mutating func control(_ label: Recording.Label, _ id: EventID, _ stage: StageID) {
    guard let row = plan.rowOfStage[stage], placement.positions[id] != nil else { return }
    let name = plan.rows[row].name
    if recording[stage].kind == .box {
      note("at \(time(of: id)): \(name) \(text(label))")
    } else {
      append(.control, text(label), id, Diagram.Site(row: row), name: name)
    }
  }

  mutating func ended(_ failure: Recording.Label?, _ id: EventID, _ stage: StageID) {
    guard let row = plan.rowOfStage[stage], placement.positions[id] != nil else { return }
    guard plan.hasBand[stage] else { return endInput(failure, id, of: stage) }
    append(
      .ended(failed: failure != nil), failure.map { text($0) } ?? "", id, Diagram.Site(row: row),
      name: plan.rows[row].name)
  }

  mutating func startTint(_ stage: StageID, at start: Diagram.Position?) {
    guard let row = plan.rowOfStage[stage], plan.hasBand[stage] else { return }
    stages[stage].tint = tints.count
    tints.append(Diagram.Tint(row: row, start: start, end: nil))
  }

  mutating func endTint(_ stage: StageID, at end: Diagram.Position) {
    guard let tint = stages[stage].tint else { return }
    tints[tint].end = end
    stages[stage].tint = nil
  }

  /// A box is tinted while any of its inner streams runs.
  mutating func startRunning(_ lane: LaneID, at start: Diagram.Position?) {
    guard let box = recording[lane].target else { return }
    stages[box].running += 1
    guard stages[box].running == 1 else { return }
    // One stops and the next starts in the same instant: the box was never idle.
    if let row = plan.rowOfStage[box], let last = stages[box].lastTint, tints[last].row == row,
      let start, let end = tints[last].end, end.column == start.column
    {
      tints[last].end = nil
      stages[box].tint = last
      return
    }
    startTint(box, at: start)
    stages[box].lastTint = stages[box].tint
  }

  mutating func stopRunning(_ lane: LaneID, at end: Diagram.Position) {
    guard let box = recording[lane].target, stages[box].running > 0 else { return }
    stages[box].running -= 1
    if stages[box].running == 0 { endTint(box, at: end) }
  }
}
