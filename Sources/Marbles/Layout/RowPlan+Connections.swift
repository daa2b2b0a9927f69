/// The connections between rows, across the lanes and stages that are not drawn.
extension RowPlan {
  /// The source of a lane in the picture: a stage, or the lane that feeds the stages between them
  /// that are left out. `nil` if several feed them.
  func source(of lane: LaneID) -> Recording.Place? {
    var place = recording[lane].source
    for _ in leftOut {
      guard case .stage(let stage) = place, leftOut.contains(stage) else { break }
      guard let feeder = onlyFeeder(of: stage) else { return nil }
      if isDrawn[feeder] { return .lane(feeder) }
      place = recording[feeder].source
    }
    return place
  }

  /// The stage out of which the elements of a lane come, if it is drawn as a band.
  func sourceStage(of lane: LaneID) -> StageID? {
    guard case .stage(let stage) = source(of: lane), hasBand[stage] else { return nil }
    return stage
  }

  /// The row of the band that feeds a lane, if its source is drawn as one.
  func sourceBand(of lane: LaneID) -> Int? {
    sourceStage(of: lane).flatMap { rowOfStage[$0] }
  }

  /// The row out of which elements come down a lane: a band, or the lane of a subject.
  func rowAbove(_ lane: LaneID) -> Int? {
    if let band = sourceBand(of: lane) { return band }
    guard case .stage(let stage) = source(of: lane), case .lane = drawings[stage] else {
      return nil
    }
    return rowOfStage[stage]
  }

  /// The row that shows what is sent into a stage: its band, or the lane of its subscriber.
  func rowBelow(_ stage: StageID) -> Int? {
    if hasBand[stage] { return rowOfStage[stage] }
    guard drawings[stage] == .folded, let listener = index.stages[stage].listeners.first else {
      return nil
    }
    return rowOfLane[listener]
  }

  /// The row of the band into which a lane leads.
  func targetBand(of lane: LaneID) -> Int? {
    targetRow(of: lane).flatMap { rows[$0].isBand ? $0 : nil }
  }

  /// The row of the source of a lane.
  func sourceRow(of lane: LaneID) -> Int? {
    switch source(of: lane) {
    case .lane(let source): rowOfLane[source]
    case .stage(let source): rowOfStage[source]
    case nil: nil
    }
  }

  /// The row into which a lane leads: that of a stage, or of the lane that leaves a stage which is
  /// left out and has several inputs.
  func targetRow(of lane: LaneID) -> Int? {
    var lane = lane
    var isOneOfSeveral = false
    for _ in 0...leftOut.count {
      guard let stage = recording[lane].target else { return nil }
      guard leftOut.contains(stage) else { return rowOfStage[stage] }
      guard let next = index.stages[stage].listeners.first else { return nil }
      if onlyFeeder(of: stage) == nil { isOneOfSeveral = true }
      if isDrawn[next] { return isOneOfSeveral ? rowOfLane[next] : nil }
      lane = next
    }
    return nil
  }

  private func onlyFeeder(of stage: StageID) -> LaneID? {
    let feeders = index.stages[stage].feeders
    return feeders.count == 1 ? feeders[0] : nil
  }

  /// Whether a lane has the name of a stage that is left out, because nothing else feeds it.
  func isOnlyFeeder(_ lane: LaneID) -> Bool {
    guard let stage = recording[lane].target, leftOut.contains(stage) else { return false }
    return onlyFeeder(of: stage) == lane
  }

  /// Whether the lane that leaves a stage which is left out shows all elements of a lane that feeds
  /// it.
  func isRepeatedBelow(_ lane: LaneID) -> Bool {
    guard isOnlyFeeder(lane), let stage = recording[lane].target,
      let next = index.stages[stage].listeners.first, !index.lanes[next].makesElements
    else { return false }
    let (own, below) = (index.lanes[lane], index.lanes[next])
    return own.live + own.replayed == below.live + below.replayed && below.swallowed == 0
      && below.dropped == 0 && own.failures == below.failures
  }

  /// The stages and the operators between a lane and the row that feeds it, from top to bottom.
  func operatorsAbove(_ lane: LaneID) -> [String] {
    var names: [String] = []
    let drawn = lane
    var lane = lane
    for _ in 0...leftOut.count {
      guard case .stage(let stage) = recording[lane].source else { break }
      if drawings[stage] == .folded, lane != drawn {
        names.append(recording[stage].name)
      }
      guard leftOut.contains(stage) else { break }
      let name = OperatorChain.withoutArguments(PlaceKey.baseName(recording[stage].name))
      let feeder = onlyFeeder(of: stage)
      // The row above can have the name of the stage.
      if let feeder, isDrawn[feeder], self.name(of: feeder) == name { break }
      names.append(name)
      guard let feeder, !isDrawn[feeder] else { break }
      if !recording[feeder].detail.isEmpty { names.append(recording[feeder].detail) }
      lane = feeder
    }
    return names.reversed()
  }
}
