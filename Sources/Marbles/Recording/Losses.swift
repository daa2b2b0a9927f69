extension Recording {
  /// The stage that dropped an element which one of its inputs brought, instead of an operator on
  /// the lane that leaves it: a full buffer, a throttle, a gate that is closed.
  func stageThatDropped(_ id: EventID) -> StageID? {
    guard case .dropped(_, let reason) = self[id].mark, case .lane(let lane) = self[id].place,
      case .stage(let stage) = self[lane].source, self[stage].kind == .memory,
      reason == .noDemand || !hasOperators(lane, after: stage),
      let cause = self[id].cause, case .lane(let bringer) = self[cause].place,
      self[bringer].target == stage
    else { return nil }
    return stage
  }

  /// Whether a lane has operators of its own after the stage out of which it comes. If it leads to
  /// another stage, it is named after them.
  private func hasOperators(_ id: LaneID, after stage: StageID) -> Bool {
    let lane = self[id]
    return !lane.detail.isEmpty
      || (lane.target != nil && PlaceKey.baseName(lane.name) != self[stage].name)
  }

  /// The held elements that left a stage together with the given one, in one result (collect).
  func leftTogether(with release: EventID) -> [EventID] {
    guard case .released(_, .left) = self[release].mark else { return [] }
    var held: [EventID] = []
    var id = release.advanced(by: -1)
    while isReleasedTogether(id, with: release),
      case .released(let other, .left) = self[id].mark
    {
      held.append(other)
      id = id.advanced(by: -1)
    }
    return held
  }

  /// Whether two releases of a stage next to each other have the same cause.
  func isReleasedTogether(_ id: EventID, with other: EventID) -> Bool {
    guard id.index >= 0, case .released(_, .left) = self[id].mark,
      case .released(_, .left) = self[other].mark
    else { return false }
    let (a, b) = (self[id], self[other])
    return a.place == b.place && a.time == b.time && a.cause == b.cause
  }
}
