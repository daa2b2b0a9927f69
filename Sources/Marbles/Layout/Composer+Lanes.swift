extension Composer {
  // MARK: Lines

  /// Draws what was already going on when the picture starts at `first`.
  mutating func open(at first: EventID) {
    for lane in recording.lanes.indices where plan.facts.counts[lane].subscriptions == 0 {
      guard let site = site(of: lane), recording.lanes[lane].role != .inner else { continue }
      startLine(lane, site, at: nil, hasGuide: false)
    }
    guard first > 0 else { return }
    let before = recording.state(before: first)
    for lane in before.openLanes.keys.sorted() {
      guard let site = site(of: lane) else { continue }
      startLine(lane, site, at: nil, hasGuide: false)
      if recording.lanes[lane].role == .inner { startRunning(lane, at: nil) }
    }
    for lane in before.endedLanes.sorted() {
      if let segment = lanes[lane].segment { diagram.segments[segment].end = nil }
    }
    for id in before.held {
      guard case .stage(let stage) = recording.events[id].place,
        case .held(let label) = recording.events[id].mark
      else { continue }
      startStrip(.held, text(label), id, stage, at: nil)
    }
    for stage in before.connections.keys.sorted() { startTint(stage, at: nil) }
  }

  mutating func startLine(
    _ lane: LaneID, _ site: Diagram.Site, at start: Diagram.Position?, hasGuide: Bool
  ) {
    lanes[lane].segment = diagram.segments.count
    lanes[lane].gaveValue = false
    diagram.segments.append(
      Diagram.Segment(
        site: site, start: start, end: nil, isAbandoned: false, hasGuide: hasGuide,
        name: names[lane]))
  }

  private mutating func endLine(_ lane: LaneID, at end: Diagram.Position, isCancelled: Bool) {
    guard let segment = lanes[lane].segment else { return }
    diagram.segments[segment].end = end
    diagram.segments[segment].isAbandoned =
      isCancelled && recording.lanes[lane].role == .inner && !lanes[lane].gaveValue
    lanes[lane].segment = nil
  }

  // MARK: Subscriptions

  mutating func subscribe(_ id: EventID, _ lane: LaneID, _ site: Diagram.Site) {
    let isFirstInstant = recording.events[id].time == recording.events[0].time
    let bandRow = sourceBand(of: lane)
    let isShown = !options.hidden.contains(.subscriptions)
    let arrow = bandRow.flatMap { row in
      countsSubscriptions(lane) || hasEffect[id] || !isFirstInstant ? row : nil
    }
    let request = SlotPlacer.Request(
      time: recording.events[id].time, site: plan.number(of: site),
      header: headerSite(of: lane), direction: direction(of: id, lane), cause: cause(of: id),
      isSetUp: isFirstInstant && arrow == nil)
    let at = slots.place(request)
    startLine(lane, site, at: at, hasGuide: recording.lanes[lane].role != .inner)
    if recording.lanes[lane].role == .inner { startRunning(lane, at: at) }
    lanes[lane].subscribed = id
    lanes[lane].demand = 0
    guard isShown else {
      position[id] = at
      return
    }
    let glyph = append(.subscribe, "", id, at: at, site, name: names[lane])
    lanes[lane].ring = glyph
    lanes[lane].isFresh = true
    if recording.lanes[lane].role == .inner {
      drawArrowToInner(glyph, id, lane)
    } else {
      drawArrowFromBelow(glyph, id, lane)
    }
    guard let arrow, !(recording.lanes[lane].role == .inner && isCausedByValue(id)) else { return }
    connect(.mark(site, glyph: glyph), .band(row: arrow), at: at, .control, isDotted: true)
  }

  /// Inner streams start and stop because of what comes from above; all others are asked from
  /// below.
  func direction(of id: EventID, _ lane: LaneID) -> SlotPlacer.Direction {
    recording.lanes[lane].role == .inner && isCausedByValue(id) ? .down : .up
  }

  func isCausedByValue(_ id: EventID) -> Bool {
    guard let cause = cause(of: id) else { return false }
    switch recording.events[cause.event].mark {
    case .value, .replayed, .finished, .failed, .released: return true
    default: return false
    }
  }

  /// The row of the band that feeds a lane, if it is drawn as one.
  func sourceBand(of lane: LaneID) -> Int? {
    guard case .stage(let stage) = recording.lanes[lane].source, plan.hasBand[stage] else {
      return nil
    }
    return plan.rowOfStage[stage]
  }

  private func countsSubscriptions(_ lane: LaneID) -> Bool {
    guard case .stage(let stage) = recording.lanes[lane].source else { return false }
    return recording.stages[stage].kind == .hub || recording.stages[stage].kind == .cache
  }

  private func headerSite(of lane: LaneID) -> Int? {
    guard case .stage(let stage) = recording.lanes[lane].source,
      recording.stages[stage].kind == .hub, let row = sourceBand(of: lane)
    else { return nil }
    return plan.firstSite[row]
  }

  // MARK: Demand

  mutating func request(_ count: Int?, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site) {
    guard showsDemand(lane), !options.hidden.contains(.demand) else { return }
    if let ring = lanes[lane].ring, lanes[lane].isFresh,
      recording.events[diagram.glyphs[ring].event].time == recording.events[id].time
    {
      // A sum that exceeds the greatest integer is unlimited demand, as in Combine.
      lanes[lane].demand = lanes[lane].demand.flatMap { old in
        count.flatMap { count in
          let (sum, overflows) = old.addingReportingOverflow(count)
          return overflows ? nil : sum
        }
      }
      diagram.glyphs[ring].caption = .demand(lanes[lane].demand)
      diagram.glyphs[ring].captionIsAbove = feedsBox(lane)
      return
    }
    let at = slots.place(
      SlotPlacer.Request(
        time: recording.events[id].time, site: plan.number(of: site), direction: .up,
        cause: cause(of: id)))
    lanes[lane].isFresh = false
    let glyph = append(.request, "", id, at: at, site, name: names[lane])
    diagram.glyphs[glyph].caption = .demand(count)
    diagram.glyphs[glyph].captionIsAbove = feedsBox(lane)
    drawArrowFromBelow(glyph, id, lane)
    if let row = sourceBand(of: lane), answersRequests(lane) {
      connect(.mark(site, glyph: glyph), .band(row: row), at: at, .control, isDotted: true)
    }
  }

  private func showsDemand(_ lane: LaneID) -> Bool {
    let facts = plan.facts
    if facts.isBounded[lane] { return true }
    guard case .stage(let stage) = recording.lanes[lane].source else { return false }
    return boundedStages[stage]
  }

  private func feedsBox(_ lane: LaneID) -> Bool {
    guard recording.lanes[lane].role != .inner, let target = recording.lanes[lane].target else {
      return false
    }
    return recording.stages[target].kind == .box
  }

  private func answersRequests(_ lane: LaneID) -> Bool {
    guard case .stage(let stage) = recording.lanes[lane].source else { return false }
    return recording.stages[stage].kind == .memory || recording.stages[stage].kind == .box
  }

  // MARK: Values and ends

  mutating func value(_ label: Recording.Label, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site)
  {
    lanes[lane].gaveValue = true
    var kind = Diagram.Glyph.Kind.value
    let read = lanes[lane].read
    lanes[lane].read = nil
    if let read, recording.events[read].cause == recording.events[id].cause,
      case .read(let old, _, let held) = recording.events[read].mark
    {
      kind = .readThenSent(read: text(old), color: max(0, colors[read]))
      let glyph = bring(kind, text(label), id, lane, site)
      if let held, let strip = stripOf[held] {
        connect(
          .strip(strip), .mark(site, glyph: glyph), at: diagram.glyphs[glyph].at,
          .value(max(0, colors[read])), isDotted: true, isAtReadPart: true)
      }
      return
    }
    bring(kind, text(label), id, lane, site)
  }

  @discardableResult
  mutating func bring(
    _ kind: Diagram.Glyph.Kind, _ text: String, _ id: EventID, _ lane: LaneID,
    _ site: Diagram.Site
  ) -> Int {
    let at = slots.place(
      SlotPlacer.Request(
        time: recording.events[id].time, site: plan.number(of: site), direction: .down,
        cause: cause(of: id)))
    let glyph = append(kind, text, id, at: at, site, name: names[lane])
    lanes[lane].isFresh = false
    let rail = rail(for: id, lane)
    if let rail {
      if rail < lanes[lane].lastRail {
        diagram.glyphs[glyph].caption = .stale
      }
      lanes[lane].lastRail = max(lanes[lane].lastRail, rail)
      if let strip = stripOf[rail] { diagram.strips[strip].end = at }
    }
    drawArrowFromAbove(glyph, id, lane, rail: rail)
    return glyph
  }

  mutating func end(
    _ event: Recording.Event, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site
  ) {
    defer {
      if let at = position[id] {
        endLine(lane, at: at, isCancelled: event.mark == .cancelled)
        if recording.lanes[lane].role == .inner { stopRunning(lane, at: at) }
      }
      lanes[lane].subscribed = nil
      lanes[lane].ring = nil
    }
    if case .failed(let label) = event.mark {
      bring(.failed, text(label), id, lane, site)
    } else if event.mark == .finished {
      bring(.finished, "", id, lane, site)
    } else {
      cancel(id, lane, site)
    }
  }

  /// The end of a stage that is drawn as its input lane, unless the lane brought it itself: it was
  /// sent from inside a delivery.
  mutating func endInput(_ failure: Recording.Label?, _ id: EventID, of stage: StageID) {
    guard case .lane(let lane) = plan.drawings[stage], lanes[lane].segment != nil,
      let site = site(of: lane)
    else { return }
    let at = slots.place(
      SlotPlacer.Request(
        time: recording.events[id].time, site: plan.number(of: site), direction: .down,
        cause: cause(of: id)))
    _ = append(
      failure == nil ? .finished : .failed, failure.map { text($0) } ?? "", id, at: at, site,
      name: names[lane])
    endLine(lane, at: at, isCancelled: false)
  }

  private mutating func cancel(_ id: EventID, _ lane: LaneID, _ site: Diagram.Site) {
    let at = slots.place(
      SlotPlacer.Request(
        time: recording.events[id].time, site: plan.number(of: site),
        header: headerSite(of: lane), direction: direction(of: id, lane), cause: cause(of: id)))
    guard !options.hidden.contains(.cancels) else {
      position[id] = at
      return
    }
    let glyph = append(.cancel, "", id, at: at, site, name: names[lane])
    if recording.lanes[lane].role == .inner {
      drawArrowToInner(glyph, id, lane)
      return
    }
    drawArrowFromBelow(glyph, id, lane)
    if let row = sourceBand(of: lane) {
      connect(.mark(site, glyph: glyph), .band(row: row), at: at, .control, isDotted: true)
    }
  }
}
