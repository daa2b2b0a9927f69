extension Recording {
  /// Reads a trace: one JSON object per line, which a program in any language can write. The format is
  /// specified in docs/recording-format.md.
  ///
  /// A trace contains only the events of its lanes and stages; connections, counts, replays and missed
  /// values are derived from them by a recorder.
  public init(trace text: String) throws(RecordingFormatError) {
    try self.init(trace: Array(text.utf8))
  }

  /// Reads the UTF-8 bytes of a trace.
  public init(trace bytes: [UInt8]) throws(RecordingFormatError) {
    var reader = TraceReader()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      do throws(RecordingFormatError) {
        try reader.read(JSONObject(JSONParser.parse(line)))
      } catch {
        throw error.inside("line \(number)")
      }
    }
    self = try reader.recording()
  }

  /// Reads a recording or a trace; the first line decides.
  public init(file bytes: [UInt8]) throws(RecordingFormatError) {
    if TraceReader.isTrace(bytes) {
      try self.init(trace: bytes)
    } else {
      try self.init(json: bytes)
    }
  }
}

/// Records the lines of a trace with a recorder.
struct TraceReader {
  struct LaneEntry {
    let lane: RecordedLane
    let source: Recording.Place?
    var isOpen = false
  }

  let recorder = Recorder()
  private var header: Recording?
  private(set) var unit = RecordingFormat.Unit.milliseconds
  var lanes: [String: LaneEntry] = [:]
  private var stages: [String: RecordedStage] = [:]
  var events: [String: Int32] = [:]
  var held: [String: RecordedStage.Held] = [:]
  var now = VirtualTime.zero
  var eventCount = 0

  /// Whether the first line is the header of a trace.
  static func isTrace(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix(4096).prefix { $0 != UInt8(ascii: "\n") }
    guard let node = try? JSONParser.parse(first), let object = try? JSONObject(node),
      case .string(RecordingFormat.traceName) = object["format"]?.value
    else { return false }
    return true
  }

  mutating func read(_ object: JSONObject) throws(RecordingFormatError) {
    if header == nil {
      try readHeader(object)
    } else if object["mark"] != nil {
      try readEvent(object)
    } else if object["kind"] != nil {
      try declareStage(object)
    } else {
      try declareLane(object)
    }
  }

  func recording() throws(RecordingFormatError) -> Recording {
    guard let header else {
      throw RecordingFormatError(.notOurs(expected: RecordingFormat.traceName))
    }
    return recorder.recording(
      title: header.title, frame: header.frame, showsDurations: header.showsDurations)
  }

  // MARK: Declarations

  private mutating func readHeader(_ object: JSONObject) throws(RecordingFormatError) {
    try object.checkFormat(RecordingFormat.traceName)
    try object.allow(["format", "version", "title", "unit", "frame", "ruler"])
    let unit =
      try object.optional("unit") { node throws(RecordingFormatError) in
        try node.asWord(RecordingFormat.Unit.self)
      } ?? .milliseconds
    let frame = try object.optional("frame") { node throws(RecordingFormatError) in
      try node.asFrame(unit)
    }
    let ruler = try object.optional("ruler") { node throws(RecordingFormatError) in
      try node.asWord(RecordingFormat.Ruler.self)
    }
    self.unit = unit
    header = Recording(
      title: try object.text("title") ?? "",
      frame: frame ?? VirtualDuration(nanoseconds: unit.nanoseconds),
      showsDurations: ruler == .durations)
  }

  private mutating func declareStage(_ object: JSONObject) throws(RecordingFormatError) {
    try object.allow(["stage", "kind", "detail"])
    let name = try object.string("stage")
    guard stages[name] == nil else { throw object.error(.nameTwice(name, kind: "stage")) }
    try checkPlaces(object)
    stages[name] = recorder.stage(
      name, kind: try object.word("kind", Recording.Stage.Kind.self),
      detail: try object.text("detail") ?? "")
  }

  private mutating func declareLane(_ object: JSONObject) throws(RecordingFormatError) {
    try object.allow(["lane", "role", "detail", "source", "target"])
    let name = try object.string("lane")
    guard lanes[name] == nil else { throw object.error(.nameTwice(name, kind: "lane")) }
    try checkPlaces(object)
    let role = try object.optional("role") { node throws(RecordingFormatError) in
      try node.asWord(Recording.Lane.Role.self)
    }
    let target = try stage("target", object)
    if role == .inner, let target, target.kind != .box, let node = object["target"] {
      throw node.error(.innerNeedsBox).inside("target")
    }
    let source = try object.text("source")
    let lane = recorder.lane(
      name, role: role ?? .subscription, detail: try object.text("detail") ?? "",
      target: target)
    var place: Recording.Place?
    if let source, let lane = lanes[source]?.lane {
      place = .lane(lane.laneID)
    } else {
      place = try stage("source", object).map { .stage($0.stageID) }
    }
    lanes[name] = LaneEntry(lane: lane, source: place)
  }

  private func checkPlaces(_ object: JSONObject) throws(RecordingFormatError) {
    let limit = RecordingFormat.placeLimit
    guard lanes.count + stages.count < limit else {
      throw object.error(.tooMany("lanes and stages", limit: limit))
    }
  }

  func stage(
    _ key: String, _ object: JSONObject
  ) throws(RecordingFormatError) -> RecordedStage? {
    try object.optional(key) { node throws(RecordingFormatError) in
      let name = try node.asString()
      guard let stage = stages[name] else {
        throw node.error(.noSuchName(name, kind: "stage"))
      }
      return stage
    }
  }
}
