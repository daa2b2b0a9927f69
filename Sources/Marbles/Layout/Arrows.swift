/// Pass 4 of the layout: the arrows between marks, strips and bands.
///
/// A walk over the marks in the order of their events connects each to where it came from: a mark
/// in the same slot, the strip in which the value was held, or the border of a band. What then
/// remains unconnected ends at the band that it reached. Arrows of one position are in the order
/// in which they were created.
struct Arrows {
  let recording: Recording
  let plan: RowPlan
  let placement: Placement
  let drawing: Drawing
  let bands: BandsPassed
  var arrows: [Diagram.Arrow] = []
  /// For each mark, the lowest row to which an arrow from it leads.
  var reach: [Int]
  /// The event with which each band ended.
  var endOf: [Int: EventID] = [:]
  /// For marks whose elements continue along lanes that are not drawn, the bands that they reach.
  var unseenReach: [Int: [Int]] = [:]

  /// - Complexity: O(events).
  init(_ recording: Recording, plan: RowPlan, placement: Placement, drawing: Drawing) {
    self.recording = recording
    self.plan = plan
    self.placement = placement
    self.drawing = drawing
    bands = BandsPassed(recording: recording, plan: plan)
    reach = Array(repeating: -1, count: drawing.glyphs.count)
    for id in placement.events {
      guard case .lane(let lane) = recording[id].place else { continue }
      if drawing.glyphOf[id] >= 0 {
        connect(drawing.glyphOf[id], id, lane)
      } else {
        noteUnseen(id, lane)
      }
    }
  }

  private mutating func noteUnseen(_ id: EventID, _ lane: LaneID) {
    guard plan.rowOfLane[lane] == nil, case .value = recording[id].mark,
      let cause = placement.cause(of: id), drawing.glyphOf[cause.event] >= 0,
      let source = plan.rowAbove(lane), let row = plan.targetBand(of: lane), row > source
    else { return }
    let passed = plan.sourceBand(of: lane).map { [$0] } ?? []
    unseenReach[drawing.glyphOf[cause.event], default: []] += passed + [row]
  }

  private mutating func connect(_ glyph: Int, _ id: EventID, _ lane: LaneID) {
    let isInner = recording[lane].role == .inner
    switch recording[id].mark {
    case .subscribed:
      if isInner { drawArrowToInner(glyph, id, lane) } else { drawArrowFromBelow(glyph, id, lane) }
      if let row = placement.bandToSubscribe(id, lane),
        !(isInner && placement.isCausedByValue(id))
      {
        ask(glyph, row)
      }
    case .requested:
      drawArrowFromBelow(glyph, id, lane)
      if let row = plan.sourceBand(of: lane), answersRequests(lane) { ask(glyph, row) }
    case .cancelled:
      if isInner { return drawArrowToInner(glyph, id, lane) }
      drawArrowFromBelow(glyph, id, lane)
      if let row = plan.sourceBand(of: lane) { ask(glyph, row) }
    case .value, .replayed, .finished, .failed, .dropped:
      drawArrowFromAbove(glyph, id, lane)
      if let read = drawing.readOf[id] { drawArrowToReadPart(glyph, read) }
    case .sent(_, let stage): drawArrowOfSend(glyph, id, stage)
    case .read(_, .some(let stage), let held): drawArrowOfRead(glyph, id, stage, held)
    default: break
    }
  }

  // MARK: Parts

  mutating func connect(
    _ from: Diagram.Arrow.End, _ to: Diagram.Arrow.End, at: Diagram.Position,
    _ ink: Diagram.Arrow.Ink, isDotted: Bool = false, head: Diagram.Arrow.Head = .arrow,
    isAtReadPart: Bool = false
  ) {
    var arrow = Diagram.Arrow(
      at: at, from: from, to: to, ink: ink, isDotted: isDotted, head: head,
      isAtReadPart: isAtReadPart, bandsPassed: [])
    if ink != .control, abs(row(of: from) - row(of: to)) > 1 {
      arrow.bandsPassed = bandsPassed(from, to)
    }
    arrows.append(arrow)
    if case .mark(_, let glyph) = from { reach[glyph] = max(reach[glyph], row(of: to)) }
  }

  private func row(of end: Diagram.Arrow.End) -> Int {
    switch end {
    case .mark(let site, _): site.row
    case .band(let row): row
    case .strip(let index): drawing.strips[index].row
    }
  }

  func mark(_ glyph: Int) -> Diagram.Arrow.End {
    .mark(drawing.glyphs[glyph].site, glyph: glyph)
  }

  /// The dotted arrow of a subscription, request or cancel up to the band that receives it.
  private mutating func ask(_ glyph: Int, _ row: Int) {
    connect(
      mark(glyph), .band(row: row), at: drawing.glyphs[glyph].at, .control, isDotted: true)
  }

  private func answersRequests(_ lane: LaneID) -> Bool {
    guard case .stage(let stage) = recording[lane].source else { return false }
    return recording[stage].kind == .memory || recording[stage].kind == .box
  }

  /// The bands between a mark and what it caused, from top to bottom, along the chain of causes.
  /// Where a band is one of the ends there are none: it is next to the other in the flow.
  private func bandsPassed(_ from: Diagram.Arrow.End, _ to: Diagram.Arrow.End) -> [Int] {
    let origin: EventID
    switch from {
    case .mark(_, let source): origin = drawing.glyphs[source].event
    case .strip(let strip): origin = drawing.strips[strip].event
    case .band: return []
    }
    let event: EventID
    switch to {
    case .mark(_, let glyph): event = drawing.glyphs[glyph].event
    case .strip(let strip): event = drawing.strips[strip].event
    case .band: return []
    }
    return bands.passed(from: origin, to: event)
  }

  // MARK: From above

  /// The arrow to what came down a lane: from its cause in the same slot, otherwise from where it
  /// was held.
  private mutating func drawArrowFromAbove(_ glyph: Int, _ id: EventID, _ lane: LaneID) {
    let drawn = drawing.glyphs[glyph]
    let (source, isDotted) = sourceAbove(of: drawn, id, lane)
    guard let source else { return }
    // The arrow to a dropped element begins at a mark above it.
    if plan.rows[drawn.site.row].isBand, recording[lane].role != .inner {
      guard case .mark = source else { return }
    }
    let (ink, head) = style(of: drawn)
    connect(source, mark(glyph), at: drawn.at, ink, isDotted: isDotted, head: head)
    if case .strip = source, let cause = placement.cause(of: id) {
      for held in recording.leftTogether(with: cause.event) {
        guard let strip = drawing.stripOf[held] else { continue }
        connect(.strip(strip), mark(glyph), at: drawn.at, ink, isDotted: isDotted, head: head)
      }
    }
  }

  private func sourceAbove(
    of drawn: Diagram.Glyph, _ id: EventID, _ lane: LaneID
  ) -> (end: Diagram.Arrow.End?, isDotted: Bool) {
    let band = plan.sourceBand(of: lane).map { Diagram.Arrow.End.band(row: $0) }
    func strip(of event: EventID?) -> Diagram.Arrow.End? {
      event.flatMap { drawing.stripOf[$0] }.map { .strip($0) } ?? band
    }
    if case .replayed(_, let held) = recording[id].mark {
      return (strip(of: held), true)
    }
    // Replayed to a lane that is not drawn, which leads here.
    if let direct = recording[id].cause, case .replayed(_, let held) = recording[direct].mark,
      placement.positions[direct] == nil, recording[direct].time == recording[id].time
    {
      return (strip(of: held), true)
    }
    guard let cause = placement.cause(of: id) else {
      // A failure that was held comes out of its strip.
      return (strip(of: recording[id].cause), false)
    }
    let event = recording[cause.event]
    switch (event.place, event.mark) {
    case (.stage, .released(let held, .left)):
      // A value that leaves unchanged comes out of its strip; one that was made of several comes
      // from the last of them.
      if drawing.stripOf[held] == nil || !isUnchanged(id, held),
        let source = trigger(of: cause.event, at: drawn.at)
      {
        return (mark(source), false)
      }
      return (strip(of: held), false)
    case (.lane(lane), _):
      return isMadeByLane(id, lane) ? (nil, false) : (band, isAfterTheFact(drawn, event))
    case (.lane, _):
      let source = drawing.glyphOf[cause.event]
      if cause.position == drawn.at {
        if source >= 0 { return (mark(source), false) }
        if let unseen = drawing.stripOfUnseen[cause.event] { return (.strip(unseen), false) }
      }
      if let rail = drawing.railOf[id].flatMap({ drawing.stripOf[$0] }) {
        return (.strip(rail), false)
      }
      let isEnd = drawn.kind == .finished || drawn.kind == .failed
      let row = isEnd ? plan.sourceBand(of: lane) : plan.rowAbove(lane)
      return (row.map { .band(row: $0) }, false)
    default: return (band, false)
    }
  }

  /// Whether an operator of a lane answers a subscription or request itself (`startWith`, `prepend`),
  /// so that its element comes from no stage.
  private func isMadeByLane(_ id: EventID, _ lane: LaneID) -> Bool {
    guard case .value = recording[id].mark, let cause = recording[id].cause,
      recording[cause].place == .lane(lane)
    else { return false }
    switch recording[cause].mark {
    case .subscribed, .requested: return true
    default: return false
    }
  }

  private func isUnchanged(_ id: EventID, _ held: EventID) -> Bool {
    guard case .value(let label) = recording[id].mark,
      case .held(let old) = recording[held].mark
    else { return false }
    return label == old
  }

  /// The value that made a stage release what it held (zip, sample), if it is in this slot.
  private func trigger(of release: EventID, at position: Diagram.Position) -> Int? {
    guard let cause = recording[release].cause, let anchor = placement.anchors[cause],
      case .lane = recording[anchor].place,
      case .value = recording[anchor].mark,
      placement.positions[anchor] == position, drawing.glyphOf[anchor] >= 0
    else { return nil }
    return drawing.glyphOf[anchor]
  }

  /// Whether a subscription finds an end that happened before.
  private func isAfterTheFact(_ glyph: Diagram.Glyph, _ cause: Recording.Event) -> Bool {
    guard glyph.kind == .finished || glyph.kind == .failed else { return false }
    return cause.mark.isSubscription
  }

  private func style(of glyph: Diagram.Glyph) -> (Diagram.Arrow.Ink, Diagram.Arrow.Head) {
    switch glyph.kind {
    case .finished: (.lane, .arrow)
    case .failed: (.failure, .arrow)
    case .dropped: (.value(glyph.color ?? 0), .bar)
    case .swallowed, .refused: (.value(glyph.color ?? 0), .none)
    default: (.value(glyph.color ?? 0), .arrow)
    }
  }

  /// The dotted arrow to the left part of a mark whose value is derived from state that was read.
  private mutating func drawArrowToReadPart(_ glyph: Int, _ read: EventID) {
    guard case .read(_, _, .some(let held)) = recording[read].mark,
      let strip = drawing.stripOf[held]
    else { return }
    connect(
      .strip(strip), mark(glyph), at: drawing.glyphs[glyph].at,
      .value(drawing.color(of: read) ?? 0), isDotted: true, isAtReadPart: true)
  }

  // MARK: From below

  /// The arrow up to a subscription, request or cancel of what feeds a hub, a box or a cache, if
  /// something below requested it.
  private mutating func drawArrowFromBelow(_ glyph: Int, _ id: EventID, _ lane: LaneID) {
    guard let target = recording[lane].target, plan.hasBand[target],
      let row = plan.rowOfStage[target], let cause = placement.cause(of: id),
      isBelow(cause.event, row)
    else { return }
    switch recording[target].kind {
    case .hub, .box, .cache:
      connect(
        .band(row: row), mark(glyph), at: drawing.glyphs[glyph].at, .control, isDotted: true)
    case .memory, .subject, .relay: break
    }
  }

  /// Whether an event is in a band or below it.
  private func isBelow(_ id: EventID, _ row: Int) -> Bool {
    switch recording[id].place {
    case .stage(let stage): plan.rowOfStage[stage] == row
    case .lane(let lane): (plan.rowOfLane[lane] ?? -1) >= row
    }
  }

  /// The arrow from an outer value to the inner stream that it starts or abandons.
  private mutating func drawArrowToInner(_ glyph: Int, _ id: EventID, _ lane: LaneID) {
    guard let row = plan.rowOfLane[lane], let cause = placement.cause(of: id),
      placement.isCausedByValue(id)
    else { return }
    let drawn = drawing.glyphs[glyph]
    let source = drawing.glyphOf[cause.event]
    let isStart = drawn.kind == .subscribe
    let ink = isStart ? Diagram.Arrow.Ink.value(drawn.color ?? 0) : .control
    if cause.position == drawn.at, source >= 0 {
      connect(mark(source), mark(glyph), at: drawn.at, ink, isDotted: !isStart)
    } else if isStart {
      connect(sourceOutside(of: cause.event) ?? .band(row: row), mark(glyph), at: drawn.at, ink)
    }
  }

  /// The strip out of which a value comes to a box on a lane that is not drawn.
  private func sourceOutside(of cause: EventID) -> Diagram.Arrow.End? {
    if let unseen = drawing.stripOfUnseen[cause] { return .strip(unseen) }
    guard case .released(let held, .left) = recording[cause].mark else { return nil }
    return drawing.stripOf[held].map { .strip($0) }
  }

  // MARK: Sending and reading

  private mutating func drawArrowOfSend(_ glyph: Int, _ id: EventID, _ stage: StageID) {
    let drawn = drawing.glyphs[glyph]
    guard let target = plan.rowOfStage[stage], plan.hasBand[stage],
      placement.isAbove(stage, drawn.site)
    else { return }
    connect(
      mark(glyph), .band(row: target), at: drawn.at, .value(drawing.color(of: id) ?? 0))
  }

  private mutating func drawArrowOfRead(
    _ glyph: Int, _ id: EventID, _ stage: StageID, _ held: EventID?
  ) {
    guard let row = plan.rowOfStage[stage], plan.hasBand[stage] else { return }
    let strip = held.flatMap { drawing.stripOf[$0] }
    connect(
      strip.map { .strip($0) } ?? .band(row: row), mark(glyph), at: drawing.glyphs[glyph].at,
      .value(drawing.color(of: id) ?? 0), isDotted: true)
  }
}
