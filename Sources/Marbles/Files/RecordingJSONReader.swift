/// Creates a recording from JSON, and checks all its values and references.
struct RecordingJSONReader {
  private var recording = Recording()
  private var labels = LabelTable()
  private var unit = RecordingFormat.Unit.milliseconds
  /// For each `held` and `delivering` event, whether a later event ends it.
  private var isOver: [EventID: Bool] = [:]

  /// The text, for elements that have not been stored.
  private let bytes: ArraySlice<UInt8>

  private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  static func read(_ node: JSONNode) throws(RecordingFormatError) -> Recording {
    var reader = RecordingJSONReader([])
    try reader.read(node)
    return reader.recording
  }

  /// Reads a text. The events are not stored as JSON, which takes ten times their memory.
  static func read(_ bytes: ArraySlice<UInt8>) throws(RecordingFormatError) -> Recording {
    var reader = RecordingJSONReader(bytes)
    try reader.read(JSONParser.parse(bytes, unreadKey: "events"))
    return reader.recording
  }

  private func stored(_ node: JSONNode) throws(RecordingFormatError) -> JSONNode {
    guard case .unread = node.value else { return node }
    return try JSONParser.parse(bytes[node.range])
  }

  private static let keys = [
    "format", "version", "title", "unit", "frame", "ruler", "ending", "stages", "lanes", "events",
  ]

  private mutating func read(_ node: JSONNode) throws(RecordingFormatError) {
    let object = try JSONObject(node)
    try object.checkFormat(RecordingFormat.name)
    try object.allow(Self.keys)
    unit = try object.required("unit") { node throws(RecordingFormatError) in
      try node.asWord(RecordingFormat.Unit.self)
    }
    recording.title =
      try object.optional("title") { node throws(RecordingFormatError) in
        try node.asString()
      } ?? ""
    recording.frame = try object.required("frame") { node throws(RecordingFormatError) in
      try node.asFrame(unit)
    }
    recording.showsDurations =
      try object.optional("ruler") { node throws(RecordingFormatError) in
        try node.asWord(RecordingFormat.Ruler.self)
      } == .durations
    recording.ending = try object.optional("ending", Self.ending) ?? .idle
    try readTables(object)
  }

  private mutating func readTables(_ object: JSONObject) throws(RecordingFormatError) {
    let limit = RecordingFormat.placeLimit
    recording.stages = try object.required("stages") { node throws(RecordingFormatError) in
      try node.asArray(of: "stages", limit: limit, Self.stage)
    }
    var missed: [(node: JSONNode, lane: LaneID)] = []
    recording.lanes = try object.required("lanes") { node throws(RecordingFormatError) in
      let count = if case .array(let nodes) = node.value { nodes.count } else { 0 }
      return try node.asArray(of: "lanes", limit: limit) {
        (node, index) throws(RecordingFormatError) in
        let object = try JSONObject(node)
        if let list = object["missed"] { missed.append((list, LaneID(index: index))) }
        return try lane(object, laneCount: count)
      }
    }
    try object.required("events") { node throws(RecordingFormatError) in
      _ = try node.asArray(of: "events", limit: RecordingFormat.eventLimit) {
        (node, _) throws(RecordingFormatError) in
        let event = try self.event(JSONObject(stored(node)))
        recording.events.append(event)
      }
    }
    for (list, lane) in missed {
      do throws(RecordingFormatError) {
        recording[lane].missed = try self.missed(list)
      } catch {
        throw error.inside("lanes[\(lane)].missed")
      }
    }
    recording.labels = labels.texts
  }

  private static func ending(_ node: JSONNode) throws(RecordingFormatError) -> Recording.Ending {
    let object = try JSONObject(node)
    try object.allow(["fatal", "stopped", "unfinished"])
    if let message = object["fatal"] { return .fatal(try message.asString()) }
    if let sentence = object["unfinished"] { return .unfinished(try sentence.asString()) }
    return .stopped(
      try object.required("stopped") { node throws(RecordingFormatError) in try node.asString() })
  }

  private static func stage(
    _ node: JSONNode, _: Int
  ) throws(RecordingFormatError) -> Recording.Stage {
    let object = try JSONObject(node)
    try object.allow(["name", "kind", "detail"])
    return Recording.Stage(
      name: try object.string("name"), kind: try object.word("kind", Recording.Stage.Kind.self),
      detail: try object.text("detail") ?? "")
  }

  private func lane(
    _ object: JSONObject, laneCount: Int
  ) throws(RecordingFormatError) -> Recording.Lane {
    try object.allow(["name", "role", "detail", "source", "target", "missed"])
    let stageCount = recording.stages.count
    let role = try object.word("role", Recording.Lane.Role.self)
    return Recording.Lane(
      name: try object.string("name"), role: role,
      detail: try object.text("detail") ?? "",
      source: try object.optional("source") { node throws(RecordingFormatError) in
        try Self.place(JSONObject(node), laneCount: laneCount, stageCount: stageCount)
      },
      target: try object.optional("target") { node throws(RecordingFormatError) in
        let target: StageID = try node.asIdentifier(of: "stage", count: stageCount)
        guard role != .inner || recording[target].kind == .box else {
          throw node.error(.innerNeedsBox)
        }
        return target
      })
  }

  private func missed(_ list: JSONNode) throws(RecordingFormatError) -> [EventID] {
    try list.asArray(of: "missed values", limit: RecordingFormat.eventLimit) {
      (node, _) throws(RecordingFormatError) in
      let id: EventID = try node.asIdentifier(of: "event", count: recording.events.count)
      switch recording[id].mark {
      case .value, .replayed, .sent: return id
      default: throw node.error(.wrongEvent(id, expected: "a value"))
      }
    }
  }

  static func place(
    _ object: JSONObject, laneCount: Int, stageCount: Int
  ) throws(RecordingFormatError) -> Recording.Place {
    let lane: LaneID? = try object.optional("lane") { node throws(RecordingFormatError) in
      try node.asIdentifier(of: "lane", count: laneCount)
    }
    let stage: StageID? = try object.optional("stage") { node throws(RecordingFormatError) in
      try node.asIdentifier(of: "stage", count: stageCount)
    }
    switch (lane, stage) {
    case (let lane?, nil): return .lane(lane)
    case (nil, let stage?): return .stage(stage)
    default: throw object.error(.notOnePlace)
    }
  }
}

// MARK: Events

extension RecordingJSONReader {
  private mutating func event(_ object: JSONObject) throws(RecordingFormatError) -> Recording.Event
  {
    let word = try object.word("mark", Recording.MarkWord.self)
    try object.allow(["at", "lane", "stage", "mark"] + word.keys + ["cause"])
    let last = recording.events.last?.time ?? .zero
    let time = try object.required("at") { node throws(RecordingFormatError) in
      let time = try node.asTime(unit)
      guard time >= last else { throw node.error(.timeGoesBack) }
      return time
    }
    let place = try Self.place(
      object, laneCount: recording.lanes.count, stageCount: recording.stages.count)
    try word.check(place, object)
    let cause = try earlier("cause", object)
    return Recording.Event(
      time: time, place: place, mark: try mark(word, object, at: place), cause: cause)
  }

  private mutating func mark(
    _ word: Recording.MarkWord, _ object: JSONObject, at place: Recording.Place
  ) throws(RecordingFormatError) -> Recording.Mark {
    switch word {
    case .subscribed: .subscribed(as: try object.role())
    case .requested: .requested(try demand(object))
    case .value: .value(try label(object))
    case .replayed: .replayed(try label(object), from: try origin(object))
    case .finished: .finished
    case .failed: .failed(try label(object))
    case .cancelled: .cancelled
    case .joined: .joined
    case .left: .left
    case .dropped: .dropped(try label(object), try object.word("why", Recording.DropReason.self))
    case .sent: .sent(try label(object), to: try requiredStage("to", object))
    case .read:
      .read(try label(object), stage: try stage("of", object), from: try origin(object))
    case .connected: .connected
    case .disconnected: .disconnected
    case .count:
      .count(
        try object.required("count") { node throws(RecordingFormatError) in try node.asCount() })
    case .held: .held(try began(label(object)))
    case .released:
      .released(
        try over("held", object, at: place), try object.word("fate", Recording.ReleaseReason.self))
    case .delivering: .delivering(try began(label(object)))
    case .delivered: .delivered(try over("delivery", object, at: place))
    case .ended: .ended(object["text"] == nil ? nil : try label(object))
    case .control: .control(try label(object))
    case .warning: .warning(try label(object))
    case .fatal: .fatal(try label(object))
    }
  }

  private func demand(_ object: JSONObject) throws(RecordingFormatError) -> Int? {
    try object.required("demand") { node throws(RecordingFormatError) in try node.asDemand() }
  }

  private mutating func label(_ object: JSONObject) throws(RecordingFormatError) -> Recording.Label
  {
    labels.label(try object.string("text"))
  }

  private func stage(
    _ key: String, _ object: JSONObject
  ) throws(RecordingFormatError) -> StageID? {
    try object.optional(key) { node throws(RecordingFormatError) in
      try node.asIdentifier(of: "stage", count: recording.stages.count)
    }
  }

  private func requiredStage(
    _ key: String, _ object: JSONObject
  ) throws(RecordingFormatError) -> StageID {
    guard let stage = try stage(key, object) else { throw object.error(.missingKey(key)) }
    return stage
  }

  /// The number of an event before the current one.
  private func earlier(
    _ key: String, _ object: JSONObject
  ) throws(RecordingFormatError) -> EventID? {
    try object.optional(key) { node throws(RecordingFormatError) in
      let id = EventID(index: try node.asCount())
      guard id < recording.eventIDs.upperBound else { throw node.error(.notEarlier(id)) }
      return id
    }
  }

  private func origin(_ object: JSONObject) throws(RecordingFormatError) -> EventID? {
    guard let id = try earlier("from", object), let node = object["from"] else { return nil }
    if case .held = recording[id].mark { return id }
    throw node.error(.wrongEvent(id, expected: "a held value")).inside("from")
  }

  private mutating func began(_ label: Recording.Label) -> Recording.Label {
    isOver[recording.eventIDs.upperBound] = false
    return label
  }

  /// The `held` or `delivering` event that this event ends: on the same stage, and not ended before.
  private mutating func over(
    _ key: String, _ object: JSONObject, at place: Recording.Place
  ) throws(RecordingFormatError) -> EventID {
    guard let id = try earlier(key, object), let node = object[key] else {
      throw object.error(.missingKey(key))
    }
    let event = recording[id]
    let matches =
      switch event.mark {
      case .held: key == "held"
      case .delivering: key == "delivery"
      default: false
      }
    guard matches, event.place == place else {
      let expected = key == "held" ? "a value that this stage held" : "a delivery of this stage"
      throw node.error(.wrongEvent(id, expected: expected)).inside(key)
    }
    guard isOver[id] == false else { throw node.error(.releasedTwice(id)).inside(key) }
    isOver[id] = true
    return id
  }
}
