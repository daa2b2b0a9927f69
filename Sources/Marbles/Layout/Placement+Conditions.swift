/// What the placement of an event depends on.
extension Placement {
  /// The element that a subscriber sends on as it received it, to a stage further down. Its mark
  /// shows both.
  func elementPassedOn(
    _ id: EventID, _ label: Recording.Label, to stage: StageID, _ site: Diagram.Site
  ) -> EventID? {
    guard let cause = recording[id].cause, let row = plan.rowBelow(stage), row > site.row,
      positions[cause] != nil,
      recording[cause].place == recording[id].place,
      recording[cause].time == recording[id].time
    else { return nil }
    switch recording[cause].mark {
    case .value(label), .replayed(label, _): return cause
    default: return nil
    }
  }

  func showsDemand(_ lane: LaneID) -> Bool {
    if plan.index.lanes[lane].isBounded { return true }
    guard case .stage(let stage) = recording[lane].source else { return false }
    return plan.boundedStages[stage]
  }

  /// Inner streams start and stop because of elements from above; all other subscriptions come
  /// from below.
  func direction(of id: EventID, _ lane: LaneID) -> SlotPlacer.Direction {
    recording[lane].role == .inner && isCausedByValue(id) ? .down : .up
  }

  func isCausedByValue(_ id: EventID) -> Bool {
    guard let cause = cause(of: id) else { return false }
    switch recording[cause.event].mark {
    case .value, .replayed, .finished, .failed, .released: return true
    default: return false
    }
  }

  func isInFirstInstant(_ id: EventID) -> Bool {
    recording[id].time == recording.events[0].time
  }

  /// The band to which the arrow of a subscription leads: none for subscriptions that only set the
  /// pipeline up, and for those of the first instant that change nothing.
  func bandToSubscribe(_ id: EventID, _ lane: LaneID) -> Int? {
    let changesNothing =
      isInFirstInstant(id) && !countsSubscriptions(lane) && !hasEffect[id]
    return setUps[id] || changesNothing ? nil : plan.sourceBand(of: lane)
  }

  func countsSubscriptions(_ lane: LaneID) -> Bool {
    guard let stage = plan.sourceStage(of: lane) else { return false }
    return recording[stage].kind == .hub || recording[stage].kind == .cache
  }

  func headerSite(of lane: LaneID) -> Int? {
    guard let stage = plan.sourceStage(of: lane), recording[stage].kind == .hub,
      let row = plan.rowOfStage[stage]
    else { return nil }
    return plan.firstSite[row]
  }

  /// Whether the next event of the lane is the value that is derived from the value read here.
  func isReadForNextValue(_ id: EventID) -> Bool {
    let own = recording[id]
    let next = recording.events.dropFirst(id.index + 1).first { next in
      if next.place == own.place, case .read = next.mark { false } else { true }
    }
    guard let next, next.place == own.place, next.cause == own.cause, case .value = next.mark
    else { return false }
    return true
  }

  /// Whether a delivery reads what it has just read.
  func repeatsRead(_ id: EventID) -> Bool {
    guard id > 0 else { return false }
    let (own, last) = (recording[id], recording[id.advanced(by: -1)])
    return own.place == last.place && own.time == last.time && own.mark == last.mark
      && own.cause == last.cause
  }
}
