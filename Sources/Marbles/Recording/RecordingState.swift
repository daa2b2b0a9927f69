/// The state at one point of a recording: open subscriptions, connections, held values.
///
/// Each is given as the event with which it began.
public struct RecordingState: Sendable {
  /// The `subscribed` events of the open lanes.
  public private(set) var openLanes: [LaneID: EventID] = [:]
  /// The `left` events of the open lanes whose operators are not subscribed to the source.
  private var departures: [LaneID: EventID] = [:]
  /// The lanes on which a subscription has ended.
  public private(set) var endedLanes: Set<LaneID> = []
  /// The `connected` events of the stages that are connected.
  public private(set) var connections: [StageID: EventID] = [:]
  /// The latest `count` events.
  public private(set) var counts: [StageID: EventID] = [:]
  /// The `ended` events of the stages that have ended and not connected again.
  public private(set) var ends: [StageID: EventID] = [:]
  /// The `held` events of the values that are held, and their order.
  private var holds: Set<EventID> = []
  /// The `delivering` events of the deliveries that run.
  private var deliveries: Set<EventID> = []

  /// The `held` events of the values that are held, in the order in which they were stored.
  public var held: [EventID] { holds.sorted() }

  /// All events that still hold, ascending.
  public var events: [EventID] {
    (Array(openLanes.values) + Array(departures.values) + Array(connections.values)
      + Array(counts.values) + Array(ends.values) + Array(holds) + Array(deliveries)).sorted()
  }

  mutating func follow(_ id: EventID, _ event: Recording.Event) {
    switch (event.place, event.mark) {
    case (.lane(let lane), .subscribed):
      openLanes[lane] = id
      departures[lane] = nil
    case (.lane(let lane), .joined): departures[lane] = nil
    case (.lane(let lane), .left) where openLanes[lane] != nil: departures[lane] = id
    case (.lane(let lane), .finished), (.lane(let lane), .failed), (.lane(let lane), .cancelled):
      openLanes[lane] = nil
      departures[lane] = nil
      endedLanes.insert(lane)
    case (.stage(let stage), .connected):
      connections[stage] = id
      ends[stage] = nil
    case (.stage(let stage), .disconnected): connections[stage] = nil
    case (.stage(let stage), .count): counts[stage] = id
    case (.stage(let stage), .ended): ends[stage] = id
    case (_, .held): holds.insert(id)
    case (_, .released(let held, _)): holds.remove(held)
    case (_, .delivering): deliveries.insert(id)
    case (_, .delivered(let delivery)): deliveries.remove(delivery)
    default: break
    }
  }
}

extension Recording {
  /// The state before the given event.
  ///
  /// - Complexity: O(n) in the number of events before it.
  public func state(before event: EventID) -> RecordingState {
    var state = RecordingState()
    for id in eventIDs.prefix(while: { $0 < event }) { state.follow(id, self[id]) }
    return state
  }
}
