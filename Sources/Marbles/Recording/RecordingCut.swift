extension Recording {
  /// The events between two times, both inclusive.
  ///
  /// Earlier events are kept if they still hold when the cut begins: open subscriptions, held values,
  /// connections, counts and ends. An event whose cause is removed gets the nearest cause of that
  /// cause which is kept.
  public func cut(from: VirtualTime?, until: VirtualTime?) -> Recording {
    guard from != nil || until != nil else { return self }
    let start = from ?? VirtualTime(nanoseconds: .min)
    let end = until ?? .distantFuture
    let first = EventID(index: events.partitioningIndex { $0.time >= start })
    var kept = state(before: first).events
    kept += eventIDs.filter { self[$0].time >= start && self[$0].time <= end }
    var copy = selecting(kept.sorted())
    if let last = events.last, last.time > end { copy.ending = .idle }
    return copy
  }

  private func selecting(_ kept: [EventID]) -> Recording {
    let numbers = Dictionary(
      kept.enumerated().map { ($0.element, EventID(index: $0.offset)) },
      uniquingKeysWith: { first, _ in first })
    var copy = self
    copy.events = kept.compactMap { id in
      var event = self[id]
      guard let mark = event.mark.renumbered(numbers) else { return nil }
      event.mark = mark
      event.cause = nearest(event.cause, in: numbers)
      return event
    }
    for id in laneIDs {
      copy[id].missed = self[id].missed.compactMap { numbers[$0] }
    }
    return copy
  }

  /// The nearest event in the chain of causes that is kept.
  private func nearest(_ cause: EventID?, in numbers: [EventID: EventID]) -> EventID? {
    var cause = cause
    while let id = cause {
      if let number = numbers[id] { return number }
      cause = self[id].cause
    }
    return nil
  }
}

extension Recording.Mark {
  /// The mark with the numbers that events have after a cut; `nil` if it ends a removed event.
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
