extension Composer {
  mutating func connect(
    _ from: Diagram.Arrow.End, _ to: Diagram.Arrow.End, at: Diagram.Position,
    _ ink: Diagram.Arrow.Ink, isDotted: Bool = false, head: Diagram.Arrow.Head = .arrow,
    isAtReadPart: Bool = false
  ) {
    var arrow = Diagram.Arrow(
      at: at, from: from, to: to, ink: ink, isDotted: isDotted, head: head,
      isAtReadPart: isAtReadPart, bandsPassed: [])
    if ink != .control, !diagram.rowsCrossed(by: arrow).isEmpty {
      arrow.bandsPassed = bandsPassed(from, to)
    }
    diagram.arrows.append(arrow)
    if case .mark(_, let glyph) = from {
      reach[glyph] = max(reach[glyph], diagram.row(of: to))
    }
  }

  /// The bands between a mark and what it caused, from top to bottom, by the way that the causes
  /// tell. Where a band is one of the ends there are none: it stands next to the other in the flow.
  private func bandsPassed(_ from: Diagram.Arrow.End, _ to: Diagram.Arrow.End) -> [Int] {
    guard case .mark(_, let source) = from else { return [] }
    var next: EventID?
    switch to {
    case .mark(_, let glyph): next = diagram.glyphs[glyph].event
    case .strip(let strip): next = diagram.strips[strip].event
    case .band: next = nil
    }
    let origin = diagram.glyphs[source].event
    var bands: [Int] = []
    while let id = next, id > origin {
      if let row = bandPassed(by: id), !bands.contains(row) { bands.append(row) }
      next = recording.events[id].cause
    }
    return bands.reversed()
  }

  /// The band out of which an event came, or in which it happened.
  private func bandPassed(by id: EventID) -> Int? {
    let event = recording.events[id]
    switch (event.place, event.mark) {
    case (.stage(let stage), _): return plan.hasBand[stage] ? plan.rowOfStage[stage] : nil
    case (.lane(let lane), .value), (.lane(let lane), .replayed), (.lane(let lane), .dropped),
      (.lane(let lane), .finished), (.lane(let lane), .failed):
      return sourceBand(of: lane)
    default: return nil
    }
  }

  private func mark(_ glyph: Int) -> Diagram.Arrow.End {
    .mark(diagram.glyphs[glyph].site, glyph: glyph)
  }

  /// The arrow to what came down a lane: from what caused it in the same slot; otherwise from
  /// where it was kept.
  mutating func drawArrowFromAbove(
    _ glyph: Int, _ id: EventID, _ lane: LaneID, rail: EventID?
  ) {
    let mark = mark(glyph)
    let drawn = diagram.glyphs[glyph]
    let band = sourceBand(of: lane)
    let (ink, head) = style(of: drawn)
    func draw(_ from: Diagram.Arrow.End?, isDotted: Bool = false) {
      guard let from else { return }
      connect(from, mark, at: drawn.at, ink, isDotted: isDotted, head: head)
    }
    if case .replayed(_, let held) = recording.events[id].mark {
      let strip = held.flatMap { stripOf[$0] }
      if let strip, let released = recording.events[id].cause,
        case .released = recording.events[released].mark
      {
        diagram.strips[strip].end = drawn.at
      }
      return draw(strip.map { .strip($0) } ?? band.map { .band(row: $0) }, isDotted: true)
    }
    guard let cause = cause(of: id) else { return draw(band.map { .band(row: $0) }) }
    let event = recording.events[cause.event]
    switch (event.place, event.mark) {
    case (.stage, .released(let held, .left)):
      let strip = stripOf[held]
      if let strip { diagram.strips[strip].end = drawn.at }
      if let source = setOff(by: cause.event, at: drawn.at) { return draw(self.mark(source)) }
      draw(strip.map { .strip($0) } ?? band.map { .band(row: $0) })
    case (.lane(let other), _):
      let source = glyphOf[cause.event]
      if other == lane {
        draw(band.map { .band(row: $0) }, isDotted: isAfterTheFact(drawn, event))
      } else if cause.position == drawn.at, source >= 0 {
        draw(self.mark(source))
      } else {
        let strip = rail.flatMap { stripOf[$0] }
        draw(strip.map { .strip($0) } ?? band.map { .band(row: $0) })
      }
    default: draw(band.map { .band(row: $0) })
    }
  }

  /// The value that made a stage give away what it held (zip, sample), if it stands there.
  private func setOff(by release: EventID, at position: Diagram.Position) -> Int? {
    guard let cause = recording.events[release].cause, anchor[cause] >= 0,
      case .lane = recording.events[anchor[cause]].place,
      case .value = recording.events[anchor[cause]].mark,
      self.position[anchor[cause]] == position, glyphOf[anchor[cause]] >= 0
    else { return nil }
    return glyphOf[anchor[cause]]
  }

  /// An end that a subscription finds: it happened before.
  private func isAfterTheFact(_ glyph: Diagram.Glyph, _ cause: Recording.Event) -> Bool {
    guard glyph.kind == .finished || glyph.kind == .failed else { return false }
    return cause.mark == .subscribed
  }

  private func style(of glyph: Diagram.Glyph) -> (Diagram.Arrow.Ink, Diagram.Arrow.Head) {
    switch glyph.kind {
    case .finished: (.lane, .arrow)
    case .failed: (.failure, .arrow)
    case .dropped: (.value(glyph.color ?? 0), .bar)
    case .swallowed: (.value(glyph.color ?? 0), .none)
    default: (.value(glyph.color ?? 0), .arrow)
    }
  }

  /// The arrow up to a subscription, request or cancel of what feeds a hub, a box or a cache, if
  /// it was asked for from below.
  mutating func drawArrowFromBelow(_ glyph: Int, _ id: EventID, _ lane: LaneID) {
    guard let target = recording.lanes[lane].target, plan.hasBand[target],
      let row = plan.rowOfStage[target], let cause = cause(of: id), isBelow(cause.event, row)
    else { return }
    switch recording.stages[target].kind {
    case .hub, .box, .cache:
      connect(
        .band(row: row), mark(glyph), at: diagram.glyphs[glyph].at, .control, isDotted: true)
    case .memory, .subject, .relay: break
    }
  }

  /// Whether an event stands in a band or below it.
  private func isBelow(_ id: EventID, _ row: Int) -> Bool {
    switch recording.events[id].place {
    case .stage(let stage): plan.rowOfStage[stage] == row
    case .lane(let lane): (plan.rowOfLane[lane] ?? -1) >= row
    }
  }

  /// The arrow from an outer value to the inner stream that it starts or abandons.
  mutating func drawArrowToInner(_ glyph: Int, _ id: EventID, _ lane: LaneID) {
    guard let row = plan.rowOfLane[lane], let cause = cause(of: id) else { return }
    let drawn = diagram.glyphs[glyph]
    let source = glyphOf[cause.event]
    let isStart = drawn.kind == .subscribe
    guard isCausedByValue(id) else { return }
    let ink = isStart ? Diagram.Arrow.Ink.value(drawn.color ?? 0) : .control
    if cause.position == drawn.at, source >= 0 {
      connect(mark(source), mark(glyph), at: drawn.at, ink, isDotted: !isStart)
    } else if isStart {
      connect(.band(row: row), mark(glyph), at: drawn.at, ink)
    }
  }

  // MARK: Sending and reading

  mutating func send(
    _ label: Recording.Label, to stage: StageID, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site
  ) {
    let isThread = recording.lanes[lane].role == .thread
    let target = plan.rowOfStage[stage]
    let isUpwards = target.map { $0 < site.row } ?? false
    let at = slots.place(
      SlotPlacer.Request(
        time: recording.events[id].time, site: plan.number(of: site),
        direction: isUpwards ? .up : .down, cause: cause(of: id)))
    let text = text(label)
    lanes[lane].isFresh = false
    let glyph = append(
      isThread ? .value : .send, text, id, at: at, site, name: names[lane])
    if isThread {
      noteStale(stage, glyph, lane, site)
    } else {
      let verb: Diagram.SendVerb = recording.stages[stage].kind == .relay ? .accept : .send
      diagram.glyphs[glyph].caption = .sent(verb: verb, text: text)
      diagram.glyphs[glyph].captionIsAbove = !isUpwards
    }
    guard let target, plan.hasBand[stage], isUpwards else { return }
    connect(mark(glyph), .band(row: target), at: at, .value(max(0, colors[id])))
  }

  /// Whether somebody else wrote what this thread had read before it came to write.
  private mutating func noteStale(
    _ stage: StageID, _ glyph: Int, _ lane: LaneID, _ site: Diagram.Site
  ) {
    guard let seen = lanes[lane].seen[stage] else { return }
    lanes[lane].seen[stage] = nil
    let since = stages[stage].writes[seen...]
    guard let missed = since.first(where: { $0.writer != lane }), let start = position[missed.event]
    else { return }
    let end = diagram.glyphs[glyph].at
    let last = diagram.staleSpans.last { $0.site == site }?.end ?? start
    guard max(start, last) < end else { return }
    let unseen = since.last { $0.writer != lane } ?? missed
    diagram.staleSpans.append(
      Diagram.StaleSpan(
        site: site, start: max(start, last), end: end, unseen: text(held: unseen.event)))
  }

  mutating func read(
    _ label: Recording.Label, of stage: StageID?, _ id: EventID, _ lane: LaneID,
    _ site: Diagram.Site
  ) {
    let isThread = recording.lanes[lane].role == .thread
    if let stage { lanes[lane].seen[stage] = stages[stage].writes.count }
    if !isThread, isReadForNextValue(id) {
      lanes[lane].read = id
      return
    }
    // An operator's own state that led to nothing is nobody's business.
    guard stage != nil else { return }
    let row = stage.flatMap { plan.rowOfStage[$0] }
    let isBelow = row.map { $0 >= site.row } ?? true
    let at = slots.place(
      SlotPlacer.Request(
        time: recording.events[id].time, site: plan.number(of: site),
        direction: isBelow ? .up : .down, cause: cause(of: id)))
    lanes[lane].isFresh = false
    let glyph = append(.read, text(label), id, at: at, site, name: names[lane])
    var from = row.map { Diagram.Arrow.End.band(row: $0) }
    if case .read(_, _, .some(let held)) = recording.events[id].mark, let strip = stripOf[held] {
      from = .strip(strip)
    }
    guard let from, let stage, plan.hasBand[stage] else { return }
    connect(from, mark(glyph), at: at, .value(max(0, colors[id])), isDotted: true)
  }

  /// Whether the next thing on the lane is the value that was made of what is read here.
  private func isReadForNextValue(_ id: EventID) -> Bool {
    let own = recording.events[id]
    var next = id + 1
    while next < recording.events.count, recording.events[next].place == own.place,
      case .read = recording.events[next].mark
    {
      next += 1
    }
    guard next < recording.events.count, recording.events[next].place == own.place,
      recording.events[next].cause == own.cause, case .value = recording.events[next].mark
    else { return false }
    return true
  }
}
