/// Pass 2 of the layout: gives each event its position, that is, its column and slot.
///
/// One walk in the order of the recording. ``SlotPlacer`` decides whether an event opens a slot or
/// joins the one of its cause; this pass determines what an event takes: its line, the header of a
/// band, the direction of its arrow. Some events take no position of their own: a request joins the
/// mark of its subscription in the same instant, a count the one before it in the same slot.
struct Placement {
  private struct LaneState {
    /// Whether it has a line that has not ended.
    var isOpen = false
    /// The subscription whose mark demand of the same instant joins.
    var ring: EventID?
    /// Whether it has requested unlimited demand: further requests add nothing.
    var isUnlimited = false
    /// The event during which it made its latest read that has a mark.
    var readDuring: EventID?
  }

  private struct StageState {
    /// Whether an element has reached or left it.
    var isActive = false
    var count: Diagram.Position?
    var control: Diagram.Position?
  }

  let recording: Recording
  let options: LayoutOptions
  let plan: RowPlan
  /// The events that are drawn.
  let window: EventWindow
  /// The state when the window begins.
  let before: RecordingState
  /// The lanes that are running when the window begins.
  private(set) var openAtStart: [LaneID] = []
  /// The position of each event that has one.
  private(set) var positions: PerEvent<Diagram.Position?>
  /// For each event, itself if an arrow can start at it, otherwise the nearest cause of which that
  /// is true.
  private(set) var anchors: PerEvent<EventID?>
  /// The requests that are written at the mark of a subscription.
  private(set) var mergedRequests: [EventID: EventID] = [:]
  /// The stages to which each element is sent unchanged: no mark of its own is drawn for that.
  private(set) var passedOn: [EventID: [StageID]] = [:]

  private var slots: SlotPlacer
  private var boxLines: BoxLines
  private var lineAtStart: PerLane<Int>
  private var lineOfEvent: PerEvent<Int>
  /// Whether an event caused more than requests, counts and connections.
  let hasEffect: PerEvent<Bool>
  /// Whether an event is part of the subscriptions with which the run begins.
  private(set) var setUps: PerEvent<Bool>
  private var lanes: PerLane<LaneState>
  private var stages: PerStage<StageState>

  /// - Complexity: O(events).
  init(_ recording: Recording, plan: RowPlan, options: LayoutOptions) {
    self.recording = recording
    self.plan = plan
    self.options = options
    window = EventWindow(recording, plan: plan, options: options)
    let events = window.events
    before = recording.state(before: events.lowerBound)
    let scale = recording.timeScale
    slots = SlotPlacer(sites: plan.siteCount, isCrowded: plan.isCrowded) { scale.label(of: $0) }
    boxLines = BoxLines(recording)
    lineAtStart = boxLines.line
    positions = RecordingTable(repeating: nil, count: recording.events.count)
    anchors = RecordingTable(repeating: nil, count: recording.events.count)
    lineOfEvent = RecordingTable(repeating: 0, count: recording.events.count)
    hasEffect = Self.effects(recording)
    setUps = RecordingTable(repeating: false, count: recording.events.count)
    lanes = RecordingTable(repeating: LaneState(), count: recording.lanes.count)
    stages = RecordingTable(repeating: StageState(), count: recording.stages.count)
    start()
    for id in events { place(id) }
    // A window in which nothing happens still shows what was held and open before it.
    if let from = options.from, events.lowerBound > 0, slots.columns.isEmpty {
      _ = slots.placeBare(at: from)
    }
  }

  private static func effects(_ recording: Recording) -> PerEvent<Bool> {
    var result: PerEvent<Bool> = RecordingTable(repeating: false, count: recording.events.count)
    for event in recording.events {
      guard let cause = event.cause else { continue }
      switch event.mark {
      case .requested, .joined, .left, .count, .connected, .disconnected, .warning: continue
      default: break
      }
      result[cause] = true
      if case .requested = recording[cause].mark, let outer = recording[cause].cause {
        result[outer] = true
      }
    }
    return result
  }

  /// The events inside the window of time.
  var events: Range<EventID> { window.events }

  var columns: [Diagram.Column] { slots.columns }

  /// The line of a lane's event; in a box it differs from one subscription to the next.
  func site(of id: EventID, _ lane: LaneID) -> Diagram.Site? {
    if let stage = recording.stageThatDropped(id), plan.hasBand[stage] {
      return plan.rowOfStage[stage].map { Diagram.Site(row: $0) }
    }
    return plan.rowOfLane[lane].map { Diagram.Site(row: $0, seat: lineOfEvent[id]) }
  }

  /// The line of a lane when the window begins.
  func siteAtStart(of lane: LaneID) -> Diagram.Site? {
    plan.rowOfLane[lane].map { Diagram.Site(row: $0, seat: lineAtStart[lane]) }
  }

  /// The nearest cause in the same instant that has a position.
  func cause(of id: EventID) -> (position: Diagram.Position, event: EventID)? {
    guard let direct = recording[id].cause, let anchor = anchors[direct],
      let at = positions[anchor], recording[anchor].time == recording[id].time
    else { return nil }
    return (at, anchor)
  }

  // MARK: The walk

  private mutating func start() {
    for event in recording.events.prefix(events.lowerBound.index) { boxLines.follow(event) }
    lineAtStart = boxLines.line
    for lane in recording.laneIDs where plan.index.lanes[lane].subscriptions == 0 {
      if plan.rowOfLane[lane] != nil, recording[lane].role != .inner {
        openAtStart.append(lane)
      }
    }
    openAtStart += before.openLanes.keys.sorted().filter { plan.rowOfLane[$0] != nil }
    for lane in openAtStart { lanes[lane].isOpen = true }
  }

  private mutating func place(_ id: EventID) {
    let event = recording[id]
    boxLines.follow(event)
    followSetUp(id)
    switch (event.place, event.mark) {
    case (_, .fatal): positions[id] = slots.placeAlone(at: event.time)
    case (_, .warning): break
    case (.lane(let lane), _):
      lineOfEvent[id] = boxLines.line[lane]
      if let site = site(of: id, lane) {
        place(event, id, lane, site)
      } else if isSentUnseen(event, lane) {
        positions[id] = slots.placeAlone(at: event.time)
      }
    case (.stage(let stage), _): place(event, id, stage)
    }
    var canCause = positions[id] != nil
    // A delivery has no mark: what it causes starts at its own cause.
    if case .delivering = event.mark { canCause = false }
    anchors[id] = canCause ? id : event.cause.flatMap { anchors[$0] }
  }

  /// Whether an element is sent by hand into a drawn stage, on a lane that is not drawn: its effects
  /// share a slot.
  private func isSentUnseen(_ event: Recording.Event, _ lane: LaneID) -> Bool {
    guard recording[lane].role == .input, let target = recording[lane].target,
      plan.hasBand[target], case .value = event.mark
    else { return false }
    return true
  }

  // MARK: Lanes

  private mutating func place(
    _ event: Recording.Event, _ id: EventID, _ lane: LaneID, _ site: Diagram.Site
  ) {
    switch event.mark {
    case .subscribed: placeSubscription(id, lane, site)
    case .requested: placeRequest(id, lane, site)
    case .value, .replayed, .dropped, .finished, .failed: place(id, lane, site, .down)
    case .cancelled:
      place(id, lane, site, direction(of: id, lane), header: headerSite(of: lane))
    case .sent(let label, let stage):
      // After a read, an equal element can be a new one, and belongs to the right of the read.
      if lanes[lane].readDuring != event.cause,
        let received = elementPassedOn(id, label, to: stage, site)
      {
        passedOn[received, default: []].append(stage)
        positions[id] = positions[received]
      } else {
        place(id, lane, site, isAbove(stage, site) ? .up : .down)
      }
    case .read(_, let stage, _):
      // State that an operator reads is drawn in the next mark if that is derived from it.
      let isThread = recording[lane].role == .thread
      guard let stage, isThread || !(isReadForNextValue(id) || repeatsRead(id)) else { return }
      place(id, lane, site, isAbove(stage, site) ? .down : .up)
      lanes[lane].readDuring = event.cause
    default: break
    }
    switch event.mark {
    case .finished, .failed, .cancelled:
      lanes[lane].isOpen = false
      lanes[lane].ring = nil
    default: break
    }
  }

  private mutating func place(
    _ id: EventID, _ lane: LaneID, _ site: Diagram.Site, _ direction: SlotPlacer.Direction,
    header: Int? = nil
  ) {
    positions[id] = slots.place(
      SlotPlacer.Request(
        time: recording[id].time, site: plan.number(of: site), header: header,
        direction: direction, cause: cause(of: id)))
    // Later demand is a mark of its own.
    lanes[lane].ring = nil
  }

  private mutating func placeSubscription(_ id: EventID, _ lane: LaneID, _ site: Diagram.Site) {
    positions[id] = slots.place(
      SlotPlacer.Request(
        time: recording[id].time, site: plan.number(of: site),
        header: headerSite(of: lane), direction: direction(of: id, lane), cause: cause(of: id),
        isSetUp: setUps[id]))
    lanes[lane].isOpen = true
    lanes[lane].isUnlimited = false
    lanes[lane].ring = options.hidden.contains(.subscriptions) ? nil : id
  }

  private mutating func placeRequest(_ id: EventID, _ lane: LaneID, _ site: Diagram.Site) {
    guard showsDemand(lane), !options.hidden.contains(.demand), !lanes[lane].isUnlimited else {
      return
    }
    lanes[lane].isUnlimited = recording[id].mark == .requested(nil)
    if let ring = lanes[lane].ring, recording[ring].time == recording[id].time {
      mergedRequests[id] = ring
      return
    }
    place(id, lane, site, .up)
  }

  /// Whether a stage is drawn above a line.
  func isAbove(_ stage: StageID, _ site: Diagram.Site) -> Bool {
    (plan.rowOfStage[stage] ?? plan.rowBelow(stage)).map { $0 < site.row } ?? false
  }

  /// Whether a subscription only sets the pipeline up. Those of the first instant share a slot: in a
  /// crowded picture all that nothing but other subscriptions caused, before their source did
  /// anything; otherwise those without any cause and effect.
  private func isSetUp(_ id: EventID, _ lane: LaneID) -> Bool {
    guard isInFirstInstant(id) else { return false }
    let cause = recording[id].cause
    guard plan.isCrowded else { return cause == nil && bandToSubscribe(id, lane) == nil }
    guard !countsSubscriptions(lane) else { return false }
    guard cause.map({ setUps[$0] }) ?? true, recording[lane].role != .inner,
      !showsDemand(lane)
    else { return false }
    guard case .stage(let source) = recording[lane].source else { return true }
    return !stages[source].isActive
  }

  /// Notes the subscriptions that begin the run, and the stages that elements have reached.
  private mutating func followSetUp(_ id: EventID) {
    let event = recording[id]
    switch (event.place, event.mark) {
    case (.lane(let lane), .subscribed): setUps[id] = isSetUp(id, lane)
    case (.lane, .requested): setUps[id] = event.cause.map { setUps[$0] } ?? false
    case (.stage(let stage), .held) where event.cause != nil: stages[stage].isActive = true
    case (.stage(let stage), .released), (.stage(let stage), .ended): stages[stage].isActive = true
    case (.lane, .sent(_, let stage)): stages[stage].isActive = true
    case (.lane(let lane), .value), (.lane(let lane), .replayed), (.lane(let lane), .finished),
      (.lane(let lane), .failed):
      if let target = recording[lane].target { stages[target].isActive = true }
    default: break
    }
  }

  // MARK: Stages

  private mutating func place(_ event: Recording.Event, _ id: EventID, _ stage: StageID) {
    if case .ended = event.mark, !plan.hasBand[stage] { return placeEndOfInput(id, stage) }
    guard plan.hasBand[stage] else { return }
    let isBox = recording[stage].kind == .box
    switch event.mark {
    case .held where cause(of: id) == nil && event.cause == nil:
      positions[id] = slots.placeBare(at: event.time)
    case .held, .released: placeAtCause(id)
    case .delivering: if plan.index.overlappingDeliveries.contains(id) { placeAtCause(id) }
    case .count: placeCount(id, stage)
    case .connected, .disconnected, .ended: if !isBox { placeAtCause(id) }
    case .control:
      positions[id] = slots.placeAlone(at: event.time)
      if !isBox { stages[stage].control = positions[id] }
    default: break
    }
  }

  private mutating func placeAtCause(_ id: EventID) {
    let last = id.advanced(by: -1)
    if recording.isReleasedTogether(last, with: id), let position = positions[last] {
      positions[id] = position
      return
    }
    positions[id] =
      cause(of: id)?.position ?? slots.placeAlone(at: recording[id].time)
  }

  /// A count is not drawn over what was done by hand.
  private mutating func placeCount(_ id: EventID, _ stage: StageID) {
    guard let row = plan.rowOfStage[stage], plan.rows[row].hasHeader,
      !options.hidden.contains(.counts)
    else { return }
    placeAtCause(id)
    if let control = stages[stage].control, control == positions[id] {
      positions[id] = slots.placeAlone(at: recording[id].time)
    }
    stages[stage].count = positions[id]
  }

  /// The end of a stage that is drawn as its input lane, unless the lane brought it itself.
  private mutating func placeEndOfInput(_ id: EventID, _ stage: StageID) {
    guard case .lane(let lane) = plan.drawings[stage], lanes[lane].isOpen,
      let row = plan.rowOfLane[lane], recording[stage].kind != .box
    else { return }
    place(id, lane, Diagram.Site(row: row), .down)
    lanes[lane].isOpen = false
  }
}
