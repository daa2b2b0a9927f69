import Marbles

/// A diagram shows the events of the recording: each mark is an event, each event of a drawn lane has a
/// mark, each arrow follows causes, and each strip has the duration of its hold.
struct PictureRules {
  private let replay: Replay
  private let diagram: Diagram
  private var lies: [String] = []

  static func lies(_ replay: Replay, _ diagram: Diagram) -> [String] {
    var rules = PictureRules(replay: replay, diagram: diagram)
    rules.checkGlyphs()
    rules.checkOrder()
    rules.checkStrips()
    rules.checkTints()
    rules.checkArrows()
    rules.checkCounts()
    return rules.lies
  }

  private init(replay: Replay, diagram: Diagram) {
    self.replay = replay
    self.diagram = diagram
  }

  private mutating func tell(_ lie: String) { lies.append("drawn: \(lie)") }

  private func time(_ at: Diagram.Position) -> VirtualTime { diagram.columns[at.column].time }

  private func text(_ label: Recording.Label) -> String {
    let text = replay.recording.text(label)
    return text.isEmpty ? "\"\"" : text
  }

  // MARK: Marks

  private mutating func checkGlyphs() {
    var drawn: Set<EventID> = []
    var rows: Set<LaneID> = []
    for glyph in diagram.glyphs where glyph.kind != .missed {
      if !drawn.insert(glyph.event).inserted { tell("twice: \(replay.describe(glyph.event))") }
      // A stage shows what it drops of a lane that is not drawn.
      if let lane = replay.lane(glyph.event), replay.dropper(of: glyph.event) == nil {
        rows.insert(lane)
      }
      if time(glyph.at) != replay.recording[glyph.event].time {
        tell("at \(time(glyph.at)): \(replay.describe(glyph.event))")
      }
      if let wrong = wrongKind(glyph) { tell("\(wrong): \(replay.describe(glyph.event))") }
    }
    for id in replay.recording.eventIDs where !drawn.contains(id) {
      guard let lane = replay.lane(id), rows.contains(lane), mustBeDrawn(replay.recording[id].mark)
      else { continue }
      tell("not at all: \(replay.describe(id))")
    }
  }

  private func mustBeDrawn(_ mark: Recording.Mark) -> Bool {
    switch mark {
    case .value, .replayed, .finished, .failed, .cancelled, .subscribed, .dropped: true
    default: false
    }
  }

  private func wrongKind(_ glyph: Diagram.Glyph) -> String? {
    let isRight =
      switch (replay.recording[glyph.event].mark, glyph.kind) {
      case (.subscribed, .subscribe), (.cancelled, .cancel), (.finished, .finished): true
      // The completion of a subject that is drawn as a lane, sent during a delivery.
      case (.ended(.none), .finished): true
      case (.failed(let label), .failed), (.ended(.some(let label)), .failed),
        (.value(let label), .value),
        (.replayed(let label, _), .replayed), (.dropped(let label, .noDemand), .dropped),
        (.dropped(let label, .noDemand), .refused),
        (.dropped(let label, .swallowed), .swallowed), (.value(let label), .readThenSent),
        (.read(let label, _, _), .read), (.sent(let label, _), .send),
        (.sent(let label, _), .value),
        (.sent(let label, _), .readThenSent), (.control(let label), .control):
        glyph.text == text(label)
      case (.ended(let label), .ended): glyph.text == (label.map { text($0) } ?? "")
      case (.requested, .request): true
      case (.count, .count): true
      default: false
      }
    return isRight ? nil : "as \(glyph.kind) '\(glyph.text)'"
  }

  /// On one line, a later mark is to the right of an earlier one.
  private mutating func checkOrder() {
    var last: [Diagram.Site: Diagram.Glyph] = [:]
    for glyph in diagram.glyphs.sorted(by: { $0.event < $1.event })
    where replay.lane(glyph.event) != nil && glyph.kind != .missed {
      if let before = last[glyph.site], before.at >= glyph.at {
        tell("not behind \(replay.describe(before.event)): \(replay.describe(glyph.event))")
      }
      last[glyph.site] = glyph
    }
  }

  // MARK: Bands

  private mutating func checkStrips() {
    var ends: [EventID: (id: EventID, fate: Recording.ReleaseReason)] = [:]
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      if case .released(let held, let fate) = event.mark { ends[held] = (id, fate) }
    }
    for strip in diagram.strips where strip.kind == .held {
      guard case .held(let label) = replay.recording[strip.event].mark else {
        tell("a strip of \(replay.describe(strip.event))")
        continue
      }
      if strip.text != text(label) { tell("'\(strip.text)': \(replay.describe(strip.event))") }
      if let start = strip.start, time(start) != replay.recording[strip.event].time {
        tell("a strip from \(time(start)): \(replay.describe(strip.event))")
      }
      let end = ends[strip.event]
      if strip.fate != end?.fate || (strip.end == nil) != (end == nil) {
        tell("a strip with another end: \(replay.describe(strip.event))")
      } else if let drawn = strip.end, let end, time(drawn) != replay.recording[end.id].time {
        tell("a strip until \(time(drawn)): \(replay.describe(end.id))")
      }
    }
  }

  private mutating func checkTints() {
    for (row, shown) in diagram.rows.enumerated() {
      guard case .band(let kind, _, _) = shown.kind, kind == .hub || kind == .cache else {
        continue
      }
      let stages = replay.recording.stageIDs.filter {
        replay.recording[$0].name == shown.name && replay.recording[$0].kind == kind
      }
      guard stages.count == 1 else { continue }
      var expected: [(start: VirtualTime, end: VirtualTime?)] = []
      for event in replay.recording.events where event.place == .stage(stages[0]) {
        if event.mark == .connected { expected.append((event.time, nil)) }
        if event.mark == .disconnected { expected[expected.count - 1].end = event.time }
      }
      let drawn = diagram.tints.filter { $0.row == row }
      guard drawn.count == expected.count else {
        tell("\(shown.name) connected \(drawn.count) times instead of \(expected.count)")
        continue
      }
      for (tint, truth) in zip(drawn, expected)
      where tint.start.map({ time($0) }) != truth.start || tint.end.map({ time($0) }) != truth.end {
        tell("\(shown.name) connected from \(truth.start)")
      }
    }
  }

  // MARK: Arrows

  private mutating func checkArrows() {
    for arrow in diagram.arrows {
      let ends = [arrow.from, arrow.to].compactMap { end -> (EventID, Diagram.Position)? in
        guard case .mark(_, let glyph) = end else { return nil }
        return (diagram.glyphs[glyph].event, diagram.glyphs[glyph].at)
      }
      for (id, at) in ends where at != arrow.at { tell("an arrow beside \(replay.describe(id))") }
      if case .mark(_, let from) = arrow.from, case .mark(_, let to) = arrow.to {
        let (a, b) = (diagram.glyphs[from].event, diagram.glyphs[to].event)
        if !replay.causes(of: b).contains(a), !replay.causes(of: a).contains(b) {
          tell("an arrow from \(replay.describe(a)) to \(replay.describe(b))")
        }
      }
      if case .strip(let strip) = arrow.from, diagram.strips[strip].kind == .held {
        let held = replay.recording[diagram.strips[strip].event]
        if held.time > time(arrow.at) { tell("an arrow from a strip that is not there yet") }
        if let end = diagram.strips[strip].end, time(end) < time(arrow.at) {
          tell(
            "an arrow from a strip that is over: \(replay.describe(diagram.strips[strip].event))")
        }
      }
    }
  }

  // MARK: Counts

  /// The last circle of each hub has the last number of open subscriptions.
  private mutating func checkCounts() {
    var latest: [StageID: Int] = [:]
    for (id, event) in zip(replay.recording.eventIDs, replay.recording.events) {
      guard case .count(let count) = event.mark, let stage = replay.stage(id) else { continue }
      latest[stage] = count
    }
    var shown: [StageID: Diagram.Glyph] = [:]
    for glyph in diagram.glyphs where glyph.kind == .count {
      if let stage = replay.stage(glyph.event) { shown[stage] = glyph }
    }
    for (stage, glyph) in shown where glyph.text != latest[stage].map({ "\($0)" }) {
      tell("\(glyph.name) with \(glyph.text) subscribers at the end")
    }
  }
}
