/// The bands through which what an arrow carries went on its way.
struct BandsPassed {
  let recording: Recording
  let plan: RowPlan

  /// From top to bottom, along the chain of causes.
  func passed(from origin: EventID, to event: EventID) -> [Int] {
    var next: EventID? = event
    var bands: [Int] = []
    while let id = next, id > origin {
      if let row = bandPassed(by: id), !bands.contains(row) { bands.append(row) }
      next = recording[id].cause
    }
    return bands.reversed()
  }

  /// The band that an event left, or in which it happened.
  private func bandPassed(by id: EventID) -> Int? {
    let event = recording[id]
    switch (event.place, event.mark) {
    case (.stage(let stage), _): return plan.hasBand[stage] ? plan.rowOfStage[stage] : nil
    case (.lane(let lane), .value), (.lane(let lane), .replayed), (.lane(let lane), .dropped),
      (.lane(let lane), .finished), (.lane(let lane), .failed):
      return plan.sourceBand(of: lane)
    default: return nil
    }
  }
}
