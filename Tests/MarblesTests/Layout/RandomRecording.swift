import Marbles
import MarblesTestSupport

/// Records random events of a random pipeline: stages of each kind, lanes between them, and threads,
/// with subscriptions, values, completions, reads, sends and holds in any order and nesting.
final class RandomRecording {
  private var random: SeededGenerator
  private let recorder = Recorder()
  private var stages:
    [(stage: RecordedStage, kind: Recording.Stage.Kind, held: [RecordedStage.Held])] = []
  private var sources: [Int: Int] = [:]
  private var lanes: [(lane: RecordedLane, role: Recording.Lane.Role, target: Int?)] = []
  private var depth = 0
  private var frame: Int64 = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1)
  }

  static func make(seed: UInt64, steps: Int? = nil) -> Recording {
    let play = RandomRecording(seed: seed)
    play.build()
    for _ in 0..<(steps ?? 8 + play.random.upTo(40)) { play.step() }
    if seed % 9 == 0 { play.recorder.fatal("it went wrong: \(seed)") }
    return play.recorder.recording(title: "seed \(seed)", showsDurations: seed % 5 == 0)
  }

  private func build() {
    for index in 0..<(1 + random.upTo(4)) {
      let kind = Recording.Stage.Kind.allCases[random.upTo(Recording.Stage.Kind.allCases.count)]
      let detail = random.chance(50) ? "kept as it is" : ""
      stages.append(
        (recorder.stage("\(kind.rawValue) \(index)", kind: kind, detail: detail), kind, []))
      if (kind == .subject || kind == .relay), random.chance(70) { add(.input, target: index) }
      if random.chance(20) { add(.thread, target: nil) }
    }
    for _ in 0..<(1 + random.upTo(7)) {
      let source = random.chance(80) ? random.upTo(stages.count) : nil
      let target = random.chance(50) ? random.upTo(stages.count) : nil
      add(.subscription, target: target == source ? nil : target, source: source)
    }
    for index in stages.indices where stages[index].kind == .box {
      for _ in 0..<(1 + random.upTo(4)) { add(.inner, target: index) }
    }
  }

  private func add(_ role: Recording.Lane.Role, target: Int?, source: Int? = nil) {
    let name =
      random.chance(10) ? "a lane with quite a long name \(lanes.count)" : "\(role) \(lanes.count)"
    if let source { sources[lanes.count] = source }
    let stage = target.map { stages[$0].stage }
    lanes.append((recorder.lane(name, role: role, target: stage), role, target))
  }

  private var label: String {
    let all = [
      "a", "b", "7", "Ada", "[1, 2]", "a value that is far too long to be shown whole", "日本 東京",
      "😀", "", "x<&>\"y", "tab\tnull\u{0}", "v1",
    ]
    return all[random.upTo(all.count)]
  }

  private func step() {
    if random.chance(60) { frame += Int64(1 + random.upTo(random.chance(5) ? 400 : 9)) }
    recorder.time = .zero + .milliseconds(frame)
    act()
  }

  private func act() {
    depth += 1
    defer { depth -= 1 }
    if random.chance(25), !stages.isEmpty {
      actOnStage(random.upTo(stages.count))
    } else {
      actOnLane(random.upTo(lanes.count))
    }
  }

  /// Random effects of the current event, fewer at each depth.
  private func react() {
    guard depth < 5 else { return }
    for _ in 0..<random.upTo(4 - depth / 2) { act() }
  }

  private func actOnLane(_ index: Int) {
    let (lane, role, _) = lanes[index]
    let stage = stages[random.upTo(stages.count)].stage
    switch random.upTo(role == .thread ? 4 : 14) {
    case 0: lane.read(label, from: stage)
    case 1: lane.sent(label, to: stage) { react() }
    case 2 where role == .thread, 3 where role == .thread: lane.sent(label, to: stage) { react() }
    case 2, 3:
      lane.subscribed {
        if let source = sources[index] {
          _ = recorder.attachPendingLane(to: .stage(stages[source].stage.stageID))
        }
        if random.chance(30) { lane.requested(random.chance(50) ? 1 + random.upTo(3) : nil) {} }
        react()
      }
    case 4: lane.cancelled { react() }
    case 5: lane.finished { react() }
    case 6: lane.failed(FixtureError(label)) { react() }
    case 7: lane.requested(1 + random.upTo(3)) { react() }
    case 8: lane.dropped(label, random.chance(50) ? .noDemand : .swallowed)
    case 9:
      lane.read(label)
      lane.value(label) { react() }
    default: lane.value(label) { react() }
    }
  }

  private func actOnStage(_ index: Int) {
    let stage = stages[index].stage
    switch random.upTo(7) {
    case 0, 1: stages[index].held.append(stage.hold(label))
    case 2, 3:
      guard !stages[index].held.isEmpty else { return }
      let held = stages[index].held.removeFirst()
      stage.release(held, Recording.ReleaseReason.allCases[random.upTo(5)]) { react() }
    case 4: stage.delivering(label) { react() }
    case 5: stage.control("connect()") { react() }
    default: stage.ended(random.chance(30) ? "broken" : nil)
    }
  }
}
