extension Composer {
  // MARK: What is held

  mutating func hold(_ label: Recording.Label, _ id: EventID, _ stage: StageID) {
    stages[stage].writes.append((id, writer(of: id)))
    guard plan.hasBand[stage] else { return }
    let cause = cause(of: id)
    let time = recording.events[id].time
    let at: Diagram.Position
    if let cause {
      at = cause.position
    } else if recording.events[id].cause == nil {
      at = slots.placeBare(at: time)
    } else {
      at = slots.placeAlone(at: time)
    }
    position[id] = at
    guard let strip = startStrip(.held, text(label), id, stage, at: at), let cause,
      glyphOf[cause.event] >= 0
    else { return }
    feeds.append((strip, glyphOf[cause.event]))
  }

  private func writer(of id: EventID) -> LaneID {
    guard let cause = recording.events[id].cause,
      case .lane(let lane) = recording.events[cause].place
    else { return -1 }
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
    stripOf[id] = diagram.strips.count
    diagram.strips.append(
      Diagram.Strip(
        kind: kind, row: row, line: 0, text: text,
        color: colors[id] >= 0 ? colors[id] : nil, start: start, end: nil, fate: nil,
        endsBeforeNext: false, hasStartDot: false, event: id))
    return diagram.strips.count - 1
  }

  /// What arrives by different inputs of a stage that pairs (zip) stands apart; deliveries stand
  /// below all that is held.
  private func group(of id: EventID, _ stage: StageID, _ kind: Diagram.Strip.Kind) -> Int {
    if kind == .rail { return .max }
    guard recording.stages[stage].kind == .memory, let cause = recording.events[id].cause,
      case .lane(let lane) = recording.events[cause].place,
      recording.lanes[lane].target == stage
    else { return -1 }
    return lane
  }

  mutating func release(
    _ held: EventID, _ fate: Recording.ReleaseReason, _ id: EventID, _ stage: StageID
  ) {
    guard plan.hasBand[stage] else { return }
    let at = cause(of: id)?.position ?? slots.placeAlone(at: recording.events[id].time)
    position[id] = at
    guard let strip = stripOf[held] else { return }
    diagram.strips[strip].end = at
    diagram.strips[strip].fate = fate
  }

  // MARK: Deliveries that overlap

  mutating func startRail(_ label: Recording.Label, _ id: EventID, _ stage: StageID) {
    guard plan.hasBand[stage], plan.facts.overlapping.contains(id) else { return }
    let at = cause(of: id)?.position ?? slots.placeAlone(at: recording.events[id].time)
    if startStrip(.rail, text(label), id, stage, at: at) != nil {
      stages[stage].rails.append(id)
      if let strip = stripOf[id] { diagram.strips[strip].end = at }
    }
  }

  mutating func endRail(_ start: EventID, _ id: EventID, _ stage: StageID) {
    if let index = stages[stage].rails.lastIndex(of: start) {
      stages[stage].rails.remove(at: index)
    }
  }

  /// The overlapping delivery that brings an event to a lane: the innermost with the same cause.
  func rail(for id: EventID, _ lane: LaneID) -> EventID? {
    guard case .stage(let stage) = recording.lanes[lane].source else { return nil }
    let cause = recording.events[id].cause
    return stages[stage].rails.last { recording.events[$0].cause == cause }
      ?? stages[stage].rails.last
  }

  // MARK: Headers and tints

  mutating func count(_ count: Int, _ id: EventID, _ stage: StageID) {
    guard let row = plan.rowOfStage[stage], plan.hasBand[stage],
      !options.hidden.contains(.counts)
    else { return }
    var at = cause(of: id)?.position ?? slots.placeAlone(at: recording.events[id].time)
    if let control = stages[stage].control, diagram.glyphs[control].at == at {
      at = slots.placeAlone(at: recording.events[id].time)
    }
    if let old = stages[stage].count, diagram.glyphs[old].at == at {
      diagram.glyphs[old].text = "\(count)"
      position[id] = at
      return
    }
    stages[stage].count = append(
      .count, "\(count)", id, at: at, Diagram.Site(row: row),
      name: recording.stages[stage].name)
  }

  mutating func control(_ label: Recording.Label, _ id: EventID, _ stage: StageID) {
    guard let row = plan.rowOfStage[stage], plan.hasBand[stage] else { return }
    let at = slots.placeAlone(at: recording.events[id].time)
    guard recording.stages[stage].kind != .box else {
      position[id] = at
      let time = diagram.timeScale.label(of: recording.events[id].time)
      return note("at \(time): \(recording.stages[stage].name) \(text(label))")
    }
    stages[stage].control = append(
      .control, text(label), id, at: at, Diagram.Site(row: row),
      name: recording.stages[stage].name)
  }

  mutating func ended(_ failure: Recording.Label?, _ id: EventID, _ stage: StageID) {
    guard let row = plan.rowOfStage[stage], recording.stages[stage].kind != .box else { return }
    guard plan.hasBand[stage] else { return endInput(failure, id, of: stage) }
    let at = cause(of: id)?.position ?? slots.placeAlone(at: recording.events[id].time)
    _ = append(
      .ended(failed: failure != nil), failure.map { text($0) } ?? "", id, at: at,
      Diagram.Site(row: row), name: recording.stages[stage].name)
  }

  mutating func connect(_ id: EventID, _ stage: StageID) {
    guard plan.hasBand[stage], recording.stages[stage].kind != .box else { return }
    let at = cause(of: id)?.position ?? slots.placeAlone(at: recording.events[id].time)
    position[id] = at
    startTint(stage, at: at)
  }

  mutating func disconnect(_ id: EventID, _ stage: StageID) {
    guard plan.hasBand[stage], recording.stages[stage].kind != .box else { return }
    let at = cause(of: id)?.position ?? slots.placeAlone(at: recording.events[id].time)
    position[id] = at
    endTint(stage, at: at)
  }

  mutating func startTint(_ stage: StageID, at start: Diagram.Position?) {
    guard let row = plan.rowOfStage[stage], plan.hasBand[stage] else { return }
    stages[stage].tint = diagram.tints.count
    diagram.tints.append(Diagram.Tint(row: row, start: start, end: nil))
  }

  private mutating func endTint(_ stage: StageID, at end: Diagram.Position) {
    guard let tint = stages[stage].tint else { return }
    diagram.tints[tint].end = end
    stages[stage].tint = nil
  }

  /// A box is tinted while any of its inner streams runs.
  mutating func startRunning(_ lane: LaneID, at start: Diagram.Position?) {
    guard let box = recording.lanes[lane].target else { return }
    stages[box].running += 1
    guard stages[box].running == 1 else { return }
    // One stops and the next starts in the same instant: it never rested.
    if let row = plan.rowOfStage[box], let last = stages[box].lastTint,
      diagram.tints[last].row == row, let start, let end = diagram.tints[last].end,
      end.column == start.column
    {
      diagram.tints[last].end = nil
      stages[box].tint = last
      return
    }
    startTint(box, at: start)
    stages[box].lastTint = stages[box].tint
  }

  mutating func stopRunning(_ lane: LaneID, at end: Diagram.Position) {
    guard let box = recording.lanes[lane].target, stages[box].running > 0 else { return }
    stages[box].running -= 1
    if stages[box].running == 0 { endTint(box, at: end) }
  }
}
