/// The subscriptions, held values and totals of a recording.
///
/// All that follows from the order of the events is computed here: which subscriptions are open,
/// what a stage holds, the numbers of a lane or stage.
///
/// - Complexity: O(events) to create.
public struct RecordingIndex: Sendable {
  /// One subscription: from the `subscribed` event of a lane to its end.
  public struct Edge: Hashable, Sendable {
    /// The lane of the subscriber.
    public var lane: LaneID
    /// The purpose of the subscription for the operator that makes it.
    public var role: Recording.EdgeRole
    /// The `subscribed` event: its time, its order and its cause.
    public var opened: EventID
    /// The event with which it ended; `nil` if it is open at the end of the recording.
    public var closed: EventID?
    /// The reason for which it ended.
    public var reason: Reason?
    /// The `left` event after which the operators of the lane are no longer subscribed to the
    /// source; `nil` if there is none, or if they subscribed again.
    public var left: EventID?

    /// Whether an operator subscribed to its upstream again, like `retry`.
    var isAttempt: Bool { if case .attempt = role { true } else { false } }

    /// Whether the subscription is open after the given event.
    public func isOpen(after event: EventID) -> Bool {
      opened <= event && closed.map { $0 > event } ?? true
    }
  }

  /// The reason for which a subscription ended.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The subscriber cancelled.
    case cancelled
    /// The publisher completed.
    case completed
    /// The publisher failed.
    case failed
  }

  /// A value that a stage holds: from its `held` event to its `released` event.
  public struct Hold: Hashable, Sendable {
    /// The stage that holds the value.
    public var stage: StageID
    /// The `held` event.
    public var held: EventID
    /// The `released` event; `nil` if the value is held at the end of the recording.
    public var released: EventID?
    /// The reason for which it was released.
    public var reason: Recording.ReleaseReason?

    /// Whether it was held for one subscriber of a hub, subject or relay until that requested it.
    public var isForOneSubscriber = false

    /// Whether the value is held after the given event.
    public func isHeld(after event: EventID) -> Bool {
      held <= event && released.map { $0 > event } ?? true
    }
  }

  /// All subscriptions, in the order in which they were opened.
  public private(set) var edges: [Edge] = []
  /// All held values, in the order in which they were stored.
  public private(set) var holds: [Hold] = []

  /// The totals of each lane.
  package private(set) var lanes = PerLane<LaneTotals>()
  /// The totals of each stage.
  package private(set) var stages = PerStage<StageTotals>()
  /// The `delivering` events that overlap another delivery of their stage.
  package private(set) var overlappingDeliveries: Set<EventID> = []
  /// The lanes of role `source`.
  let sources: SourceLanes

  private var edgesOfLane: PerLane<[Int]>
  private var holdsOfStage: PerStage<[Int]>
  private let subscriptions: SourceSubscriptions
  private let last: EventID

  /// Creates the index of a recording.
  public init(_ recording: Recording) {
    edgesOfLane = RecordingTable(repeating: [], count: recording.lanes.count)
    holdsOfStage = RecordingTable(repeating: [], count: recording.stages.count)
    last = EventID(index: recording.events.count - 1)
    sources = SourceLanes(recording)
    subscriptions = SourceSubscriptions(recording)
    findSubscriptionsAndHolds(recording)
    let totals = RecordingTotals(recording, holds: holds)
    (lanes, stages) = (totals.lanes, totals.stages)
    overlappingDeliveries = totals.overlapping
    for stage in recording.stageIDs {
      stages[stage].mostOpen = subscriptions.most(to: .stage(stage))
    }
  }

  private mutating func findSubscriptionsAndHolds(_ recording: Recording) {
    var holdOfEvent: [EventID: Int] = [:]
    for (id, event) in zip(recording.eventIDs, recording.events) {
      switch (event.place, event.mark) {
      case (.lane(let lane), .subscribed(let role)): open(lane, as: role, at: id)
      case (.lane(let lane), .finished): close(lane, at: id, .completed)
      case (.lane(let lane), .failed): close(lane, at: id, .failed)
      case (.lane(let lane), .cancelled): close(lane, at: id, .cancelled)
      case (.lane(let lane), .joined): setLeft(nil, on: lane)
      case (.lane(let lane), .left): setLeft(id, on: lane)
      case (.stage(let stage), .held):
        holdOfEvent[id] = holds.count
        holdsOfStage[stage].append(holds.count)
        holds.append(Hold(stage: stage, held: id))
      case (.stage, .released(let old, let reason)):
        guard let hold = holdOfEvent.removeValue(forKey: old) else { continue }
        holds[hold].released = id
        holds[hold].reason = reason
        holds[hold].isForOneSubscriber =
          reason == .left && recording.sharesValues(holds[hold].stage)
      default: continue
      }
    }
  }

  private mutating func open(_ lane: LaneID, as role: Recording.EdgeRole, at id: EventID) {
    edgesOfLane[lane].append(edges.count)
    edges.append(Edge(lane: lane, role: role, opened: id))
  }

  private mutating func close(_ lane: LaneID, at id: EventID, _ reason: Reason) {
    guard let edge = openEdge(of: lane) else { return }
    edges[edge].closed = id
    edges[edge].reason = reason
  }

  private mutating func setLeft(_ event: EventID?, on lane: LaneID) {
    if let edge = openEdge(of: lane) { edges[edge].left = event }
  }

  private func openEdge(of lane: LaneID) -> Int? {
    edgesOfLane[lane].last.flatMap { edges[$0].closed == nil ? $0 : nil }
  }

  // MARK: Subscriptions

  /// The subscriptions of a lane, in the order in which they were opened.
  public func edges(of lane: LaneID) -> some Sequence<Edge> {
    edgesOfLane[lane].lazy.map { edges[$0] }
  }

  /// The number of subscriptions of a lane.
  public func subscriptions(of lane: LaneID) -> Int { edgesOfLane[lane].count }

  /// Whether a subscription of the lane is open after the given event; after the last one, if `nil`.
  public func isOpen(_ lane: LaneID, after event: EventID? = nil) -> Bool {
    let event = event ?? last
    let later = edgesOfLane[lane].partitioningIndex { edges[$0].opened > event }
    return later > 0 && edges[edgesOfLane[lane][later - 1]].isOpen(after: event)
  }

  /// The number of lanes that are subscribed to a place after the given event.
  ///
  /// - Complexity: O(log n) in the number of their subscriptions.
  public func openEdges(outOf place: Recording.Place, after event: EventID) -> Int {
    subscriptions.open(to: place, after: event)
  }

  /// The number of elements that a stage sent, also those that operators after it dropped.
  public func sent(by stage: StageID) -> Int {
    stages[stage].listeners.reduce(0) { $0 + lanes[$1].delivered + lanes[$1].swallowed }
  }

  /// The largest number of elements that waited in a stage at a time: 0 if it stores them without
  /// passing them on, like the latest elements of `combineLatest`.
  package func mostWaiting(in stage: StageID) -> Int {
    stages[stage].fates[.left] != nil || sent(by: stage) == 0 ? stages[stage].mostHeld : 0
  }

  /// The totals of a lane.
  public func totals(of lane: LaneID) -> LaneTotals { lanes[lane] }

  /// The totals of a stage.
  public func totals(of stage: StageID) -> StageTotals { stages[stage] }

  // MARK: Held values

  /// The `held` events of the values that a stage holds after the given event, in the order in which
  /// they were stored; after the last event, if `nil`.
  public func held(in stage: StageID, after event: EventID? = nil) -> [EventID] {
    let event = event ?? last
    return holdsOfStage[stage].compactMap { holds[$0].isHeld(after: event) ? holds[$0].held : nil }
  }

  /// The largest number of values that a stage holds at one time.
  public func mostHeld(in stage: StageID) -> Int { mostHeld(in: [stage]) }

  /// The largest number of values that the given stages hold together at one time.
  ///
  /// - Complexity: O(n log n) in the number of values that they hold.
  public func mostHeld(in stages: Set<StageID>) -> Int {
    let own = stages.flatMap { holdsOfStage[$0].map { holds[$0] } }
    let changes =
      own.map { (event: $0.held, change: 1) }
      + own.compactMap { hold in hold.released.map { (event: $0, change: -1) } }
    var most = 0
    var count = 0
    for change in changes.sorted(by: { $0.event < $1.event }) {
      count += change.change
      most = max(most, count)
    }
    return most
  }
}

extension Recording {
  /// Whether a stage delivers an element that it holds to each subscriber, rather than once.
  fileprivate func sharesValues(_ stage: StageID) -> Bool {
    switch self[stage].kind {
    case .hub, .subject, .relay: true
    case .memory, .box, .cache: false
    }
  }
}
