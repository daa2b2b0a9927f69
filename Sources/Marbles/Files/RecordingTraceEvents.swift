extension TraceReader {
  /// The marks that the recorder derives.
  private static let derived: Set<Recording.MarkWord> = [
    .replayed, .joined, .left, .connected, .disconnected, .count, .delivering, .delivered,
  ]
  static let words = Recording.MarkWord.allCases.filter { !derived.contains($0) }

  mutating func readEvent(_ object: JSONObject) throws(RecordingFormatError) {
    let word = try object.word("mark", Recording.MarkWord.self)
    guard Self.words.contains(word) else {
      throw object.error(.unknownWord(word.rawValue, known: Self.words.map(\.rawValue)))
    }
    let own = word == .read ? ["text", "of"] : word.keys
    try object.allow(["at", "lane", "stage", "mark", "id", "cause"] + own)
    eventCount += 1
    guard eventCount <= RecordingFormat.eventLimit else {
      throw object.error(.tooMany("events", limit: RecordingFormat.eventLimit))
    }
    try advance(object)
    let id = try newIdentifier(object)
    let event = recorder.withCause(try cause(object)) {
      Result { () throws(RecordingFormatError) in
        switch (object["lane"], object["stage"]) {
        case (_?, nil): try laneEvent(word, object)
        case (nil, _?): try stageEvent(word, object, id: id)
        default: throw object.error(.notOnePlace)
        }
      }
    }
    let number = try event.get()
    if let id { events[id] = number }
  }

  private mutating func advance(_ object: JSONObject) throws(RecordingFormatError) {
    now = try object.required("at") { node throws(RecordingFormatError) in
      let time = try node.asDecimalTime(unit)
      guard time >= now else { throw node.error(.timeGoesBack) }
      return time
    }
    recorder.time = now
  }

  private func newIdentifier(_ object: JSONObject) throws(RecordingFormatError) -> String? {
    try object.optional("id") { node throws(RecordingFormatError) in
      let id = try node.asLabel()
      guard events[id] == nil else { throw node.error(.nameTwice(id, kind: "event")) }
      return id
    }
  }

  private func cause(_ object: JSONObject) throws(RecordingFormatError) -> Int32 {
    try object.optional("cause") { node throws(RecordingFormatError) in
      let id = try node.asLabel()
      guard let event = events[id] else { throw node.error(.noSuchName(id, kind: "event")) }
      return event
    } ?? -1
  }

  /// Records an event of a lane and returns its number.
  private mutating func laneEvent(
    _ word: Recording.MarkWord, _ object: JSONObject
  ) throws(RecordingFormatError) -> Int32 {
    try word.check(.lane(0), object)
    let name = try object.string("lane")
    guard let entry = lanes[name] else { throw object.error(.noSuchName(name, kind: "lane")) }
    switch word {
    case .subscribed:
      guard !entry.isOpen else { throw object.error(.alreadySubscribed(name)) }
      lanes[name]?.isOpen = true
      return subscribe(entry, as: try object.role())
    case .finished, .failed, .cancelled:
      lanes[name]?.isOpen = false
      return try end(entry.lane, word, object)
    case .warning, .fatal:
      return try remark(word, object, place: Int32(entry.lane.laneID.index))
    default:
      return try pass(entry.lane, word, object)
    }
  }

  private func subscribe(_ entry: LaneEntry, as role: Recording.EdgeRole) -> Int32 {
    entry.lane.subscribed(as: role) {
      if let source = entry.source { _ = recorder.attachPendingLane(to: source) }
      return recorder.cause
    }
  }

  private func end(
    _ lane: RecordedLane, _ word: Recording.MarkWord, _ object: JSONObject
  ) throws(RecordingFormatError) -> Int32 {
    switch word {
    case .finished: return lane.finished { recorder.cause }
    case .cancelled: return lane.cancelled { recorder.cause }
    default:
      let failure = TraceFailure(description: try object.label("text"))
      return lane.failed(failure) { recorder.cause }
    }
  }

  private func pass(
    _ lane: RecordedLane, _ word: Recording.MarkWord, _ object: JSONObject
  ) throws(RecordingFormatError) -> Int32 {
    switch word {
    case .requested:
      let demand = try object.required("demand") { node throws(RecordingFormatError) in
        try node.asDemand()
      }
      return lane.requested(demand) { recorder.cause }
    case .sent:
      guard let stage = try stage("to", object) else { throw object.error(.missingKey("to")) }
      return lane.sent(try value(object), to: stage) { recorder.cause }
    case .dropped:
      lane.dropped(try value(object), try object.word("why", Recording.DropReason.self))
      return newest
    case .read:
      lane.read(try value(object), from: try stage("of", object))
      return newest
    default:
      return lane.value(try value(object)) { recorder.cause }
    }
  }

  private func value(_ object: JSONObject) throws(RecordingFormatError) -> TraceValue {
    TraceValue(pictureText: try object.label("text"))
  }

  /// Records an event of a stage and returns its number.
  private mutating func stageEvent(
    _ word: Recording.MarkWord, _ object: JSONObject, id: String?
  ) throws(RecordingFormatError) -> Int32 {
    try word.check(.stage(0), object)
    guard let stage = try stage("stage", object) else { return recorder.cause }
    switch word {
    case .held:
      let value = stage.hold(try value(object))
      if let id { held[id] = value }
      return value.event
    case .released:
      let value = try release(object)
      return stage.release(value, try object.word("fate", Recording.ReleaseReason.self)) {
        recorder.cause
      }
    case .control: return stage.control(try object.label("text")) { recorder.cause }
    case .ended:
      stage.ended(object["text"] == nil ? nil : try object.label("text"))
      return newest
    default: return try remark(word, object, place: ~Int32(stage.stageID.index))
    }
  }

  private mutating func release(
    _ object: JSONObject
  ) throws(RecordingFormatError) -> RecordedStage.Held {
    let id = try object.required("held") { node throws(RecordingFormatError) in
      try node.asLabel()
    }
    guard let value = held.removeValue(forKey: id) else {
      throw object.error(.noSuchName(id, kind: "held value"))
    }
    return value
  }

  private func remark(
    _ word: Recording.MarkWord, _ object: JSONObject, place: Int32
  ) throws(RecordingFormatError) -> Int32 {
    let text = try object.label("text")
    return recorder.record { state, cause in
      let isFatal = word == .fatal
      let event = state.append(isFatal ? .fatal : .warning, place: place, text: text, cause: cause)
      if isFatal { state.stop(.fatal(text)) }
      return event
    }
  }

  private var newest: Int32 { Int32(clamping: recorder.count - 1) }
}

private struct TraceFailure: Error, CustomStringConvertible {
  let description: String
}

/// A value of a trace, which is drawn as the trace has it.
private struct TraceValue: PicturedValue {
  let pictureText: String
}
