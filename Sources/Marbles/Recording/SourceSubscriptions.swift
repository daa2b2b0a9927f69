/// The subscriptions of the lanes of a recording to their sources.
///
/// A lane is subscribed to its source while the lane is, unless its operators join the source
/// later, leave it earlier, or do so several times.
struct SourceSubscriptions: Sendable {
  /// The events with which subscriptions to a place opened and closed, each ascending.
  private var changes: [Recording.Place: (opened: [EventID], closed: [EventID])] = [:]

  /// - Complexity: O(n log n) in the number of events.
  init(_ recording: Recording) {
    var since = PerLane(repeating: EventID?.none, count: recording.lanes.count)
    for (id, event) in zip(recording.eventIDs, recording.events) {
      guard case .lane(let lane) = event.place, let source = recording[lane].source else {
        continue
      }
      switch event.mark {
      // The lane was not subscribed to its source before it joined it.
      case .subscribed, .joined: since[lane] = id
      case .left, .finished, .failed, .cancelled:
        guard let opened = since[lane] else { continue }
        changes[source, default: ([], [])].opened.append(opened)
        changes[source, default: ([], [])].closed.append(id)
        since[lane] = nil
      default: continue
      }
    }
    for lane in recording.laneIDs {
      guard let opened = since[lane], let source = recording[lane].source else { continue }
      changes[source, default: ([], [])].opened.append(opened)
    }
    for source in changes.keys { changes[source]?.opened.sort() }
  }

  /// The number of open subscriptions to a place after the given event.
  ///
  /// - Complexity: O(log n) in the number of its subscriptions.
  func open(to place: Recording.Place, after event: EventID) -> Int {
    guard let changes = changes[place] else { return 0 }
    return changes.opened.partitioningIndex { $0 > event }
      - changes.closed.partitioningIndex { $0 > event }
  }

  /// The largest number of subscriptions to a place that are open at one time.
  func most(to place: Recording.Place) -> Int {
    guard let changes = changes[place] else { return 0 }
    var closed = changes.closed[...]
    var most = 0
    for (index, event) in changes.opened.enumerated() {
      closed = closed.drop { $0 < event }
      most = max(most, index + 1 - (changes.closed.count - closed.count))
    }
    return most
  }
}
