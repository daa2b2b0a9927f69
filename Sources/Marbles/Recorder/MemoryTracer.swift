/// Finds, in one pass, from which held value each replay and each read came, and which values a
/// lane missed.
struct MemoryTracer {
  private let lanes: [Recording.Lane]
  private let stages: [Recording.Stage]
  /// Held and not released, by stage, in order.
  private var held: [[EventID]]
  /// The values that a stage relayed, in order, each with the lane above it that brought it; `nil`
  /// where somebody sent it from outside.
  private var relayed: [[(event: EventID, lane: LaneID?)]]
  /// Lanes above a stage that were cancelled, with the event: what they brought before that is gone.
  private var cancelledAt: [LaneID: EventID] = [:]
  /// What each lane has been given from the memory since it subscribed.
  private var given: [LaneID: Set<EventID>] = [:]
  /// Up to which of the values held it has been given every one.
  private var givenThrough: [LaneID: EventID] = [:]
  /// How much of what its source relayed a lane had seen when it last left; `nil` while it is open.
  private var seen: [LaneID: Int] = [:]
  /// Values relayed in a lane's absence, not yet known to be replayed.
  private var absent: [LaneID: [EventID]] = [:]

  /// What is kept for one subscriber only, and so replayed to no other.
  private let waiting: Set<EventID>

  /// Whether all that is kept was recorded.
  private let isComplete: Bool

  /// - Parameters:
  ///   - waiting: the values that a stage keeps for one subscriber.
  ///   - isComplete: whether all that is kept was recorded. Then what came while its lane subscribed,
  ///     but of nobody's memory, was made on the way: by what an operator puts in front, or goes on
  ///     with.
  init(_ recording: Recording, waiting: Set<EventID>, isComplete: Bool) {
    self.waiting = waiting
    self.isComplete = isComplete
    lanes = recording.lanes
    stages = recording.stages
    held = Array(repeating: [], count: stages.count)
    relayed = Array(repeating: [], count: stages.count)
  }

  func trace(_ recording: inout Recording) {
    var copy = self
    copy.run(&recording)
  }

  private mutating func run(_ recording: inout Recording) {
    for (id, event) in recording.events.enumerated() {
      switch (event.place, event.mark) {
      case (.stage(let stage), .held) where !waiting.contains(id):
        held[stage].append(id)
      case (.stage(let stage), .released(let old, _)):
        // Ascending, as they came.
        if let index = held[stage].index(ofAscending: old) { held[stage].remove(at: index) }
      case (.lane(let lane), .value):
        relay(id, on: lane)
        if given[lane] != nil { noteGiven(event, to: lane, in: recording) }
      case (.lane, .sent(_, let stage)):
        relayed[stage].append((id, nil))
      case (.lane(let lane), .subscribed):
        subscribe(lane, in: recording)
      case (.lane(let lane), .cancelled):
        cancelledAt[lane] = id
        leave(lane)
      case (.lane(let lane), .finished), (.lane(let lane), .failed):
        leave(lane)
      case (.lane(let lane), .replayed(let label, _)):
        let origin =
          waited(event, in: recording) ?? memory(of: lane, holding: label, in: recording)
        relay(id, on: lane)
        if origin == nil, isComplete {
          recording.events[id].mark = .value(label)
        } else {
          recording.events[id].mark = .replayed(label, from: origin)
          forgive(label, origin, to: lane, in: recording)
        }
      case (.lane(let lane), .dropped(let label, .swallowed))
      where isAsked(event, on: lane, in: recording):
        // What was replayed is not missed, though an operator let it go.
        let origin =
          waited(event, in: recording) ?? memory(of: lane, holding: label, in: recording)
        forgive(label, origin, to: lane, in: recording)
      case (.lane, .read(let label, .some(let stage), _)):
        let origin = held[stage].last { recording.holds($0, label) }
        recording.events[id].mark = .read(label, stage: stage, from: origin)
      default:
        break
      }
    }
    for (lane, missed) in absent { recording.lanes[lane].missed = missed }
  }

  private mutating func relay(_ event: EventID, on lane: LaneID) {
    guard let stage = lanes[lane].target, remembersOrRelays(stage) else { return }
    relayed[stage].append((event, lane))
  }

  private func remembersOrRelays(_ stage: StageID) -> Bool {
    switch stages[stage].kind {
    case .hub, .subject, .relay: true
    case .memory, .box, .cache: false
    }
  }

  private mutating func subscribe(_ lane: LaneID, in recording: Recording) {
    given[lane] = []
    givenThrough[lane] = nil
    guard case .stage(let stage) = lanes[lane].source else { return }
    let start = seen[lane] ?? 0
    for (event, bringer) in relayed[stage][start...] {
      // A lane that came back brings something new.
      let isGone = bringer.flatMap { cancelledAt[$0] }.map { event < $0 } ?? false
      if !isGone { absent[lane, default: []].append(event) }
    }
  }

  private mutating func leave(_ lane: LaneID) {
    guard case .stage(let stage) = lanes[lane].source else { return }
    seen[lane] = relayed[stage].count
  }

  /// What waited for this lane and leaves the memory by being replayed to it.
  private func waited(_ event: Recording.Event, in recording: Recording) -> EventID? {
    guard let cause = event.cause, case .released(let held, .left) = recording.events[cause].mark
    else { return nil }
    return held
  }

  /// Whether it comes while the lane subscribes or requests.
  private func isAsked(_ event: Recording.Event, on lane: LaneID, in recording: Recording) -> Bool {
    guard var cause = event.cause else { return false }
    if case .released(_, .left) = recording.events[cause].mark,
      let outer = recording.events[cause].cause
    {
      cause = outer
    }
    guard recording.events[cause].place == .lane(lane) else { return false }
    switch recording.events[cause].mark {
    case .subscribed, .requested: return true
    default: return false
    }
  }

  /// The oldest value of that label which the source holds and the lane has not been given yet.
  private mutating func memory(
    of lane: LaneID, holding label: Recording.Label, in recording: Recording
  )
    -> EventID?
  {
    guard case .stage(let stage) = lanes[lane].source else { return nil }
    let known = givenThrough[lane] ?? -1
    let rest = held[stage][held[stage].partitioningIndex { $0 > known }...]
    guard let oldest = rest.first(where: { isNew($0, to: lane) }) else { return nil }
    // What was mapped on the way has another label.
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

  /// What is kept of a value that comes to a lane is not replayed to it later.
  private mutating func noteGiven(
    _ event: Recording.Event, to lane: LaneID, in recording: Recording
  ) {
    guard let bringer = event.cause, case .stage(let stage) = lanes[lane].source else { return }
    // What was kept because of it came after it.
    let later = held[stage][held[stage].partitioningIndex { $0 > bringer }...]
    guard let own = later.last(where: { recording.events[$0].cause == bringer })
    else { return }
    given[lane, default: []].insert(own)
  }

  /// A replayed value was not missed after all.
  private mutating func forgive(
    _ label: Recording.Label, _ origin: EventID?, to lane: LaneID, in recording: Recording
  ) {
    let bringer = origin.flatMap { recording.events[$0].cause }
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
    events[event].mark == .held(label)
  }

  fileprivate func bringsValue(_ event: EventID) -> Bool {
    switch events[event].mark {
    case .value, .replayed, .sent: true
    default: false
    }
  }

  fileprivate func carries(_ event: EventID, _ label: Label) -> Bool {
    switch events[event].mark {
    case .value(let own), .replayed(let own, _), .sent(let own, _): own == label
    default: false
    }
  }
}
