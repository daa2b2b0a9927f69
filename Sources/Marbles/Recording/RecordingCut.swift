extension Recording {
  /// What happened from one time on and until another, both inclusive.
  ///
  /// Of what was before, the events stay that still hold when the cut begins: open subscriptions,
  /// held values, connections, counts, ends. So what is left is true by itself. Events that were
  /// because of one that is gone are due to what that one was due to.
  public func cut(from: VirtualTime?, until: VirtualTime?) -> Recording {
    guard from != nil || until != nil else { return self }
    let start = from ?? VirtualTime(nanoseconds: .min)
    let end = until ?? .distantFuture
    var standing = StandingEvents()
    for (id, event) in events.enumerated() where event.time < start {
      standing.note(id, event)
    }
    var kept = standing.all
    kept += events.indices.filter { events[$0].time >= start && events[$0].time <= end }
    var copy = selecting(kept.sorted())
    if let last = events.last, last.time > end { copy.ending = .idle }
    return copy
  }

  private func selecting(_ kept: [EventID]) -> Recording {
    let numbers = Dictionary(
      kept.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var copy = self
    copy.events = kept.compactMap { id in
      var event = events[id]
      guard let mark = event.mark.renumbered(numbers) else { return nil }
      event.mark = mark
      event.cause = nearest(event.cause, in: numbers)
      return event
    }
    for index in copy.lanes.indices {
      copy.lanes[index].missed = lanes[index].missed.compactMap { numbers[$0] }
    }
    return copy
  }

  /// The event itself, or what it was due to, whichever is kept.
  private func nearest(_ cause: EventID?, in numbers: [EventID: EventID]) -> EventID? {
    var cause = cause
    while let id = cause {
      if let number = numbers[id] { return number }
      cause = events[id].cause
    }
    return nil
  }
}

/// The events that still hold at a time.
private struct StandingEvents {
  private var lanes: [LaneID: EventID] = [:]
  private var connections: [StageID: EventID] = [:]
  private var counts: [StageID: EventID] = [:]
  private var ends: [StageID: EventID] = [:]
  private var begun: Set<EventID> = []

  var all: [EventID] {
    Array(lanes.values) + Array(connections.values) + Array(counts.values) + Array(ends.values)
      + Array(begun)
  }

  mutating func note(_ id: EventID, _ event: Recording.Event) {
    switch (event.place, event.mark) {
    case (.lane(let lane), .subscribed): lanes[lane] = id
    case (.lane(let lane), .finished), (.lane(let lane), .failed), (.lane(let lane), .cancelled):
      lanes[lane] = nil
    case (.stage(let stage), .connected):
      connections[stage] = id
      ends[stage] = nil
    case (.stage(let stage), .disconnected): connections[stage] = nil
    case (.stage(let stage), .count): counts[stage] = id
    case (.stage(let stage), .ended): ends[stage] = id
    case (_, .held), (_, .delivering): begun.insert(id)
    case (_, .released(let held, _)): begun.remove(held)
    case (_, .delivered(let delivery)): begun.remove(delivery)
    default: break
    }
  }
}

extension Recording.Mark {
  /// The mark with the numbers that events have after a cut; nil if it ends what is gone.
  fileprivate func renumbered(_ numbers: [EventID: EventID]) -> Recording.Mark? {
    switch self {
    case .replayed(let label, let held): .replayed(label, from: held.flatMap { numbers[$0] })
    case .read(let label, let stage, let held):
      .read(label, stage: stage, from: held.flatMap { numbers[$0] })
    case .released(let held, let fate): numbers[held].map { .released($0, fate) }
    case .delivered(let delivery): numbers[delivery].map { .delivered($0) }
    default: self
    }
  }
}
