extension RowPlan {
  /// The name of a lane: that of the stage that it represents, otherwise as it was recorded.
  func name(of id: LaneID) -> String {
    let lane = recording[id]
    if let target = lane.target, drawings[target] == .lane(id) { return recording[target].name }
    // A lane that repeats the name of the band beside it is named after its role there.
    if lane.role == .input, let target = lane.target, drawings[target] == .band,
      recording[target].name == lane.name
    {
      return lane.name + (recording[target].kind == .relay ? ".accept" : ".send")
    }
    if let stage = index.folded(into: id, recording, drawings) {
      return recording[stage].name
    }
    let details = RowDetail(recording: recording, index: index, drawings: drawings)
    if details.isNamedByOperators(lane) { return OperatorChain.name(of: lane.detail) }
    // The operators have a name of their own, so the source has the number of the subscription.
    if let next = index.sources.next[id], details.isNamedByOperators(recording[next]) {
      return recording[next].name
    }
    return nameOfConnection(id) ?? lane.name
  }

  /// The name of a lane that is named after its source, which is a row of its own: the stage that it
  /// feeds.
  private func nameOfConnection(_ id: LaneID) -> String? {
    let lane = recording[id]
    guard lane.role == .subscription, let target = lane.target,
      case .stage(let source) = lane.source, drawings[source] != .folded, isNamedAfterSource(id)
    else { return nil }
    let name = recording[source].name
    let stage = OperatorChain.withoutArguments(recording[target].name)
    // The lane shows what the stage sends.
    if isOnlyFeeder(id) { return stage }
    let next = leftOut.contains(target) ? index.stages[target].listeners.first : nil
    return "→ \(next.map { recording[$0].name } ?? stage)\(lane.name.dropFirst(name.count))"
  }

  /// Whether the name of a lane is that of the stage to which it subscribes, also with a number.
  func isNamedAfterSource(_ id: LaneID) -> Bool {
    guard case .stage(let source) = recording[id].source else { return false }
    let (own, name) = (recording[id].name, recording[source].name)
    guard own.hasPrefix(name) else { return false }
    let number = own.dropFirst(name.count)
    return number.isEmpty || number.hasPrefix(" #")
  }

  /// The name of a lane in the picture: that of its row, for inner streams their own.
  func label(of id: LaneID) -> String {
    guard recording[id].role != .inner, let row = rowOfLane[id] else { return name(of: id) }
    return rows[row].name
  }
}
