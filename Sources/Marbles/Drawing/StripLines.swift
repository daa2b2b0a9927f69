/// In which line of its band each held value, and each overlapping delivery, is drawn.
///
/// A held value takes a free line of its group: the one below the youngest, so that a queue stands
/// first in, first out from top to bottom; the lowest one where that would need more lines than
/// were ever held at a time. What arrives by different inputs of a stage that pairs (zip) forms a
/// group each; deliveries form one below all others.
struct StripLines {
  /// More are not drawn; ``hiddenStages`` says so.
  static let most = 24

  /// By event; `nil` for other events and for what is not drawn.
  private(set) var lineOfEvent: [EventID: Int] = [:]
  /// By stage.
  private(set) var rows: [Int]
  /// The stages of which not everything held is drawn, with the most they held.
  private(set) var hiddenStages: [(stage: StageID, held: Int)] = []

  fileprivate struct Group {
    var held = 0
    var depth = 0
    var isTaken: [Bool] = []
    var lowestFree = 0
    var youngest = -1
    var limit = 0
    var first = 0
  }

  private let recording: Recording
  private let facts: RecordingFacts
  /// Groups by stage, and the order in which they are drawn.
  private var groups: [[Int: Group]]

  init(_ recording: Recording, facts: RecordingFacts, options: LayoutOptions) {
    self.recording = recording
    self.facts = facts
    rows = Array(repeating: 0, count: recording.stages.count)
    groups = Array(repeating: [:], count: recording.stages.count)
    let steps = steps(options)
    measure(steps)
    stack()
    assign(steps)
  }

  private static let railGroup = Int.max

  private func group(of id: EventID) -> Int {
    let event = recording.events[id]
    if case .delivering = event.mark { return Self.railGroup }
    guard case .stage(let stage) = event.place, recording.stages[stage].kind == .memory,
      let cause = event.cause, case .lane(let lane) = recording.events[cause].place,
      recording.lanes[lane].target == stage
    else { return -1 }
    return lane
  }

  /// A strip starts or ends.
  private struct Step {
    var stage: StageID
    var event: EventID
    var isStart: Bool
  }

  private func steps(_ options: LayoutOptions) -> [Step] {
    let held = !options.hidden.contains(.held)
    let rails = !options.hidden.contains(.rails)
    var steps: [Step] = []
    for (id, event) in recording.events.enumerated() {
      guard case .stage(let stage) = event.place else { continue }
      switch event.mark {
      case .held where held: steps.append(Step(stage: stage, event: id, isStart: true))
      case .released(let old, _) where held:
        steps.append(Step(stage: stage, event: old, isStart: false))
      case .delivering where rails && facts.overlapping.contains(id):
        steps.append(Step(stage: stage, event: id, isStart: true))
      case .delivered(let old) where rails && facts.overlapping.contains(old):
        steps.append(Step(stage: stage, event: old, isStart: false))
      default: break
      }
    }
    return steps
  }

  private mutating func measure(_ steps: [Step]) {
    for step in steps {
      let key = group(of: step.event)
      var group = groups[step.stage][key] ?? Group()
      group.held += step.isStart ? 1 : -1
      group.depth = max(group.depth, group.held)
      groups[step.stage][key] = group
    }
  }

  private mutating func stack() {
    for stage in groups.indices {
      let facts = facts.stages[stage]
      let isQueue =
        recording.stages[stage].kind == .memory && facts.fates.keys.allSatisfy { $0 == .left }
      for key in groups[stage].keys.sorted() {
        guard var group = groups[stage][key] else { continue }
        group.limit = group.depth + (isQueue && group.depth > 2 && key != Self.railGroup ? 1 : 0)
        group.limit = min(group.limit, Self.most)
        group.first = rows[stage]
        if group.depth > Self.most { hiddenStages.append((stage, group.depth)) }
        rows[stage] += group.limit
        groups[stage][key] = group
      }
    }
  }

  private mutating func assign(_ steps: [Step]) {
    for stage in groups.indices {
      for key in groups[stage].keys { groups[stage][key]?.held = 0 }
    }
    for step in steps {
      let key = group(of: step.event)
      guard var group = groups[step.stage][key] else { continue }
      if step.isStart {
        let line = group.take()
        if line < Self.most { lineOfEvent[step.event] = group.first + line }
      } else if let line = lineOfEvent[step.event] {
        group.free(line - group.first)
      }
      groups[step.stage][key] = group
    }
  }
}

extension StripLines.Group {
  mutating func take() -> Int {
    held += 1
    if isTaken.count < limit {
      isTaken += Array(repeating: false, count: limit - isTaken.count)
    }
    let below = youngest + 1
    if held > 1, below < limit, !isTaken[below] {
      isTaken[below] = true
      youngest = below
      return below
    }
    while lowestFree < isTaken.count, isTaken[lowestFree] { lowestFree += 1 }
    if lowestFree == isTaken.count { isTaken.append(true) } else { isTaken[lowestFree] = true }
    youngest = lowestFree
    return lowestFree
  }

  mutating func free(_ line: Int) {
    held -= 1
    guard line < isTaken.count else { return }
    isTaken[line] = false
    lowestFree = min(lowestFree, line)
  }
}
