/// Which lanes a picture leaves out because they repeat what the rows beside them show.
enum Folding {
  /// Lanes that only pass elements from one stage to the next.
  case passes
  /// Also lanes of hubs, and what is sent by hand into a stage that holds it.
  case repeats

  func leavesOut(_ id: LaneID, of plan: RowPlan) -> Bool {
    let lane = plan.recording[id]
    switch lane.role {
    case .subscription: return isMerePass(id, of: plan)
    case .input:
      let counts = plan.index.lanes[id]
      guard self == .repeats, let target = lane.target, counts.ends == 0, counts.failures == 0
      else { return false }
      return plan.drawings[target] == .band && plan.index.stages[target].holds
    case .inner, .source, .thread: return false
    }
  }

  /// Whether a subscription passes all elements of a band unchanged to the next one, or the next
  /// row shows each of its elements.
  private func isMerePass(_ id: LaneID, of plan: RowPlan) -> Bool {
    let lane = plan.recording[id]
    let counts = plan.index.lanes[id]
    guard case .stage(let source) = lane.source, let target = lane.target,
      isShownBeside(source, id, of: plan), plan.drawings[target] == .band, !counts.isBounded,
      counts.swallowed == 0, counts.dropped == 0, counts.missed == 0, counts.subscriptions == 1,
      isFoldable(plan.recording[source].kind),
      isFoldable(plan.recording[target].kind, isTarget: true)
    else { return false }
    // The only row of a subject stays if the band below it is left out, too, unless the row of a
    // subscriber is below that.
    if plan.drawings[source] == .folded, plan.leftOut.contains(target),
      plan.index.stages[target].listeners.contains(where: { plan.recording[$0].target != nil })
    {
      return false
    }
    if plan.isRepeatedBelow(id) { return true }
    guard counts.cancels == 0 else { return false }
    if self == .repeats, counts.isHeldBelow, !plan.leftOut.contains(target) { return true }
    // Elements that subscribers send upwards come down again on the lane.
    let stage = plan.index.stages[source]
    return plan.isNamedAfterSource(id) && lane.detail.isEmpty && !counts.makesElements
      && (!stage.isSentIntoFromBelow || (self == .repeats && stage.holds))
  }

  /// Whether a row shows what a stage sends, without the lane that leaves it.
  private func isShownBeside(_ stage: StageID, _ lane: LaneID, of plan: RowPlan) -> Bool {
    switch plan.drawings[stage] {
    case .band, .lane: true
    case .folded: plan.isRepeatedBelow(lane)
    case .hidden: false
    }
  }

  /// Whether the subscriptions to and of a kind of stage can be left out: for a hub they are the
  /// message, and a binding to a relay is a step of the program.
  private func isFoldable(_ kind: Recording.Stage.Kind, isTarget: Bool = false) -> Bool {
    switch kind {
    case .memory, .box: true
    case .hub: self == .repeats
    case .subject, .relay: !isTarget
    case .cache: false
    }
  }
}
