import Marbles
import MarblesCombine

/// A place of the script that is a stage of the picture.
///
/// An operator that holds elements for each subscriber has a band for each subscription that is
/// open at the same time; others have one band.
final class StageSite {
  /// The name of the stream that leaves it, or the operator.
  private(set) var name: String
  let kind: Recording.Stage.Kind
  private var detail: String
  /// Whether it is named after its stream instead of its operator.
  private var isNamed = false
  private let recorder: Recorder
  private(set) var stages: [RecordedStage] = []
  /// The stages of sinks that subscribe several times: the source of a lane never changes.
  private var reserved: Set<RecordedStage> = []
  private let comesBack: (RecordedLane) -> Bool
  /// The number of input lanes of each name.
  private var laneNumbers: [String: Int] = [:]
  /// The first input lane of each name: it gets a number when there is a second one.
  private var firstLanes: [String: RecordedLane] = [:]

  /// The lanes of ``laneOfOperator()``.
  private var operatorLanes: [RecordedLane] = []

  /// - Parameter comesBack: whether an end subscribes several times.
  init(
    _ name: String, kind: Recording.Stage.Kind, detail: String, recorder: Recorder,
    comesBack: @escaping (RecordedLane) -> Bool = { _ in false }
  ) {
    self.comesBack = comesBack
    self.name = name
    self.kind = kind
    self.detail = detail
    self.recorder = recorder
    stages = [recorder.stage(name, kind: kind, detail: detail)]
  }

  /// The only one of them, or the first.
  var stage: RecordedStage { stages[0] }

  var isFedByHand: Bool { kind == .subject || kind == .relay }

  func rename(_ name: String) {
    if !isFedByHand, !isNamed { describeOperator() }
    isNamed = true
    self.name = name
    for (index, stage) in stages.enumerated() {
      stage.rename(index == 0 ? name : "\(name) #\(index + 1)")
    }
  }

  /// Names the stage of an operator after its stream. The first name is the one that counts.
  func named(_ name: String) {
    switch kind {
    // These have a name of their own.
    case .subject, .relay, .cache: break
    case .hub, .memory, .box: if !isNamed { rename(name) }
    }
  }

  /// Moves the operator to the second line. A call with arguments says what a hub consists of.
  private func describeOperator() {
    let isComplete = kind == .hub && name.hasSuffix(")")
    detail = isComplete || detail.isEmpty ? name : "\(name), \(detail)"
    for stage in stages { stage.describe(detail) }
  }

  /// A stage without an open subscription: the previous stage of the subscriber, or one that is not
  /// reserved for another sink.
  func freeStage() -> RecordedStage {
    let lane = recorder.openingLane
    if let own = lane?.source, stages.contains(own), own.openSubscriptions == 0 { return own }
    let free = stages.first { $0.openSubscriptions == 0 && !reserved.contains($0) } ?? addStage()
    if let lane, comesBack(lane) { reserved.insert(free) }
    return free
  }

  private func addStage() -> RecordedStage {
    let number = stages.count + 1
    let new = recorder.stage("\(name) #\(number)", kind: kind, detail: detail)
    stages.append(new)
    return new
  }

  /// A lane for a subscription to the stage that an operator makes on a lane with another source:
  /// one that is closed, or a new one.
  func laneOfOperator() -> RecordedLane {
    if let closed = operatorLanes.first(where: { !$0.isOpen }) { return closed }
    let number = operatorLanes.count + 1
    let base = "subscriber of \(name)"
    let lane = recorder.lane(number == 1 ? base : "\(base) #\(number)")
    operatorLanes.append(lane)
    return lane
  }

  /// A new lane that leads into one of the stages.
  func inputLane(
    from origin: StreamProvenance, into stage: RecordedStage,
    role: Recording.Lane.Role = .subscription
  )
    -> RecordedLane
  {
    let base =
      origin.laneName ?? (kind == .cache ? "request" : origin.writtenText)
      ?? (origin.detail.isEmpty ? "upstream" : origin.detail)
    let number = (laneNumbers[base] ?? 0) + 1
    laneNumbers[base] = number
    let name = number == 1 ? base : "\(base) #\(number)"
    if number == 2, let first = firstLanes[base] { first.rename("\(base) #1") }
    let detail = origin.laneDetail
    let lane = recorder.lane(name, role: role, detail: detail, target: stage)
    if number == 1 { firstLanes[base] = lane }
    return lane
  }
}
