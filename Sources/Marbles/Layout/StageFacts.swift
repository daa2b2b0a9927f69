/// The facts of a recording about one stage that decide whether and how it is drawn.
struct StageFacts {
  var inputs: [LaneID] = []
  /// Lanes other than inputs and inner streams that feed it.
  var feeders: [LaneID] = []
  var inner: [LaneID] = []
  var listeners: [LaneID] = []
  /// The largest number of listeners that were subscribed at a time.
  var mostOpen = 0
  var holds = false
  /// Whether something was sent into it other than by its input.
  var isSentInto = false
  /// Whether a subscriber sent something into it during a delivery.
  var isSentIntoFromBelow = false
  var isRead = false
  /// Whether its input sent something that no listener received.
  var wasUnheard = false
  var hasCounts = false
  /// Whether something was done to it by hand.
  var hasControls = false
  var hasEvents = false
  /// Whether deliveries to its subscribers overlapped.
  var overlaps = false
  /// The largest number of values that it held at a time, not counting those that waited for one
  /// subscriber of a hub, subject or relay.
  var mostHeld = 0
  var replaces = false
  var fates: [Recording.ReleaseReason: Int] = [:]
  /// The elements that it dropped when they arrived.
  var dropped: [Recording.DropReason: Int] = [:]
  /// The first value, if it was there before anything happened.
  var firstValue: Recording.Label?
}

/// The facts about all stages and lanes, gathered in one pass.
struct RecordingFacts {
  private(set) var stages: PerStage<StageFacts>
  private(set) var counts: PerLane<Diagram.Counts>
  private(set) var hasEvents: PerLane<Bool>
  /// Whether a lane requested a number of values instead of unlimited demand.
  private(set) var isBounded: PerLane<Bool>
  /// The first event of a lane: what is older when a loop has to be broken.
  private(set) var firstEvent: PerLane<EventID>
  /// The stages that a lane sends into or, as a thread, reads, with the first event of that.
  private(set) var touches: PerLane<[(stage: StageID, event: EventID)]>
  /// Deliveries that overlap another one of their stage.
  private(set) var overlapping: Set<EventID> = []
  /// Whether a lane feeds a stage or another lane.
  private(set) var goesOn: PerLane<Bool>
  /// Whether the output of a lane differs from its input.
  private(set) var changesValues: PerLane<Bool>
  /// Whether an element that comes out of a lane differs from the one fed in. Dropped elements do
  /// not count.
  private(set) var changesElements: PerLane<Bool>
  /// Whether an element of a lane is new: neither held by its source nor sent into it.
  private(set) var makesElements: PerLane<Bool>
  /// Whether the stage that a lane feeds holds each of its elements.
  private(set) var isHeldBelow: PerLane<Bool>
  /// The number of elements of each lane that the stage which it feeds holds.
  private var heldFrom: PerLane<Int>
  /// The elements that each stage holds, with how many times.
  private var heldLabels: PerStage<[Recording.Label: Int]>
  let sources: SourceLanes
  private var isHeard: PerEvent<Bool>
  private var isUnlimited: PerLane<Bool>
  private var openBelow: PerStage<Int>
  private var held: PerStage<Int>
  /// The values that a hub, subject or relay buffered for one subscriber until it requested them.
  private var waits: Set<EventID> = []
  private var open: PerStage<[EventID]>

  init(_ recording: Recording) {
    let lanes = recording.lanes.count
    stages = RecordingTable(repeating: StageFacts(), count: recording.stages.count)
    counts = RecordingTable(repeating: Diagram.Counts(), count: lanes)
    hasEvents = RecordingTable(repeating: false, count: lanes)
    isBounded = RecordingTable(repeating: false, count: lanes)
    isUnlimited = isBounded
    goesOn = PerLane(recording.lanes.map { $0.target != nil })
    firstEvent = RecordingTable(repeating: EventID(index: .max), count: lanes)
    touches = RecordingTable(repeating: [], count: lanes)
    changesValues = RecordingTable(repeating: false, count: lanes)
    changesElements = changesValues
    makesElements = changesValues
    isHeldBelow = changesValues
    heldFrom = RecordingTable(repeating: 0, count: lanes)
    heldLabels = RecordingTable(repeating: [:], count: recording.stages.count)
    openBelow = RecordingTable(repeating: 0, count: recording.stages.count)
    sources = SourceLanes(recording)
    isHeard = RecordingTable(repeating: false, count: recording.events.count)
    held = RecordingTable(repeating: 0, count: recording.stages.count)
    open = RecordingTable(repeating: [], count: recording.stages.count)
    gatherLanes(recording)
    for event in recording.events { noteWaiting(event, recording) }
    for id in recording.eventIDs { gather(id, recording) }
    for (id, event) in zip(recording.eventIDs, recording.events) {
      noteUnheard(id, event, recording)
    }
    for id in recording.laneIDs {
      counts[id].missed = missed(by: id, recording).count
      isHeldBelow[id] = heldFrom[id] > 0 && heldFrom[id] == counts[id].live + counts[id].replayed
    }
  }

  private mutating func gatherLanes(_ recording: Recording) {
    let parts = recording.partsOfInnerStreams
    for (id, lane) in zip(recording.laneIDs, recording.lanes) {
      switch lane.source {
      case .stage(let source): stages[source].listeners.append(id)
      case .lane(let source): goesOn[source] = true
      case nil: break
      }
      guard let target = lane.target else { continue }
      switch lane.role {
      case .input: stages[target].inputs.append(id)
      case .inner: if !parts.contains(id) { stages[target].inner.append(id) }
      case .subscription, .source, .thread: stages[target].feeders.append(id)
      }
    }
  }

  private mutating func gather(_ id: EventID, _ recording: Recording) {
    let event = recording[id]
    switch event.place {
    case .lane(let lane):
      hasEvents[lane] = true
      followOpen(event.mark, lane, recording)
      firstEvent[lane] = min(firstEvent[lane], id)
      gather(event, id, lane: lane, recording)
    case .stage(let stage):
      stages[stage].hasEvents = true
      gather(event, id, stage: stage)
      followHeld(event, stage, recording)
    }
  }

  private mutating func gather(
    _ event: Recording.Event, _ id: EventID, lane: LaneID, _ recording: Recording
  ) {
    switch event.mark {
    case .subscribed:
      counts[lane].subscriptions += 1
      isUnlimited[lane] = false
    // A number adds nothing to unlimited demand.
    case .requested(let count):
      if count == nil { isUnlimited[lane] = true }
      if !isUnlimited[lane] { isBounded[lane] = true }
    case .value(let label):
      counts[lane].live += 1
      if !isKnown(label, event, lane, recording) { makesElements[lane] = true }
    case .replayed: counts[lane].replayed += 1
    case .finished: counts[lane].ends += 1
    case .failed: counts[lane].failures += 1
    case .cancelled: counts[lane].cancels += 1
    case .dropped(_, let reason): noteDrop(reason, id, lane, recording)
    case .sent(_, let stage):
      counts[lane].sends += 1
      stages[stage].isSentInto = true
      if recording[lane].role != .thread { stages[stage].isSentIntoFromBelow = true }
      touch(stage, from: lane, id)
    case .read(_, .some(let stage), _):
      counts[lane].reads += 1
      stages[stage].isRead = true
      if recording[lane].role == .thread { touch(stage, from: lane, id) }
    default: break
    }
    if let cause = event.cause, case .stage(let source) = recording[lane].source,
      case .lane(let bringer) = recording[cause].place,
      recording[bringer].role == .input, recording[bringer].target == source
    {
      isHeard[cause] = true
      noteChange(event.mark, recording[cause].mark, lane)
    }
  }

  private mutating func noteDrop(
    _ reason: Recording.DropReason, _ id: EventID, _ lane: LaneID, _ recording: Recording
  ) {
    if let stage = recording.stageThatDropped(id) {
      stages[stage].dropped[reason, default: 0] += 1
      return
    }
    switch reason {
    case .noDemand: counts[lane].dropped += 1
    case .swallowed: counts[lane].swallowed += 1
    }
  }

  private mutating func noteHeld(
    _ label: Recording.Label, _ cause: EventID?, _ stage: StageID, _ recording: Recording
  ) {
    guard let cause, case .lane(let lane) = recording[cause].place,
      recording[lane].target == stage
    else { return }
    switch recording[cause].mark {
    case .value(label), .replayed(label, _): heldFrom[lane] += 1
    default: break
    }
  }

  private mutating func followHeld(
    _ event: Recording.Event, _ stage: StageID, _ recording: Recording
  ) {
    switch event.mark {
    case .held(let label):
      heldLabels[stage][label, default: 0] += 1
      noteHeld(label, event.cause, stage, recording)
    case .released(let held, _):
      guard case .held(let label) = recording[held].mark,
        let count = heldLabels[stage][label]
      else { return }
      heldLabels[stage][label] = count > 1 ? count - 1 : nil
    default: break
    }
  }

  /// Whether the source of a lane holds or has just received an element that the lane sends.
  private func isKnown(
    _ label: Recording.Label, _ event: Recording.Event, _ lane: LaneID, _ recording: Recording
  ) -> Bool {
    if case .stage(let source) = recording[lane].source, heldLabels[source][label] != nil {
      return true
    }
    guard let cause = event.cause else { return false }
    switch recording[cause].mark {
    case .released(let held, _): return recording[held].mark == .held(label)
    case .value(label), .replayed(label, _), .sent(label, _): return true
    default: return false
    }
  }

  private mutating func noteChange(_ mark: Recording.Mark, _ source: Recording.Mark, _ lane: LaneID)
  {
    switch (mark, source) {
    case (.value(let own), .value(let given)):
      guard own != given else { return }
      changesValues[lane] = true
      changesElements[lane] = true
    case (.dropped, _): changesValues[lane] = true
    default: break
    }
  }

  private mutating func followOpen(_ mark: Recording.Mark, _ lane: LaneID, _ recording: Recording) {
    guard case .stage(let source) = recording[lane].source else { return }
    switch mark {
    case .subscribed:
      openBelow[source] += 1
      stages[source].mostOpen = max(stages[source].mostOpen, openBelow[source])
    case .finished, .failed, .cancelled: openBelow[source] -= 1
    default: break
    }
  }

  /// The events that a lane missed. Upstream subscriptions of a hub take turns: what another one
  /// received is not missed.
  func missed(by lane: LaneID, _ recording: Recording) -> [EventID] {
    let missed = recording[lane].missed
    guard let target = recording[lane].target, recording[target].kind == .hub else {
      return missed
    }
    return missed.filter { !isHeard[$0] }
  }

  private mutating func touch(_ stage: StageID, from lane: LaneID, _ id: EventID) {
    guard !touches[lane].contains(where: { $0.stage == stage }) else { return }
    touches[lane].append((stage, id))
  }

  private mutating func gather(_ event: Recording.Event, _ id: EventID, stage: StageID) {
    switch event.mark {
    case .held(let label):
      if !stages[stage].holds, event.cause == nil { stages[stage].firstValue = label }
      stages[stage].holds = true
      if !waits.contains(id) { held[stage] += 1 }
      stages[stage].mostHeld = max(stages[stage].mostHeld, held[stage])
    case .released(let old, let fate):
      if !waits.contains(old) { held[stage] -= 1 }
      stages[stage].fates[fate, default: 0] += 1
      if fate == .replaced { stages[stage].replaces = true }
    case .count: stages[stage].hasCounts = true
    case .control: stages[stage].hasControls = true
    case .delivering:
      open[stage].append(id)
      if open[stage].count > 1 {
        overlapping.formUnion(open[stage].suffix(2))
        stages[stage].overlaps = true
      }
    case .delivered(let start):
      if let index = open[stage].lastIndex(of: start) { open[stage].remove(at: index) }
    default: break
    }
  }

  private mutating func noteWaiting(_ event: Recording.Event, _ recording: Recording) {
    guard case .released(let held, .left) = event.mark, case .stage(let stage) = event.place else {
      return
    }
    switch recording[stage].kind {
    case .hub, .subject, .relay: waits.insert(held)
    case .memory, .box, .cache: break
    }
  }

  /// The number of elements that a stage sent, also those that operators after it dropped.
  func sent(by stage: StageID) -> Int {
    stages[stage].listeners.reduce(0) {
      $0 + counts[$1].live + counts[$1].replayed + counts[$1].swallowed
    }
  }

  private mutating func noteUnheard(_ id: EventID, _ event: Recording.Event, _ recording: Recording)
  {
    guard case .lane(let lane) = event.place, recording[lane].role == .input,
      let target = recording[lane].target, !isHeard[id]
    else { return }
    switch event.mark {
    case .value, .finished, .failed: stages[target].wasUnheard = true
    default: break
    }
  }
}

extension Recording {
  /// Inner streams to which another one of their stage subscribes. That one brings all that they
  /// bring: they are not drawn beside it.
  var partsOfInnerStreams: Set<LaneID> {
    guard lanes.contains(where: { $0.role == .inner }) else { return [] }
    var parts: Set<LaneID> = []
    for event in events {
      guard event.mark == .subscribed, case .lane(let lane) = event.place, let cause = event.cause,
        self[cause].mark == .subscribed, case .lane(let whole) = self[cause].place,
        lane != whole, self[lane].role == .inner, self[whole].role == .inner,
        self[lane].target == self[whole].target
      else { continue }
      parts.insert(lane)
    }
    return parts
  }
}
