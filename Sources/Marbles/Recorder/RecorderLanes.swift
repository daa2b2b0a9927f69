/// Lanes and stages, and the subscriptions between them.
extension RecorderState {
  mutating func addStage(_ name: String, kind: Recording.Stage.Kind, detail: String) -> Int32 {
    stages.append(StageState(name: name, kind: kind, detail: detail))
    return Int32(stages.count - 1)
  }

  mutating func addLane(_ name: String, role: Recording.Lane.Role, detail: String, target: Int32)
    -> Int32
  {
    lanes.append(LaneState(name: name, role: role, detail: detail, target: target))
    return Int32(lanes.count - 1)
  }

  /// The closed lane with the given name that feeds no stage.
  func closedLane(_ name: String) -> Int32? {
    lanes.lastIndex {
      $0.name == name && $0.role == .subscription && $0.target < 0 && !$0.isOpen
    }.map(Int32.init)
  }

  /// The lane of role `source` from which a lane received its values; `nil` while it is open.
  func closedSource(of lane: Int32) -> Int32? {
    guard lane >= 0, case .lane(let source) = lanes[Int(lane)].source,
      lanes[source.index].role == .source, !lanes[source.index].isOpen
    else { return nil }
    return Int32(source.index)
  }

  /// The name, with a number after it if a lane has the name.
  func freeLaneName(_ name: String) -> String {
    let taken = lanes.count { $0.name == name || $0.name.hasPrefix(name + " #") }
    return taken == 0 ? name : "\(name) #\(taken + 1)"
  }

  mutating func claim(_ lane: Int32, from place: Recording.Place, cause: Int32) -> Bool {
    let index = Int(lane)
    guard lanes[index].source == nil || lanes[index].source == place else { return false }
    lanes[index].source = place
    nameAfterSource(index)
    guard case .stage(let stage) = place else {
      lanes[index].isClaimed = true
      return true
    }
    guard !isCounted(index, by: stage), !lanes[index].isOver else { return true }
    lanes[index].isClaimed = true
    lanes[index].run = stages[stage.index].run
    openBelow(Int32(stage.index), lane: index, cause: cause)
    return true
  }

  /// Opens a subscription from a stage to the operators of a lane; `nil` if the lane has another
  /// source.
  ///
  /// - Parameter isOpening: Whether the lane is being subscribed.
  mutating func openEdge(
    _ lane: Int32, from stage: Int32, isOpening: Bool, cause: Int32
  ) -> RecordedLane.Edge? {
    let index = Int(lane)
    let place = Recording.Place.stage(StageID(index: Int(stage)))
    guard lanes[index].source == nil || lanes[index].source == place else { return nil }
    lanes[index].source = place
    nameAfterSource(index)
    // An operator whose second input fails at once subscribes to the first one after the end.
    let isLate = lanes[index].isOver && !lanes[index].isOpen
    if isLate || (!isOpening && lanes[index].isOpen), lanes[index].openEdges == 0 {
      append(.joined, place: lane, cause: cause)
    }
    lanes[index].openEdges += 1
    openBelow(stage, lane: index, cause: cause)
    return RecordedLane.Edge(
      lane: lane, stage: stage, run: stages[Int(stage)].run, isLate: isLate)
  }

  /// Names a lane that leads from one stage into another after its source. From the second lane of one name on, they
  /// are numbered.
  private mutating func nameAfterSource(_ lane: Int) {
    guard lanes[lane].awaitsName, case .stage(let source) = lanes[lane].source else { return }
    lanes[lane].awaitsName = false
    let name = stages[source.index].name
    guard !name.isEmpty else { return }
    let others = lanes.indices.filter {
      lanes[$0].sourceName == name && lanes[$0].target == lanes[lane].target
    }
    lanes[lane].sourceName = name
    lanes[lane].name = others.isEmpty ? name : "\(name) #\(others.count + 1)"
    if others.count == 1 { lanes[others[0]].name = "\(name) #1" }
  }

  private mutating func openBelow(_ stage: Int32, lane: Int, cause: Int32) {
    let kind = stages[Int(stage)].kind
    lanes[lane].sourceRemembers = kind != .memory && kind != .box
    lanes[lane].relayingSource = kind == .memory ? stage : -1
    stages[Int(stage)].openBelow += 1
    if !stages[Int(stage)].hasEnded { announceCount(stage, cause: cause) }
  }

  /// Records the number of open subscriptions below a hub if it has changed.
  mutating func announceCount(_ stage: Int32, cause: Int32) {
    let index = Int(stage)
    let count = stages[index].allOpenBelow
    guard stages[index].kind == .hub, stages[index].announced != count else { return }
    stages[index].announced = count
    append(.count, place: ~stage, payload: Int32(clamping: count), cause: cause)
  }

  /// Whether the open subscription of a lane is counted by a stage.
  func isCounted(_ lane: Int, by stage: StageID) -> Bool {
    lanes[lane].isClaimed && stages[stage.index].counts(lanes[lane].run)
  }
}
