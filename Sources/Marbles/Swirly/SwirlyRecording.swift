extension Recording {
  /// A swirly file as a recording: its streams become lanes, its operators stages between them, and
  /// streams in streams the inner streams of the operator below.
  ///
  /// The file contains no causes: an output of an operator is assumed to be caused by an input in the
  /// same frame. A ghost is a value that an operator drops.
  public init(swirly file: SwirlyFile, title: String = "") {
    var writer = SwirlyRecorder(file)
    self = writer.recording(title: title)
  }
}

/// Creates lanes and stages for the blocks of a file, and collects their events.
private struct SwirlyRecorder {
  private struct Entry {
    let frame: Int
    let lane: LaneID
    let mark: Recording.Mark
    /// The index of its cause in ``entries``.
    var cause: Int?
  }

  private let file: SwirlyFile
  private var lanes = PerLane<Recording.Lane>()
  private var stages = PerStage<Recording.Stage>()
  private var labels: [String] = []
  private var entries: [Entry] = []

  init(_ file: SwirlyFile) { self.file = file }

  mutating func recording(title: String) -> Recording {
    addStages()
    var below = 0
    var above: [(lane: LaneID, first: Int)] = []
    var current: [(lane: LaneID, first: Int)] = []
    for block in file.blocks {
      switch block {
      case .operation:
        below += 1
        (above, current) = (current, [])
      case .stream(let stream):
        current.append((lanes.ids.upperBound, stream.events.first?.frame ?? .max))
        if below > 1 { findAlternative(stream, above) }
        add(stream, source: below - 1, target: below)
      }
    }
    nameLanes()
    findCauses()
    return Recording(
      title: title, stages: stages.elements, lanes: lanes.elements, labels: labels, events: events()
    )
  }

  /// An operator is a box if the stream above it contains streams.
  private mutating func addStages() {
    var holdsStreams = false
    for block in file.blocks {
      switch block {
      case .stream(let stream):
        holdsStreams = holdsStreams || stream.events.contains { $0.mark.isStream }
      case .operation(let operation):
        stages.append(Recording.Stage(name: operation.title, kind: holdsStreams ? .box : .memory))
        holdsStreams = false
      }
    }
  }

  /// Separates the streams above an operator from it, if its output begins before any of them.
  ///
  /// People also write operators that are alternatives one below the other; an output cannot come
  /// before its input.
  private mutating func findAlternative(
    _ stream: SwirlyFile.Stream, _ above: [(lane: LaneID, first: Int)]
  ) {
    guard let first = stream.events.first?.frame, above.allSatisfy({ first < $0.first }) else {
      return
    }
    for (lane, _) in above { lanes[lane].target = nil }
  }

  /// Adds a stream below the operator `source` and above the operator `target`, if there are such.
  private mutating func add(_ stream: SwirlyFile.Stream, source: Int, target: Int) {
    let source = source < 0 ? nil : StageID(index: source)
    let target = target < stages.elements.count ? StageID(index: target) : nil
    let lane = lanes.ids.upperBound
    lanes.append(
      Recording.Lane(
        name: stream.title ?? "", role: source == nil ? .input : .subscription,
        source: source.map { .stage($0) }, target: target))
    if stream.offset > 0 { append(stream.offset, lane, .subscribed()) }
    write(stream, on: lane, from: 0, box: target, cause: nil)
  }

  /// Names the streams without a title.
  private mutating func nameLanes() {
    for id in lanes.ids where lanes[id].name.isEmpty {
      let isOutput = lanes[id].source != nil && lanes[id].target == nil
      lanes[id].name = isOutput ? "output" : "input"
    }
  }

  /// Adds the events of a stream, and a lane for each stream in it.
  private mutating func write(
    _ stream: SwirlyFile.Stream, on lane: LaneID, from start: Int, box: StageID?, cause: Int?
  ) {
    for event in stream.events {
      let frame = start + event.frame
      switch event.mark {
      case .value(_, let label):
        let label = self.label(label)
        append(frame, lane, event.isGhost ? .dropped(label, .swallowed) : .value(label))
      case .inner(let name):
        let opening = entries.count
        let label = label(file.inner[name]?.title ?? String(name))
        append(frame, lane, event.isGhost ? .dropped(label, .swallowed) : .value(label))
        if !event.isGhost, let inner = file.inner[name] {
          open(inner, name, in: lane, frame, box, opening)
        }
      case .finished: append(frame, lane, .finished)
      case .failed: append(frame, lane, .failed(label("error")))
      }
    }
  }

  private mutating func open(
    _ stream: SwirlyFile.Stream, _ name: Character, in outer: LaneID, _ frame: Int,
    _ box: StageID?, _ opening: Int
  ) {
    let lane = lanes.ids.upperBound
    let isInBox = box.map { stages[$0].kind == .box } ?? false
    lanes.append(
      Recording.Lane(
        name: stream.title ?? String(name), role: isInBox ? .inner : .subscription,
        source: .lane(outer), target: isInBox ? box : nil))
    append(frame, lane, .subscribed(), cause: opening)
    write(stream, on: lane, from: frame, box: box, cause: opening)
  }

  private mutating func append(
    _ frame: Int, _ lane: LaneID, _ mark: Recording.Mark, cause: Int? = nil
  ) {
    entries.append(Entry(frame: frame, lane: lane, mark: mark, cause: cause))
  }

  /// Finds the cause of each output of an operator: the input of the same frame with the same text,
  /// otherwise the last input of the frame.
  private mutating func findCauses() {
    var into: [StageID: [Int: [Int]]] = [:]
    for (index, entry) in entries.enumerated() {
      if case .stage(let stage) = lanes[entry.lane].source, entry.cause == nil {
        let candidates = into[stage]?[entry.frame] ?? []
        let same = candidates.last { entries[$0].mark == entry.mark }
        entries[index].cause = same ?? candidates.last
      }
      if let stage = lanes[entry.lane].target {
        into[stage, default: [:]][entry.frame, default: []].append(index)
      }
    }
  }

  private mutating func label(_ text: String) -> Recording.Label {
    if let known = labels.firstIndex(of: text) { return Recording.Label(index: known) }
    labels.append(text)
    return Recording.Label(index: labels.count - 1)
  }

  /// The events ordered by time, and at one time in the order of the file.
  private func events() -> [Recording.Event] {
    let order = entries.indices.sorted { (entries[$0].frame, $0) < (entries[$1].frame, $1) }
    var number = Array(repeating: EventID(index: 0), count: entries.count)
    for (new, old) in order.enumerated() { number[old] = EventID(index: new) }
    return order.map { index in
      let entry = entries[index]
      return Recording.Event(
        time: .zero + .frame * Int64(max(0, entry.frame)), place: .lane(entry.lane),
        mark: entry.mark, cause: entry.cause.map { number[$0] })
    }
  }
}

extension SwirlyFile.Mark {
  fileprivate var isStream: Bool {
    if case .inner = self { true } else { false }
  }
}
