/// Walks over a recording once and puts everything where it belongs.
struct Composer {
  /// What a lane is up to.
  struct LaneState {
    /// Its open line in ``Diagram/segments``.
    var segment: Int?
    var subscribed: EventID?
    /// The mark of the subscription that is still open, for its demand.
    var ring: Int?
    /// The demand at its ring; `nil` is unlimited.
    var demand: Int? = 0
    /// Whether nothing has happened on it since.
    var isFresh = false
    var gaveValue = false
    /// The latest overlapping delivery that it got.
    var lastRail: EventID = -1
    /// What was read, and is about to be sent.
    var read: EventID?
    /// What this lane, as a thread, has read of each stage and not written since: the number of
    /// values that the stage had held by then.
    var seen: [StageID: Int] = [:]
  }

  struct StageState {
    var tint: Int?
    var lastTint: Int?
    var running = 0
    /// The last marks of its header.
    var count: Int?
    var control: Int?
    var rails: [EventID] = []
    /// The values it has held, with the lane that wrote them.
    var writes: [(event: EventID, writer: LaneID)] = []
  }

  let recording: Recording
  let options: LayoutOptions
  let plan: RowPlan
  let colors: [Int]
  /// Whether a subscription did more than subscribe.
  let hasEffect: [Bool]
  let names: [String]
  /// The stages of which some subscriber asks for a number of values.
  let boundedStages: [Bool]

  var diagram: Diagram
  var slots: SlotPlacer
  var seats: Seats
  var position: [Diagram.Position?]
  /// The event itself if it stands somewhere, otherwise the nearest cause that does; or -1.
  var anchor: [EventID]
  var glyphOf: [Int]
  var stripOf: [EventID: Int] = [:]
  /// The group of lines in which each strip stands.
  var stripGroups: [Int] = []
  var lanes: [LaneState]
  var stages: [StageState]
  /// For each mark, the lowest row to which an arrow from it leads.
  var reach: [Int] = []
  /// The bands that held more than is drawn.
  var hiddenStrips: [(row: Int, held: Int)] = []
  /// Strips and the marks that brought them.
  var feeds: [(strip: Int, glyph: Int)] = []

  init(_ recording: Recording, options: LayoutOptions) {
    self.recording = recording
    self.options = options
    let facts = RecordingFacts(recording)
    plan = RowPlan(recording, facts: facts, options: options)
    colors = Origins(recording).colors
    hasEffect = Composer.effects(recording)
    boundedStages = facts.stages.map { $0.listeners.contains { facts.isBounded[$0] } }
    names = recording.lanes.indices.map { [plan] in plan.name(of: $0) }
    let scale = recording.timeScale
    diagram = Diagram(title: recording.title, timeScale: scale)
    diagram.rows = plan.rows
    slots = SlotPlacer(sites: plan.siteCount) { scale.label(of: $0) }
    seats = Seats(recording)
    position = Array(repeating: nil, count: recording.events.count)
    anchor = Array(repeating: -1, count: recording.events.count)
    glyphOf = Array(repeating: -1, count: recording.events.count)
    lanes = Array(repeating: LaneState(), count: recording.lanes.count)
    stages = Array(repeating: StageState(), count: recording.stages.count)
  }

  private static func effects(_ recording: Recording) -> [Bool] {
    var result = Array(repeating: false, count: recording.events.count)
    for event in recording.events {
      guard let cause = event.cause else { continue }
      switch event.mark {
      case .requested, .count, .connected, .disconnected, .warning: continue
      default: break
      }
      result[cause] = true
      if case .requested = recording.events[cause].mark, let outer = recording.events[cause].cause {
        result[outer] = true
      }
    }
    return result
  }

  // MARK: The walk

  /// - Complexity: O(events), plus what is missed and shown.
  mutating func compose() -> Diagram {
    let first = options.from.map { from in
      recording.events.firstIndex { $0.time >= from } ?? recording.events.count
    }
    for id in 0..<(first ?? 0) { seats.follow(recording.events[id]) }
    open(at: first ?? 0)
    for id in (first ?? 0)..<recording.events.count {
      let event = recording.events[id]
      if let until = options.until, event.time > until { break }
      seats.follow(event)
      draw(event, id)
      anchor[id] = position[id] != nil ? id : event.cause.map { anchor[$0] } ?? -1
    }
    // A window in which nothing happens still shows what was held and open before it.
    if let from = options.from, first ?? 0 > 0, slots.columns.isEmpty {
      _ = slots.placeBare(at: from)
    }
    finish()
    return diagram
  }

  private mutating func draw(_ event: Recording.Event, _ id: EventID) {
    switch event.mark {
    case .fatal(let label):
      let at = slots.placeAlone(at: event.time)
      position[id] = at
      diagram.stops = [Diagram.Stop(at: at, message: text(label), panel: 0)]
      return
    case .warning(let label):
      note("at \(diagram.timeScale.label(of: event.time)): \(text(label))")
      return
    default: break
    }
    switch event.place {
    case .lane(let lane): draw(event, id, lane: lane)
    case .stage(let stage): draw(event, id, stage: stage)
    }
  }

  mutating func note(_ text: String) {
    if !diagram.notes.contains(text), diagram.notes.count < 8 { diagram.notes.append(text) }
  }

  private mutating func draw(_ event: Recording.Event, _ id: EventID, lane: LaneID) {
    guard let site = site(of: lane) else { return follow(event, id, hidden: lane) }
    switch event.mark {
    case .subscribed: subscribe(id, lane, site)
    case .requested(let count): request(count, id, lane, site)
    case .value(let label): value(label, id, lane, site)
    case .replayed(let label, _):
      bring(.replayed, text(label), id, lane, site)
      lanes[lane].gaveValue = true
    case .finished, .failed, .cancelled: end(event, id, lane, site)
    case .dropped(let label, let reason):
      let kind: Diagram.Glyph.Kind = reason == .noDemand ? .dropped : .swallowed
      bring(kind, text(label), id, lane, site)
    case .sent(let label, let stage): send(label, to: stage, id, lane, site)
    case .read(let label, let stage, _): read(label, of: stage, id, lane, site)
    default: break
    }
  }

  /// What is not drawn may still change what is.
  private mutating func follow(_ event: Recording.Event, _ id: EventID, hidden lane: LaneID) {
    if case .sent(_, let stage) = event.mark { lanes[lane].seen[stage] = nil }
  }

  private mutating func draw(_ event: Recording.Event, _ id: EventID, stage: StageID) {
    switch event.mark {
    case .held(let label): hold(label, id, stage)
    case .released(let held, let fate): release(held, fate, id, stage)
    case .delivering(let label): startRail(label, id, stage)
    case .delivered(let start): endRail(start, id, stage)
    case .count(let count): self.count(count, id, stage)
    case .connected: connect(id, stage)
    case .disconnected: disconnect(id, stage)
    case .control(let label): control(label, id, stage)
    case .ended(let failure): ended(failure, id, stage)
    default: break
    }
  }

  /// The text of a label; an empty one is shown as the empty string that it is.
  func text(_ label: Recording.Label) -> String {
    let text = recording.text(label)
    return text.isEmpty ? "\"\"" : text
  }

  // MARK: Where things stand

  func site(of lane: LaneID) -> Diagram.Site? {
    guard let row = plan.rowOfLane[lane] else { return nil }
    return Diagram.Site(row: row, seat: seats.seat[lane])
  }

  /// The nearest cause that stands somewhere in the same instant.
  func cause(of id: EventID) -> (position: Diagram.Position, event: EventID)? {
    guard let direct = recording.events[id].cause, anchor[direct] >= 0,
      let at = position[anchor[direct]],
      recording.events[anchor[direct]].time == recording.events[id].time
    else { return nil }
    return (at, anchor[direct])
  }

  mutating func append(
    _ kind: Diagram.Glyph.Kind, _ text: String, _ id: EventID, at: Diagram.Position,
    _ site: Diagram.Site, name: String
  ) -> Int {
    let cause = recording.events[id].cause.map { anchor[$0] } ?? -1
    let color = colors[id]
    diagram.glyphs.append(
      Diagram.Glyph(
        kind: kind, site: site, at: at, text: text, color: color >= 0 ? color : nil,
        caption: nil, captionIsAbove: false, name: name, event: id,
        cause: cause >= 0 && glyphOf[cause] >= 0 ? glyphOf[cause] : nil))
    reach.append(-1)
    glyphOf[id] = diagram.glyphs.count - 1
    position[id] = at
    return diagram.glyphs.count - 1
  }
}
