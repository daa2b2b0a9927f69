/// The lanes of role `source`: those that show something besides the lanes which they feed, and the
/// lanes which they feed.
struct SourceLanes {
  /// The lane that each of them feeds.
  private(set) var next: [LaneID: LaneID] = [:]
  /// Those that need no row: the operators after them only drop elements.
  private(set) var repeated: Set<LaneID> = []

  /// - Complexity: O(events), if there are any such lanes.
  init(_ recording: Recording) {
    for (id, lane) in zip(recording.laneIDs, recording.lanes) {
      guard case .lane(let source) = lane.source, recording[source].role == .source else {
        continue
      }
      next[source] = id
      repeated.insert(source)
    }
    guard !repeated.isEmpty else { return }
    for event in recording.events { follow(event, recording) }
  }

  /// A value that the operators made, an end that they turned into another one, or a subscription
  /// that they made later.
  private mutating func follow(_ event: Recording.Event, _ recording: Recording) {
    if case .lane(let lane) = event.place, event.mark.isSubscription, let cause = event.cause,
      recording[cause].time < event.time
    {
      repeated.remove(lane)
    }
    guard case .lane(let lane) = event.place, case .lane(let source) = recording[lane].source,
      repeated.contains(source)
    else { return }
    var cause: Recording.Mark?
    if let id = event.cause, recording[id].place == .lane(source),
      recording[id].time == event.time
    {
      cause = recording[id].mark
    }
    switch (event.mark, cause) {
    case (.value(let own), .value(let sent)), (.value(let own), .replayed(let sent, _)),
      (.replayed(let own, _), .value(let sent)), (.replayed(let own, _), .replayed(let sent, _)),
      (.failed(let own), .failed(let sent)):
      if own != sent { repeated.remove(source) }
    // An operator that ends its lane at an element dropped what follows.
    case (.finished, .finished), (.finished, .value), (.finished, .replayed), (.failed, .value),
      (.failed, .replayed):
      break
    case (.value, _), (.replayed, _), (.finished, _), (.failed, _): repeated.remove(source)
    default: break
    }
  }
}
