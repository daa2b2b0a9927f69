extension Recording {
  /// The stage that dropped an element which one of its inputs brought, instead of an operator on
  /// the lane that leaves it: a full buffer, a throttle, a gate that is closed.
  func stageThatDropped(_ id: EventID) -> StageID? {
    guard case .dropped(_, let reason) = events[id].mark, case .lane(let lane) = events[id].place,
      case .stage(let stage) = lanes[lane].source, stages[stage].kind == .memory,
      reason == .noDemand || lanes[lane].detail.isEmpty,
      let cause = events[id].cause, case .lane(let bringer) = events[cause].place,
      lanes[bringer].target == stage
    else { return nil }
    return stage
  }

  /// The held elements that left a stage together with the given one, in one result (collect).
  func leftTogether(with release: EventID) -> [EventID] {
    guard case .released(_, .left) = events[release].mark else { return [] }
    var held: [EventID] = []
    var id = release - 1
    while id >= 0, isReleasedTogether(id, with: release),
      case .released(let other, .left) = events[id].mark
    {
      held.append(other)
      id -= 1
    }
    return held
  }

  /// Whether two releases of a stage next to each other have the same cause.
  func isReleasedTogether(_ id: EventID, with other: EventID) -> Bool {
    guard id >= 0, case .released(_, .left) = events[id].mark,
      case .released(_, .left) = events[other].mark
    else { return false }
    let (a, b) = (events[id], events[other])
    return a.place == b.place && a.time == b.time && a.cause == b.cause
  }
}
