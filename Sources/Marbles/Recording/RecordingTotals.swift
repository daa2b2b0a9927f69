/// Counts the totals of all lanes and stages of a recording.
///
/// - Complexity: O(events), in two passes.
struct RecordingTotals {
  private let recording: Recording
  private(set) var lanes: PerLane<RecordingIndex.LaneTotals>
  private(set) var stages: PerStage<RecordingIndex.StageTotals>
  /// The deliveries that overlap another one of their stage.
  private(set) var overlapping: Set<EventID> = []

  /// The `held` events of elements that waited for one subscriber.
  private let waiting: Set<EventID>
  /// The events of inputs that a subscriber received.
  private var isHeard: PerEvent<Bool>
  private var isUnlimited: PerLane<Bool>
  private var heldNow: PerStage<Int>
  /// The elements that each stage holds, with how many times.
  private var heldLabels: PerStage<[Recording.Label: Int]>
  private var deliveries: PerStage<[EventID]>
  /// The stages of `touches` of each lane.
  private var touched: PerLane<Set<StageID>>

  init(_ recording: Recording, holds: [RecordingIndex.Hold]) {
    self.recording = recording
    waiting = Set(holds.lazy.filter(\.isForOneSubscriber).map(\.held))
    lanes = RecordingTable(repeating: .init(), count: recording.lanes.count)
    stages = RecordingTable(repeating: .init(), count: recording.stages.count)
    isHeard = RecordingTable(repeating: false, count: recording.events.count)
    isUnlimited = RecordingTable(repeating: false, count: recording.lanes.count)
    heldNow = RecordingTable(repeating: 0, count: recording.stages.count)
    heldLabels = RecordingTable(repeating: [:], count: recording.stages.count)
    deliveries = RecordingTable(repeating: [], count: recording.stages.count)
    touched = RecordingTable(repeating: [], count: recording.lanes.count)
    connectLanes()
    for (id, event) in zip(recording.eventIDs, recording.events) {
      switch event.place {
      case .lane(let lane): count(event, id, on: lane)
      case .stage(let stage): count(event, id, on: stage)
      }
    }
    for (id, event) in zip(recording.eventIDs, recording.events) { countUnheard(event, id) }
    for lane in recording.laneIDs { lanes[lane].missedEvents = missed(by: lane) }
  }

  private mutating func connectLanes() {
    let parts = recording.partsOfInnerStreams
    for (id, lane) in zip(recording.laneIDs, recording.lanes) {
      switch lane.source {
      case .stage(let source): stages[source].listeners.append(id)
      case .lane(let source): lanes[source].feedsOthers = true
      case nil: break
      }
      guard let target = lane.target else { continue }
      lanes[id].feedsOthers = true
      switch lane.role {
      case .input: stages[target].inputs.append(id)
      case .inner: if !parts.contains(id) { stages[target].inner.append(id) }
      case .subscription, .source, .thread: stages[target].feeders.append(id)
      }
    }
  }

  // MARK: Lanes

  private mutating func count(_ event: Recording.Event, _ id: EventID, on lane: LaneID) {
    if lanes[lane].firstEvent == nil { lanes[lane].firstEvent = id }
    switch event.mark {
    case .subscribed:
      lanes[lane].subscriptions += 1
      isUnlimited[lane] = false
    // A number adds nothing to unlimited demand.
    case .requested(let count):
      if count == nil { isUnlimited[lane] = true }
      if !isUnlimited[lane] { lanes[lane].isBounded = true }
    case .value(let label):
      lanes[lane].live += 1
      if !isKnown(label, event, lane) { lanes[lane].makesElements = true }
    case .replayed: lanes[lane].replayed += 1
    case .finished: lanes[lane].ends += 1
    case .failed: lanes[lane].failures += 1
    case .cancelled: lanes[lane].cancels += 1
    case .dropped(_, let reason): countDropped(reason, id, lane)
    case .sent(_, let stage):
      lanes[lane].sends += 1
      stages[stage].isSentInto = true
      if recording[lane].role != .thread { stages[stage].isSentIntoFromBelow = true }
      touch(stage, from: lane, id)
    case .read(_, .some(let stage), _):
      lanes[lane].reads += 1
      stages[stage].isRead = true
      if recording[lane].role == .thread { touch(stage, from: lane, id) }
    default: break
    }
    followInput(event, to: lane)
    countResult(event, on: lane)
  }

  /// Counts an element that comes from an inner stream of a box, also one that was dropped after
  /// the box.
  private mutating func countResult(_ event: Recording.Event, on lane: LaneID) {
    guard case .stage(let box) = recording[lane].source, recording[box].kind == .box else { return }
    switch event.mark {
    case .value, .replayed, .dropped(_, .swallowed): break
    default: return
    }
    if let cause = event.cause {
      switch recording[cause].place {
      case .stage(let stage): guard stage == box else { return }
      case .lane(let inner):
        guard recording[inner].role == .inner, recording[inner].target == box else { return }
      }
    }
    stages[box].results += 1
  }

  /// Compares what a lane received with what the input of its source sent.
  private mutating func followInput(_ event: Recording.Event, to lane: LaneID) {
    guard let cause = event.cause, case .stage(let source) = recording[lane].source,
      case .lane(let bringer) = recording[cause].place,
      recording[bringer].role == .input, recording[bringer].target == source
    else { return }
    isHeard[cause] = true
    switch (event.mark, recording[cause].mark) {
    case (.value(let own), .value(let given)):
      guard own != given else { return }
      lanes[lane].changesValues = true
      lanes[lane].changesElements = true
    case (.dropped, _): lanes[lane].changesValues = true
    default: break
    }
  }

  private mutating func countDropped(
    _ reason: Recording.DropReason, _ id: EventID, _ lane: LaneID
  ) {
    if let stage = recording.stageThatDropped(id) {
      stages[stage].dropped[reason, default: 0] += 1
      return
    }
    switch reason {
    case .noDemand: lanes[lane].dropped += 1
    case .swallowed: lanes[lane].swallowed += 1
    }
  }

  /// Whether the source of a lane holds or has just received an element that the lane sends.
  private func isKnown(_ label: Recording.Label, _ event: Recording.Event, _ lane: LaneID) -> Bool {
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

  private mutating func touch(_ stage: StageID, from lane: LaneID, _ id: EventID) {
    guard touched[lane].insert(stage).inserted else { return }
    lanes[lane].touches.append(.init(stage: stage, event: id))
  }

  private func missed(by lane: LaneID) -> [EventID] {
    let missed = recording[lane].missed
    guard let target = recording[lane].target, recording[target].kind == .hub else {
      return missed
    }
    return missed.filter { !isHeard[$0] }
  }

  // MARK: Stages

  private mutating func count(_ event: Recording.Event, _ id: EventID, on stage: StageID) {
    stages[stage].hasEvents = true
    switch event.mark {
    case .held(let label): hold(label, event, id, in: stage)
    case .released(let old, let fate):
      if !waiting.contains(old) { heldNow[stage] -= 1 }
      stages[stage].fates[fate, default: 0] += 1
      guard case .held(let label) = recording[old].mark, let count = heldLabels[stage][label]
      else { return }
      heldLabels[stage][label] = count > 1 ? count - 1 : nil
    case .count: stages[stage].hasCounts = true
    case .control: stages[stage].hasControls = true
    case .delivering:
      deliveries[stage].append(id)
      if deliveries[stage].count > 1 {
        overlapping.formUnion(deliveries[stage].suffix(2))
        stages[stage].overlaps = true
      }
    case .delivered(let start):
      if let index = deliveries[stage].lastIndex(of: start) { deliveries[stage].remove(at: index) }
    default: break
    }
  }

  private mutating func hold(
    _ label: Recording.Label, _ event: Recording.Event, _ id: EventID, in stage: StageID
  ) {
    if !stages[stage].holds, event.cause == nil { stages[stage].initialValue = label }
    stages[stage].held += 1
    if !waiting.contains(id) { heldNow[stage] += 1 }
    stages[stage].mostHeld = max(stages[stage].mostHeld, heldNow[stage])
    heldLabels[stage][label, default: 0] += 1
    guard let cause = event.cause, case .lane(let lane) = recording[cause].place,
      recording[lane].target == stage
    else { return }
    switch recording[cause].mark {
    case .value(label), .replayed(label, _): lanes[lane].heldBelow += 1
    default: break
    }
  }

  private mutating func countUnheard(_ event: Recording.Event, _ id: EventID) {
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
      guard event.mark.isSubscription, case .lane(let lane) = event.place, let cause = event.cause,
        self[cause].mark.isSubscription, case .lane(let whole) = self[cause].place,
        lane != whole, self[lane].role == .inner, self[whole].role == .inner,
        self[lane].target == self[whole].target
      else { continue }
      parts.insert(lane)
    }
    return parts
  }
}
