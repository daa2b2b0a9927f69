extension Drawing {
  // MARK: Lines

  /// Draws what was already going on when the window begins.
  mutating func drawStart() {
    for lane in placement.openAtStart {
      guard let site = placement.siteAtStart(of: lane) else { continue }
      startLine(lane, site, at: nil, hasGuide: false)
      if recording[lane].role == .inner { startRunning(lane, at: nil) }
    }
    for id in placement.before.held {
      guard case .stage(let stage) = recording[id].place,
        case .held(let label) = recording[id].mark
      else { continue }
      startStrip(.held, text(label), id, stage, at: nil)
    }
    for stage in placement.before.connections.keys.sorted() { startTint(stage, at: nil) }
  }

  private mutating func startLine(
    _ lane: LaneID, _ site: Diagram.Site, at start: Diagram.Position?, hasGuide: Bool
  ) {
    lanes[lane].segment = segments.count
    lanes[lane].gaveValue = false
    segments.append(
      Diagram.Segment(
        site: site, start: start, end: nil, isAbandoned: false, hasGuide: hasGuide,
        name: names[lane]))
  }

  private mutating func endLine(_ lane: LaneID, at end: Diagram.Position, isCancelled: Bool) {
    guard let segment = lanes[lane].segment else { return }
    segments[segment].end = end
    segments[segment].isAbandoned =
      isCancelled && recording[lane].role == .inner && !lanes[lane].gaveValue
    lanes[lane].segment = nil
  }

  // MARK: Subscriptions and demand

  mutating func subscribe(_ id: EventID, _ lane: LaneID, _ site: Diagram.Site) {
    guard let at = placement.positions[id] else { return }
    let isInner = recording[lane].role == .inner
    startLine(lane, site, at: at, hasGuide: !isInner)
    if isInner { startRunning(lane, at: at) }
    lanes[lane].demand = 0
    guard !options.hidden.contains(.subscriptions),
      let glyph = append(.subscribe, "", id, site, name: names[lane])
    else { return }
    // A request in the same instant replaces it.
    if plan.index.lanes[lane].isBounded, !options.hidden.contains(.demand) {
      glyphs[glyph].caption = .demand(0)
      glyphs[glyph].captionIsAbove = feedsBox(lane)
    }
  }

  mutating func request(_ count: Int?, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site) {
    var glyph: Int?
    var demand = count
    if let ring = placement.mergedRequests[id] {
      glyph = glyphOf[ring]
      // A sum that exceeds the greatest integer is unlimited demand, as in Combine.
      demand = lanes[lane].demand.flatMap { old in
        count.flatMap { count in
          let (sum, overflows) = old.addingReportingOverflow(count)
          return overflows ? nil : sum
        }
      }
      lanes[lane].demand = demand
    } else {
      glyph = append(.request, "", id, site, name: names[lane])
    }
    guard let glyph else { return }
    glyphs[glyph].caption = .demand(demand)
    glyphs[glyph].captionIsAbove = feedsBox(lane)
  }

  private func feedsBox(_ lane: LaneID) -> Bool {
    guard recording[lane].role != .inner, let target = recording[lane].target else {
      return false
    }
    return recording[target].kind == .box
  }

  // MARK: Values and ends

  mutating func value(_ label: Recording.Label, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site)
  {
    lanes[lane].gaveValue = true
    let read = lanes[lane].read
    lanes[lane].read = nil
    guard let read, recording[read].cause == recording[id].cause,
      case .read(let old, _, _) = recording[read].mark
    else {
      bring(.value, text(label), id, lane, site)
      return
    }
    readOf[id] = read
    bring(
      .readThenSent(read: text(old), color: color(of: read) ?? 0), text(label), id, lane, site)
  }

  /// Draws the elements of a lane.
  mutating func bring(
    _ kind: Diagram.Glyph.Kind, _ text: String, _ id: EventID, _ lane: LaneID,
    _ site: Diagram.Site
  ) {
    let isInStage = recording.stageThatDropped(id) != nil && plan.rows[site.row].isBand
    let name = isInStage ? plan.rows[site.row].name : names[lane]
    guard let glyph = append(kind, text, id, site, name: name) else { return }
    let at = glyphs[glyph].at
    if let rail = rail(for: id, lane) {
      railOf[id] = rail
      if let last = lanes[lane].lastRail, rail < last {
        glyphs[glyph].caption = .stale
      } else {
        lanes[lane].lastRail = rail
      }
      if let strip = stripOf[rail] { strips[strip].end = at }
    }
    // A strip ends where the value that leaves it is drawn.
    if let cause = placement.cause(of: id), case .stage = recording[cause.event].place,
      case .released(let held, .left) = recording[cause.event].mark,
      !isReplay(id), let strip = stripOf[held]
    {
      strips[strip].end = at
      for other in recording.leftTogether(with: cause.event) {
        if let strip = stripOf[other] { strips[strip].end = at }
      }
    }
  }

  private func isReplay(_ id: EventID) -> Bool {
    if case .replayed = recording[id].mark { true } else { false }
  }

  /// A replayed value that leaves the memory ends its strip.
  mutating func endStrip(ofReplayed held: EventID?, _ id: EventID) {
    guard let held, let strip = stripOf[held], let released = recording[id].cause,
      case .released = recording[released].mark, let at = placement.positions[id]
    else { return }
    strips[strip].end = at
  }

  /// The overlapping delivery that brings an event to a lane: the innermost with the same cause.
  private func rail(for id: EventID, _ lane: LaneID) -> EventID? {
    guard let stage = plan.sourceStage(of: lane) else { return nil }
    let cause = recording[id].cause
    return stages[stage].rails.last { recording[$0].cause == cause }
      ?? stages[stage].rails.last
  }

  mutating func end(
    _ event: Recording.Event, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site
  ) {
    switch event.mark {
    case .failed(let label):
      bring(.failed, text(label), id, lane, site)
      releaseFailure(causedBy: event.cause, id)
    case .finished: bring(.finished, "", id, lane, site)
    default:
      if !options.hidden.contains(.cancels) { append(.cancel, "", id, site, name: names[lane]) }
    }
    guard let at = placement.positions[id] else { return }
    endLine(lane, at: at, isCancelled: event.mark == .cancelled)
    if recording[lane].role == .inner { stopRunning(lane, at: at) }
  }

  /// The end of a stage that is drawn as its input lane.
  mutating func endInput(_ failure: Recording.Label?, _ id: EventID, of stage: StageID) {
    guard case .lane(let lane) = plan.drawings[stage], let row = plan.rowOfLane[lane],
      let at = placement.positions[id]
    else { return }
    append(
      failure == nil ? .finished : .failed, failure.map { text($0) } ?? "", id,
      Diagram.Site(row: row), name: names[lane])
    endLine(lane, at: at, isCancelled: false)
  }

  // MARK: Sending and reading

  mutating func send(
    _ label: Recording.Label, to stage: StageID, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site
  ) {
    // The mark of the element also represents the event that sends it to the stage.
    if let cause = recording[id].cause, placement.passedOn[cause]?.contains(stage) == true {
      glyphOf[id] = glyphOf[cause]
      return
    }
    let isThread = recording[lane].role == .thread
    let text = text(label)
    guard let glyph = append(isThread ? .value : .send, text, id, site, name: names[lane]) else {
      return
    }
    if isThread {
      noteStale(stage, glyph, lane, site)
    } else {
      let verb: Diagram.SendVerb = recording[stage].kind == .relay ? .accept : .send
      glyphs[glyph].caption = .sent(verb: verb, text: text)
      glyphs[glyph].captionIsAbove = !placement.isAbove(stage, site)
    }
  }

  /// Marks the stretch in which another lane had written since this thread read what it now
  /// replaces.
  private mutating func noteStale(
    _ stage: StageID, _ glyph: Int, _ lane: LaneID, _ site: Diagram.Site
  ) {
    guard let seen = lanes[lane].seen[stage] else { return }
    lanes[lane].seen[stage] = nil
    let since = stages[stage].writes[seen...]
    guard let missed = since.first(where: { $0.writer != lane }),
      let start = placement.positions[missed.event]
    else { return }
    let end = glyphs[glyph].at
    let last = staleSpans.last { $0.site == site }?.end ?? start
    guard max(start, last) < end else { return }
    let unseen = since.last { $0.writer != lane } ?? missed
    staleSpans.append(
      Diagram.StaleSpan(
        site: site, start: max(start, last), end: end, unseen: text(held: unseen.event)))
  }

  mutating func read(
    _ label: Recording.Label, of stage: StageID?, _ id: EventID, _ lane: LaneID,
    _ site: Diagram.Site
  ) {
    if let stage { lanes[lane].seen[stage] = stages[stage].writes.count }
    if placement.positions[id] != nil {
      append(.read, text(label), id, site, name: names[lane])
    } else if recording[lane].role != .thread, placement.isReadForNextValue(id) {
      lanes[lane].read = id
    }
  }
}
