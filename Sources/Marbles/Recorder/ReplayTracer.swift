/// Finds the held value of each replay and each read, and the values that each lane missed.
///
/// One pass over the events follows, for each stage, the values that it holds and the values that
/// it has relayed. A replay is assigned the oldest held value with its label that its lane has not
/// received. A value that a stage relayed while a lane was not subscribed is missed by that lane,
/// unless it is replayed to it later.
struct ReplayTracer {
  /// The way from one stage to another.
  private struct Route: Hashable {
    var source: StageID
    var target: StageID
  }

  private let lanes: PerLane<Recording.Lane>
  private let stages: PerStage<Recording.Stage>
  /// The values that each stage holds, in order.
  private var held: PerStage<[EventID]>
  /// The values that each stage relayed, in order, each with the input lane that delivered it;
  /// `nil` for a value sent from outside.
  private var relayed: PerStage<[(event: EventID, lane: LaneID?)]>
  /// The latest cancel of each input lane: values that it delivered before are not missed.
  private var cancelledAt: [LaneID: EventID] = [:]
  /// The held values that each lane has received since it subscribed.
  private var given: [LaneID: Set<EventID>] = [:]
  /// The held value up to which a lane has received all.
  private var givenThrough: [LaneID: EventID] = [:]
  /// The number of values that its source had relayed when a lane last subscribed or left.
  private var seen: [LaneID: Int] = [:]
  /// The same for the inputs of a stage from one source: an input continues those before it.
  private var seenByInputs: [Route: Int] = [:]
  /// The values relayed in the absence of each lane and not replayed to it so far.
  private var absent: [LaneID: [EventID]] = [:]

  /// The values held for one subscriber, which are not replayed to others.
  private let waiting: Set<EventID>

  /// The stages that deliver at their completion only: no subscriber misses what they were sent.
  private let silent: Set<StageID>

  /// Whether every stage reports the values that it holds.
  private let isComplete: Bool

  /// - Parameters:
  ///   - waiting: the values that a stage holds for one subscriber.
  ///   - silent: the stages that deliver at their completion only.
  ///   - isComplete: whether every stage reports the values that it holds. Then a value that comes
  ///     during a subscription and that no stage holds was created by an operator (prepend, append).
  init(_ recording: Recording, waiting: Set<EventID>, silent: Set<StageID>, isComplete: Bool) {
    self.waiting = waiting
    self.silent = silent
    self.isComplete = isComplete
    lanes = PerLane(recording.lanes)
    stages = PerStage(recording.stages)
    held = PerStage(repeating: [], count: recording.stages.count)
    relayed = PerStage(repeating: [], count: recording.stages.count)
  }

  func trace(_ recording: inout Recording) {
    var copy = self
    copy.run(&recording)
  }

  private mutating func run(_ recording: inout Recording) {
    for (id, event) in zip(recording.eventIDs, recording.events) {
      switch (event.place, event.mark) {
      case (.stage(let stage), .held) where !waiting.contains(id):
        held[stage].append(id)
      case (.stage(let stage), .released(let old, _)):
        // The events are ascending.
        if let index = held[stage].index(ofAscending: old) { held[stage].remove(at: index) }
      case (.lane(let lane), .value):
        relay(id, on: lane)
        if given[lane] != nil { noteGiven(event, to: lane, in: recording) }
      case (.lane, .sent(_, let stage)) where !silent.contains(stage):
        relayed[stage].append((id, nil))
      case (.lane(let lane), .subscribed), (.lane(let lane), .joined):
        subscribe(lane, in: recording)
      case (.lane(let lane), .cancelled):
        cancelledAt[lane] = id
        leave(lane)
      case (.lane(let lane), .finished), (.lane(let lane), .failed):
        leave(lane)
      case (.lane(let lane), .left):
        noteSeen(lane)
      case (.lane(let lane), .replayed(let label, _))
      where isRelayed(event, by: lane, in: recording):
        relay(id, on: lane)
        recording[id].mark = relayed(label, event, in: recording)
      case (.lane(let lane), .replayed(let label, _)):
        let origin =
          waited(event, in: recording) ?? memory(of: lane, holding: label, in: recording)
        relay(id, on: lane)
        if origin == nil, isComplete {
          recording[id].mark = .value(label)
        } else {
          recording[id].mark = .replayed(label, from: origin)
          forgive(label, origin, to: lane, in: recording)
        }
      case (.lane(let lane), .dropped(let label, .swallowed))
      where isAsked(event, on: lane, in: recording):
        // A replayed value is not missed, although an operator dropped it.
        let origin =
          waited(event, in: recording) ?? memory(of: lane, holding: label, in: recording)
        forgive(label, origin, to: lane, in: recording)
      case (.lane, .read(let label, .some(let stage), _)):
        let origin = held[stage].last { recording.holds($0, label) }
        recording[id].mark = .read(label, stage: stage, from: origin)
      default:
        break
      }
    }
    for (lane, missed) in absent { recording[lane].missed = missed }
  }

  private mutating func relay(_ event: EventID, on lane: LaneID) {
    guard let stage = lanes[lane].target, relays(stage) else { return }
    relayed[stage].append((event, lane))
  }

  private func relays(_ stage: StageID) -> Bool {
    switch stages[stage].kind {
    case .hub, .subject, .relay: !silent.contains(stage)
    case .memory, .box, .cache: false
    }
  }

  private mutating func subscribe(_ lane: LaneID, in recording: Recording) {
    given[lane] = []
    givenThrough[lane] = nil
    guard case .stage(let stage) = lanes[lane].source else { return }
    let inputs = lanes[lane].target.flatMap { seenByInputs[Route(source: stage, target: $0)] }
    let start = max(seen[lane] ?? 0, inputs ?? 0)
    for (event, bringer) in relayed[stage][start...] {
      // After a cancel, the next subscription of the input lane is a new run.
      let isGone = bringer.flatMap { cancelledAt[$0] }.map { event < $0 } ?? false
      if !isGone { absent[lane, default: []].append(event) }
    }
    noteSeen(lane)
  }

  private mutating func noteSeen(_ lane: LaneID) {
    guard case .stage(let stage) = lanes[lane].source else { return }
    seen[lane] = relayed[stage].count
  }

  private mutating func leave(_ lane: LaneID) {
    guard case .stage(let stage) = lanes[lane].source else { return }
    noteSeen(lane)
    if let target = lanes[lane].target {
      seenByInputs[Route(source: stage, target: target)] = relayed[stage].count
    }
  }

  /// Whether a stage without a memory of its own passes on what one of its inputs receives.
  private func isRelayed(
    _ event: Recording.Event, by lane: LaneID, in recording: Recording
  ) -> Bool {
    guard let cause = event.cause, case .stage(let source) = lanes[lane].source,
      case .lane(let input) = recording[cause].place
    else { return false }
    return stages[source].kind == .memory && lanes[input].target == source
  }

  /// The mark of a value that a stage makes of a value that one of its inputs receives: a replay if
  /// it is the same value, and that one is a replay.
  private func relayed(
    _ label: Recording.Label, _ event: Recording.Event, in recording: Recording
  ) -> Recording.Mark {
    guard let cause = event.cause, case .replayed(label, let origin) = recording[cause].mark
    else { return .value(label) }
    return .replayed(label, from: origin)
  }

  /// The value that waited for this lane and leaves the memory when it is replayed to it.
  private func waited(_ event: Recording.Event, in recording: Recording) -> EventID? {
    guard let cause = event.cause, case .released(let held, .left) = recording[cause].mark
    else { return nil }
    return held
  }

  /// Whether it arrives while the lane subscribes or requests.
  private func isAsked(_ event: Recording.Event, on lane: LaneID, in recording: Recording) -> Bool {
    guard var cause = event.cause else { return false }
    if case .released(_, .left) = recording[cause].mark,
      let outer = recording[cause].cause
    {
      cause = outer
    }
    guard recording[cause].place == .lane(lane) else { return false }
    switch recording[cause].mark {
    case .subscribed, .requested: return true
    default: return false
    }
  }

  /// The oldest value with the given label that the source holds and the lane has not received.
  private mutating func memory(
    of lane: LaneID, holding label: Recording.Label, in recording: Recording
  )
    -> EventID?
  {
    guard case .stage(let stage) = lanes[lane].source else { return nil }
    let first = givenThrough[lane].map { known in held[stage].partitioningIndex { $0 > known } }
    let rest = held[stage][(first ?? 0)...]
    guard let oldest = rest.first(where: { isNew($0, to: lane) }) else { return nil }
    // A value that an operator changed has another label.
    let origin =
      recording.holds(oldest, label)
      ? oldest : rest.first { recording.holds($0, label) && isNew($0, to: lane) } ?? oldest
    given[lane, default: []].insert(origin)
    if origin == oldest { givenThrough[lane] = origin }
    return origin
  }

  private func isNew(_ event: EventID, to lane: LaneID) -> Bool {
    given[lane]?.contains(event) != true
  }

  /// The held copy of a value that a lane receives is not replayed to it later.
  private mutating func noteGiven(
    _ event: Recording.Event, to lane: LaneID, in recording: Recording
  ) {
    guard let bringer = event.cause, case .stage(let stage) = lanes[lane].source else { return }
    // The held copy has the value as its cause, so it is a later event.
    let later = held[stage][held[stage].partitioningIndex { $0 > bringer }...]
    guard let own = later.last(where: { recording[$0].cause == bringer })
    else { return }
    given[lane, default: []].insert(own)
  }

  /// Removes a replayed value from the missed ones.
  private mutating func forgive(
    _ label: Recording.Label, _ origin: EventID?, to lane: LaneID, in recording: Recording
  ) {
    let bringer = origin.flatMap { recording[$0].cause }
    let isKnown = bringer.map { recording.bringsValue($0) } ?? false
    let index =
      isKnown
      ? bringer.flatMap { absent[lane]?.index(ofAscending: $0) }
      : absent[lane]?.lastIndex { recording.carries($0, label) }
    if let index { absent[lane]?.remove(at: index) }
  }
}

extension Recording {
  fileprivate func holds(_ event: EventID, _ label: Label) -> Bool {
    self[event].mark == .held(label)
  }

  fileprivate func bringsValue(_ event: EventID) -> Bool {
    switch self[event].mark {
    case .value, .replayed, .sent: true
    default: false
    }
  }

  fileprivate func carries(_ event: EventID, _ label: Label) -> Bool {
    switch self[event].mark {
    case .value(let own), .replayed(let own, _), .sent(let own, _): own == label
    default: false
    }
  }
}
