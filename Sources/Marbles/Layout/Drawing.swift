/// Pass 3 of the layout: marks, lines, strips and tints at the positions of their events.
///
/// A second walk in the order of the recording. It creates what is drawn and remembers, for each
/// event, its mark or strip; arrows are connected later.
struct Drawing {
  /// Per-lane state during the walk.
  struct LaneState {
    /// Its open line in ``segments``.
    var segment: Int?
    /// The demand at the mark of its subscription; `nil` is unlimited.
    var demand: Int? = 0
    var gaveValue = false
    /// The latest of the overlapping deliveries that reached it.
    var lastRail: EventID?
    /// State that was read and from which the next value is derived.
    var read: EventID?
    /// For a thread, by stage: the number of values that the stage had held when the thread last
    /// read it, until the thread writes.
    var seen: [StageID: Int] = [:]
  }

  /// Per-stage state during the walk.
  struct StageState {
    var tint: Int?
    var lastTint: Int?
    var running = 0
    /// The last count in its header.
    var count: Int?
    var rails: [EventID] = []
    /// The values it has held, with the lane that wrote them.
    var writes: [(event: EventID, writer: LaneID?)] = []
  }

  let recording: Recording
  let options: LayoutOptions
  let plan: RowPlan
  let placement: Placement
  let names: PerLane<String>
  private let colors: PerEvent<Int>
  private let timeScale: Recording.TimeScale

  var glyphs: [Diagram.Glyph] = []
  var segments: [Diagram.Segment] = []
  var tints: [Diagram.Tint] = []
  var strips: [Diagram.Strip] = []
  var staleSpans: [Diagram.StaleSpan] = []
  private(set) var stops: [Diagram.Stop] = []
  private(set) var notes: [String] = []
  /// The mark of each event, or -1.
  var glyphOf: PerEvent<Int>
  var stripOf: [EventID: Int] = [:]
  /// The group of lines in which each strip is drawn.
  var stripGroups: [Int] = []
  /// Strips, and the marks that brought their values.
  var feeds: [(strip: Int, glyph: Int)] = []
  /// Strips, and the strips out of which their values came on lanes that are not drawn.
  var stripFeeds: [(strip: Int, source: Int)] = []
  /// The strips whose values were sent on a lane that is not drawn, by the event that sent them.
  var stripOfUnseen: [EventID: Int] = [:]
  /// The overlapping delivery that brought an event to its lane.
  var railOf: [EventID: EventID] = [:]
  /// The state of which a value was made.
  var readOf: [EventID: EventID] = [:]
  var lanes: PerLane<LaneState>
  var stages: PerStage<StageState>
  /// The failures that stages deliver later.
  private let heldFailures: Set<EventID>

  /// - Complexity: O(events), plus the elements that are drawn as missed.
  init(
    _ recording: Recording, plan: RowPlan, placement: Placement, options: LayoutOptions
  ) {
    self.recording = recording
    self.plan = plan
    self.placement = placement
    self.options = options
    colors = ColorAssignment(recording).colors
    names = PerLane(recording.laneIDs.map { plan.label(of: $0) })
    timeScale = recording.timeScale
    glyphOf = RecordingTable(repeating: -1, count: recording.events.count)
    heldFailures = Self.heldFailures(recording)
    lanes = RecordingTable(repeating: LaneState(), count: recording.lanes.count)
    glyphs.reserveCapacity(placement.events.count)
    stages = RecordingTable(repeating: StageState(), count: recording.stages.count)
    drawStart()
    for id in placement.events { draw(recording[id], id) }
    if !options.hidden.contains(.missed) { drawMissed() }
  }

  private mutating func draw(_ event: Recording.Event, _ id: EventID) {
    switch (event.place, event.mark) {
    case (_, .fatal(let label)):
      guard let at = placement.positions[id] else { return }
      stops = [Diagram.Stop(at: at, message: text(label), panel: 0)]
    case (_, .warning(let label)):
      note("at \(time(of: id)): \(text(label))")
      if let cause = event.cause, glyphOf[cause] >= 0, glyphs[glyphOf[cause]].caption == nil {
        glyphs[glyphOf[cause]].caption = .logged
      }
    case (.lane(let lane), _): draw(event, id, lane: lane)
    case (.stage(let stage), _): draw(event, id, stage: stage)
    }
  }

  private mutating func draw(_ event: Recording.Event, _ id: EventID, lane: LaneID) {
    guard let site = placement.site(of: id, lane) else {
      // An event that is not drawn can still change what is.
      if case .sent(_, let stage) = event.mark { lanes[lane].seen[stage] = nil }
      return
    }
    switch event.mark {
    case .subscribed: subscribe(id, lane, site)
    case .requested(let count): request(count, id, lane, site)
    case .value(let label): value(label, id, lane, site)
    case .replayed(let label, let held):
      bring(.replayed, text(label), id, lane, site)
      endStrip(ofReplayed: held, id)
      lanes[lane].gaveValue = true
    case .finished, .failed, .cancelled:
      end(event, id, lane, site)
      if heldFailures.contains(id) { holdFailure(event, id, lane) }
    case .dropped(let label, let reason):
      let isInStage = plan.rows[site.row].isBand && recording[lane].role != .inner
      let kind: Diagram.Glyph.Kind = isInStage ? .refused : .dropped
      bring(reason == .noDemand ? kind : .swallowed, text(label), id, lane, site)
    case .sent(let label, let stage): send(label, to: stage, id, lane, site)
    case .read(let label, let stage, _): read(label, of: stage, id, lane, site)
    default: break
    }
  }

  private mutating func draw(_ event: Recording.Event, _ id: EventID, stage: StageID) {
    switch event.mark {
    case .held(let label): hold(label, id, stage)
    case .released(let held, let fate): release(held, fate, id)
    case .delivering(let label): startRail(label, id, stage)
    case .delivered(let start): endRail(start, stage)
    case .count(let count): self.count(count, id, stage)
    case .connected: if let at = placement.positions[id] { startTint(stage, at: at) }
    case .disconnected: if let at = placement.positions[id] { endTint(stage, at: at) }
    case .control(let label): control(label, id, stage)
    case .ended(let failure): ended(failure, id, stage)
    default: break
    }
  }

  // MARK: Parts of the walk

  mutating func note(_ text: String) {
    if !notes.contains(text), notes.count < 8 { notes.append(text) }
  }

  func time(of id: EventID) -> String { timeScale.label(of: recording[id].time) }

  func text(_ label: Recording.Label) -> String { recording.shownText(label) }

  /// The color of an event, if it has one.
  func color(of id: EventID) -> Int? { colors[id] >= 0 ? colors[id] : nil }

  /// Adds a mark at the position of an event.
  @discardableResult
  mutating func append(
    _ kind: Diagram.Glyph.Kind, _ text: String, _ id: EventID, _ site: Diagram.Site, name: String
  ) -> Int? {
    guard let at = placement.positions[id] else { return nil }
    let glyphOfCause = recording[id].cause.flatMap { placement.anchors[$0] }.map { glyphOf[$0] }
    glyphs.append(
      Diagram.Glyph(
        kind: kind, site: site, at: at, text: text, color: color(of: id), caption: nil,
        captionIsAbove: false, name: name, event: id,
        cause: glyphOfCause.flatMap { $0 >= 0 ? $0 : nil }))
    glyphOf[id] = glyphs.count - 1
    return glyphs.count - 1
  }

  // MARK: Elements that were missed

  private struct Spot: Hashable {
    var site: Diagram.Site
    var at: Diagram.Position
  }

  private mutating func drawMissed() {
    guard recording.lanes.contains(where: { !$0.missed.isEmpty }) else { return }
    let details = RowDetail(recording: recording, index: plan.index, drawings: plan.drawings)
    var taken = Set(glyphs.map { Spot(site: $0.site, at: $0.at) })
    for (id, lane) in zip(recording.laneIDs, recording.lanes) where !lane.missed.isEmpty {
      guard let row = plan.rowOfLane[id], lane.role != .inner, details.countsMissed(id) else {
        continue
      }
      let site = Diagram.Site(row: row)
      for event in plan.index.lanes[id].missedEvents {
        guard let at = placement.positions[event],
          taken.insert(Spot(site: site, at: at)).inserted
        else { continue }
        glyphs.append(
          Diagram.Glyph(
            kind: .missed, site: site, at: at, text: text(of: event), color: nil, caption: nil,
            captionIsAbove: false, name: names[id], event: event,
            cause: glyphOf[event] >= 0 ? glyphOf[event] : nil))
      }
    }
  }

  func text(held event: EventID) -> String {
    if case .held(let label) = recording[event].mark { text(label) } else { "" }
  }

  private func text(of event: EventID) -> String {
    switch recording[event].mark {
    case .value(let label), .replayed(let label, _), .sent(let label, _): text(label)
    default: ""
    }
  }
}
