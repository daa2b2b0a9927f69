/// The representation of a stage in the picture.
enum StageDrawing: Hashable {
  /// Not at all.
  case hidden
  /// Its values are drawn on the lanes that it feeds.
  case folded
  /// It is drawn as the lane of its input, or of the only binding that feeds it.
  case lane(LaneID)
  /// It has a band of its own (a box is also a band).
  case band
}

extension RecordingIndex {
  /// Whether elements that a stage discards are lost: it holds each one until it is delivered.
  func losesWhatItForgets(_ stage: StageID, _ recording: Recording) -> Bool {
    let fates = stages[stage].fates
    return recording[stage].kind == .memory
      && (fates[.left] ?? 0) + (fates[.swallowed] ?? 0) + (fates[.dropped] ?? 0) > 0
  }

  /// Decides for each stage, by what the recording shows of it.
  func drawings(_ recording: Recording) -> PerStage<StageDrawing> {
    PerStage(stages.ids.map { drawing(of: $0, recording) })
  }

  private func drawing(of stage: StageID, _ recording: Recording) -> StageDrawing {
    let totals = stages[stage]
    let kind = recording[stage].kind
    guard kind == .subject || kind == .relay else { return .band }
    let isTouched = totals.hasEvents || totals.isSentInto || totals.isRead
    if !isTouched, totals.listeners.isEmpty, !totals.inputs.contains(where: { lanes[$0].hasEvents })
    {
      return .hidden
    }
    // A subject is a band only if it stores elements, or if several streams meet in it.
    guard !totals.holds, !totals.isRead, !totals.overlaps else { return .band }
    if totals.isSentInto { return isSentToOne(stage, recording) ? .folded : .band }
    let inputs = totals.inputs.filter { totals.feeders.isEmpty || lanes[$0].hasEvents }
    if inputs.isEmpty, totals.feeders.isEmpty { return totals.hasEvents ? .band : .folded }
    guard inputs.count + totals.feeders.count == 1,
      totals.feeders.allSatisfy({ recording[$0].isUnnamedBinding })
    else { return .band }
    if totals.feeders.isEmpty, canFold(totals, recording) { return .folded }
    return .lane((inputs + totals.feeders)[0])
  }

  /// Whether operators and subscribers send elements into it, and one subscriber receives all of them.
  private func isSentToOne(_ stage: StageID, _ recording: Recording) -> Bool {
    let totals = stages[stage]
    guard totals.feeders.isEmpty, !totals.hasEvents, totals.listeners.count == 1,
      !totals.inputs.contains(where: { lanes[$0].hasEvents })
    else { return false }
    let listener = totals.listeners[0]
    return lanes[listener].missed == 0 && recording[listener].role == .subscription
      && !lanes[listener].changesElements
      && !recording.laneIDs.contains { lane in
        recording[lane].role == .thread && lanes[lane].touches.contains { $0.stage == stage }
      }
  }

  /// Whether all that was sent into it can be seen on the lanes of a single stage below it.
  private func canFold(_ totals: StageTotals, _ recording: Recording) -> Bool {
    guard !totals.wasUnheard, let first = totals.listeners.first,
      let target = recording[first].target,
      totals.listeners.allSatisfy({
        recording[$0].target == target && recording[$0].role == .subscription
      })
    else { return false }
    switch recording[target].kind {
    // A lane named after the subject shows what the subject sends.
    case .hub: return !totals.listeners.contains { lanes[$0].changesElements }
    case .subject, .relay: return false
    case .memory, .box, .cache:
      return totals.listeners.count == 1
        && (recording[first].detail.isEmpty || !lanes[first].changesValues)
    }
  }

  /// The stage whose name a lane bears, because the stage is folded into it.
  func folded(into lane: LaneID, _ recording: Recording, _ drawings: PerStage<StageDrawing>)
    -> StageID?
  {
    guard case .stage(let source) = recording[lane].source, drawings[source] == .folded,
      let target = recording[lane].target, recording[target].kind != .hub
    else { return nil }
    return source
  }
}
