/// The bands of a picture that say nothing new: all that a single subscriber receives from them
/// comes straight through.
struct EmptyBands {
  private(set) var stages: Set<StageID> = []
  private let diagram: Diagram
  private let plan: RowPlan

  /// - Complexity: O(marks + arrows).
  init(_ diagram: Diagram, plan: RowPlan) {
    self.diagram = diagram
    self.plan = plan
    let busy = busyRows
    for stage in plan.hasBand.ids where plan.hasBand[stage] && isStep(stage) {
      guard let row = plan.rowOfStage[stage], !diagram.rows[row].hasHeader,
        plan.chosen?.contains(.stage(stage)) != true
      else { continue }
      if isHub(row) ? deliversAll(stage) : !busy.contains(row) { stages.insert(stage) }
    }
  }

  /// The rows with marks, with elements that are held for a while, and with arrows of elements that
  /// begin or end there.
  private var busyRows: Set<Int> {
    var rows = Set(diagram.strips.map(\.row) + diagram.tints.map(\.row))
    for glyph in diagram.glyphs {
      if case .ended = glyph.kind { continue }
      rows.insert(glyph.site.row)
    }
    for arrow in diagram.arrows {
      if arrow.ink != .control { rows.insert(diagram.row(of: arrow.from)) }
      if case .value = arrow.ink { rows.insert(diagram.row(of: arrow.to)) }
    }
    return rows
  }

  /// Whether a hub delivered each element at once, and nothing from its memory.
  private func deliversAll(_ stage: StageID) -> Bool {
    let totals = plan.index.stages[stage]
    let counts = plan.index.lanes
    let given = totals.feeders.reduce(0) { $0 + counts[$1].live + counts[$1].replayed }
    return totals.listeners.allSatisfy { counts[$0].replayed == 0 && counts[$0].missed == 0 }
      && plan.index.sent(by: stage) == given
  }

  private func isHub(_ row: Int) -> Bool {
    if case .band(.hub, _, _) = diagram.rows[row].kind { true } else { false }
  }

  /// Whether a stage is a step between streams and one subscriber, or nothing is connected to it. A
  /// subject, a relay or a cache is an object of the program, and a box contains streams.
  private func isStep(_ stage: StageID) -> Bool {
    let totals = plan.index.stages[stage]
    switch plan.recording[stage].kind {
    case .hub, .memory: break
    case .subject, .relay, .cache, .box: return false
    }
    return totals.inputs.isEmpty && totals.listeners.count <= 1
      && totals.listeners.isEmpty == totals.feeders.isEmpty
      && (totals.listeners + totals.feeders).allSatisfy { plan.recording[$0].role != .thread }
      && totals.listeners.allSatisfy { plan.recording[$0].role == .subscription }
  }
}
