/// Creates the JSON of a recording.
struct RecordingJSONWriter {
  private let recording: Recording
  private let unit: RecordingFormat.Unit

  init(_ recording: Recording) {
    self.recording = recording
    unit =
      RecordingFormat.Unit.allCases.first { unit in
        recording.frame.nanoseconds % unit.nanoseconds == 0
          && recording.events.allSatisfy { $0.time.nanoseconds % unit.nanoseconds == 0 }
      } ?? .nanoseconds
  }

  func node() -> JSONNode {
    var node = head
    node.append("events", .array(recording.events.map(event)))
    return node
  }

  func write(to bytes: inout [UInt8]) {
    head.writeOverLines(to: &bytes, with: "events", recording.events.lazy.map(event))
  }

  /// Everything except the events.
  private var head: JSONNode {
    var node: JSONNode = .object([
      "format": .string(RecordingFormat.name),
      "version": .integer(RecordingFormat.version),
      "title": .string(recording.title),
      "unit": .string(unit.rawValue),
      "frame": .integer(recording.frame.nanoseconds / unit.nanoseconds),
      "ruler": .string(
        (recording.showsDurations ? RecordingFormat.Ruler.durations : .frames).rawValue),
    ])
    switch recording.ending {
    case .idle: break
    case .fatal(let message): node.append("ending", .object(["fatal": .string(message)]))
    case .stopped(let sentence): node.append("ending", .object(["stopped": .string(sentence)]))
    case .unfinished(let sentence):
      node.append("ending", .object(["unfinished": .string(sentence)]))
    }
    node.append("stages", .array(recording.stages.map(stage)))
    node.append("lanes", .array(recording.lanes.map(lane)))
    return node
  }

  private func stage(_ stage: Recording.Stage) -> JSONNode {
    var node: JSONNode = .object([
      "name": .string(stage.name), "kind": .string(stage.kind.rawValue),
    ])
    if !stage.detail.isEmpty { node.append("detail", .string(stage.detail)) }
    return node
  }

  private func lane(_ lane: Recording.Lane) -> JSONNode {
    var node: JSONNode = .object([
      "name": .string(lane.name), "role": .string(lane.role.rawValue),
    ])
    if !lane.detail.isEmpty { node.append("detail", .string(lane.detail)) }
    switch lane.source {
    case .lane(let id): node.append("source", .object(["lane": .integer(id.index)]))
    case .stage(let id): node.append("source", .object(["stage": .integer(id.index)]))
    case nil: break
    }
    if let target = lane.target { node.append("target", .integer(target.index)) }
    if !lane.missed.isEmpty {
      node.append("missed", .array(lane.missed.map { .integer($0.index) }))
    }
    return node
  }

  private func event(_ event: Recording.Event) -> JSONNode {
    var node: JSONNode = .object([
      "at": .integer(event.time.nanoseconds / unit.nanoseconds)
    ])
    switch event.place {
    case .lane(let id): node.append("lane", .integer(id.index))
    case .stage(let id): node.append("stage", .integer(id.index))
    }
    node.append("mark", .string(event.mark.word.rawValue))
    append(event.mark, to: &node)
    if let cause = event.cause { node.append("cause", .integer(cause.index)) }
    return node
  }

  private func append(_ mark: Recording.Mark, to node: inout JSONNode) {
    if let label = mark.label { node.append("text", .string(recording.text(label))) }
    switch mark {
    case .subscribed(let role):
      guard let (word, number) = role.words else { return }
      node.append("as", .string(word.rawValue))
      if let number { node.append("number", .integer(number)) }
    case .requested(let demand):
      node.append("demand", demand.map { .integer($0) } ?? .string("unlimited"))
    case .replayed(_, let origin):
      if let origin { node.append("from", .integer(origin.index)) }
    case .dropped(_, let reason): node.append("why", .string(reason.rawValue))
    case .sent(_, let stage): node.append("to", .integer(stage.index))
    case .read(_, let stage, let origin):
      if let stage { node.append("of", .integer(stage.index)) }
      if let origin { node.append("from", .integer(origin.index)) }
    case .count(let count): node.append("count", .integer(count))
    case .released(let held, let fate):
      node.append("held", .integer(held.index))
      node.append("fate", .string(fate.rawValue))
    case .delivered(let start): node.append("delivery", .integer(start.index))
    default: break
    }
  }
}
