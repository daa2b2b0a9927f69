/// The color of every event: an element that was mapped, paired or answered has the color of the
/// element that caused it.
///
/// An element of a source gets the next color. If the same work runs again, the element at the
/// same position of the run has the same color, so that repeated work is seen. Elements of
/// different origin that follow each other on a lane or in a stage differ in the palette.
struct ColorAssignment {
  /// The number of different colors in a picture.
  static let paletteSize = 5

  /// An element by its position in the run of a cold source.
  private struct Work: Hashable {
    /// The first of the lanes whose sources do the same work.
    var run: LaneID
    var position: Int
    var label: Int
  }

  /// The facts by which it is recognized that sources do the same work.
  private struct Source: Hashable {
    var target: StageID?
    var name: String
  }

  /// By event; -1 where no element is behind it. The remainder by the size of the palette is the
  /// color in the palette.
  private(set) var colors: PerEvent<Int>
  /// Older colors that are next to a newer one on a lane or in a stage: lists, with the index of the
  /// next entry, or -1.
  private var neighbors: [(color: Int, next: Int)] = []
  /// For each color, the first entry of its list in ``neighbors``, or -1.
  private var firstNeighbor: [Int] = []
  /// The color last given to a label, for memories whose holding was not recorded.
  private var colorOfLabel: [Int]
  private var colorOfWork: [Work: Int] = [:]
  /// For each lane, the first one whose source does the same work.
  private let firstRun: PerLane<LaneID>
  /// The color of the latest element of each lane and stage, or -1.
  private var latestOnLane: PerLane<Int>
  private var latestInStage: PerStage<Int>
  /// The number of elements since the lane subscribed.
  private var position: PerLane<Int>
  /// For an inner stream, the color of the element that started it, or -1.
  private var outer: PerLane<Int>

  /// - Complexity: O(events).
  init(_ recording: Recording) {
    colors = PerEvent()
    colors.reserveCapacity(recording.events.count)
    colorOfLabel = Array(repeating: -1, count: recording.labels.count)
    firstRun = Self.firstRuns(recording)
    latestOnLane = RecordingTable(repeating: -1, count: recording.lanes.count)
    latestInStage = RecordingTable(repeating: -1, count: recording.stages.count)
    position = RecordingTable(repeating: 0, count: recording.lanes.count)
    outer = latestOnLane
    for event in recording.events {
      let color = color(of: event, recording)
      colors.append(color)
      note(color, event, recording)
    }
    let inPalette = numbersInPalette()
    for id in colors.ids where colors[id] >= 0 { colors[id] = inPalette[colors[id]] }
  }

  /// The colors as numbers whose remainders differ between neighbors, if the palette is large
  /// enough for that.
  private func numbersInPalette() -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(firstNeighbor.count)
    var isTaken = Array(repeating: false, count: Self.paletteSize)
    for color in firstNeighbor.indices {
      for choice in isTaken.indices { isTaken[choice] = false }
      var entry = firstNeighbor[color]
      while entry >= 0 {
        isTaken[result[neighbors[entry].color] % Self.paletteSize] = true
        entry = neighbors[entry].next
      }
      var choice = color % Self.paletteSize
      if isTaken.contains(false) {
        while isTaken[choice] { choice = (choice + 1) % Self.paletteSize }
      }
      result.append(color * Self.paletteSize + choice)
    }
    return result
  }

  private mutating func noteNeighbors(_ a: Int, _ b: Int) {
    guard a >= 0, b >= 0, a != b else { return }
    let (older, newer) = (min(a, b), max(a, b))
    let first = firstNeighbor[newer]
    // The same elements usually follow each other on several lanes.
    if first >= 0, neighbors[first].color == older { return }
    firstNeighbor[newer] = neighbors.count
    neighbors.append((older, first))
  }

  private mutating func color(of event: Recording.Event, _ recording: Recording) -> Int {
    let inherited = event.cause.map { colors[$0] } ?? -1
    switch event.mark {
    case .sent(let label, _):
      if inherited >= 0, isPassedOn(label, event, recording) { return noted(inherited, label) }
      return new(label)
    case .value(let label):
      if let held = heldValue(behind: event, recording) { return noted(held, label) }
      if inherited >= 0, !isNextOfItself(event, recording) { return noted(inherited, label) }
      return ofSource(label, event, recording)
    case .held(let label):
      return inherited >= 0 ? noted(inherited, label) : known(label) ?? new(label)
    case .replayed(let label, let held), .read(let label, _, let held):
      if let held, colors[held] >= 0 { return colors[held] }
      return known(label) ?? (inherited >= 0 ? inherited : new(label))
    case .released(let held, _):
      return isSetOff(event, recording) && inherited >= 0 ? inherited : colors[held]
    // A request or an end does not make the element that follows.
    case .requested, .finished, .failed, .cancelled, .joined, .left: return -1
    default: return inherited
    }
  }

  private mutating func note(_ color: Int, _ event: Recording.Event, _ recording: Recording) {
    switch (event.place, event.mark) {
    case (.lane(let lane), .subscribed):
      position[lane] = 0
      outer[lane] = color
    case (.lane(let lane), .value), (.lane(let lane), .replayed):
      noteNeighbors(color, latestOnLane[lane])
      latestOnLane[lane] = color
    case (.stage(let stage), .held), (_, .sent(_, let stage)):
      noteNeighbors(color, latestInStage[stage])
      latestInStage[stage] = color
    default: break
    }
  }

  // MARK: Values

  /// The color of an element that a stage held and now sends unchanged, for any cause.
  private func heldValue(behind event: Recording.Event, _ recording: Recording) -> Int? {
    guard case .value(let label) = event.mark, let cause = event.cause,
      case .released(let held, .left) = recording[cause].mark,
      case .held(let old) = recording[held].mark, old == label, colors[held] >= 0
    else { return nil }
    return colors[held]
  }

  /// The color of an element that a source emits.
  private mutating func ofSource(
    _ label: Recording.Label, _ event: Recording.Event, _ recording: Recording
  ) -> Int {
    guard case .lane(let lane) = event.place else { return new(label) }
    let own = recording[lane]
    if own.role == .inner, own.source == nil, outer[lane] >= 0 { return noted(outer[lane], label) }
    guard own.role == .subscription || own.role == .source, own.source == nil else {
      return new(label)
    }
    let work = Work(run: firstRun[lane], position: position[lane], label: label.index)
    position[lane] += 1
    if let color = colorOfWork[work] { return noted(color, label) }
    let color = new(label)
    colorOfWork[work] = color
    return color
  }

  private static func firstRuns(_ recording: Recording) -> PerLane<LaneID> {
    var first: [Source: LaneID] = [:]
    return PerLane(
      recording.laneIDs.map { id in
        let lane = recording[id]
        let source = Source(
          target: target(of: lane, recording),
          name: lane.role == .source ? name(ofSource: lane.name) : "")
        let run = first[source] ?? id
        first[source] = run
        return run
      })
  }

  /// The stage that subscribes to a source. A subject or relay counts as a subscriber at the end: it
  /// does not combine the runs of its inputs.
  private static func target(of lane: Recording.Lane, _ recording: Recording) -> StageID? {
    guard let target = lane.target else { return nil }
    switch recording[target].kind {
    case .subject, .relay: return nil
    case .hub, .memory, .box, .cache: return target
    }
  }

  /// Whether a subscriber sends an element as it received it.
  private func isPassedOn(
    _ label: Recording.Label, _ event: Recording.Event, _ recording: Recording
  ) -> Bool {
    guard let cause = event.cause, recording[cause].place == event.place else {
      return false
    }
    switch recording[cause].mark {
    case .value(label), .replayed(label, _): return true
    default: return false
    }
  }

  /// A name without the number of the run: "upstream" for "upstream #2".
  private static func name(ofSource name: String) -> String {
    guard let mark = name.lastIndex(of: "#"), name[..<mark].hasSuffix(" "),
      name[mark...].dropFirst().allSatisfy(\.isNumber)
    else { return name }
    return String(name[..<mark].dropLast())
  }

  /// Whether another element of the same instant made a stage release what it held.
  private func isSetOff(_ event: Recording.Event, _ recording: Recording) -> Bool {
    guard let cause = event.cause, recording[cause].time == event.time,
      case .lane = recording[cause].place, case .value = recording[cause].mark
    else { return false }
    return true
  }

  /// A source that schedules its next element while it emits one: the next has its own color.
  private func isNextOfItself(_ event: Recording.Event, _ recording: Recording) -> Bool {
    guard case .lane(let lane) = event.place, recording[lane].source == nil,
      let cause = event.cause, recording[cause].place == event.place,
      case .value = recording[cause].mark
    else { return false }
    return true
  }

  // MARK: Numbers

  private func known(_ label: Recording.Label) -> Int? {
    colorOfLabel[label.index] >= 0 ? colorOfLabel[label.index] : nil
  }

  private mutating func noted(_ color: Int, _ label: Recording.Label) -> Int {
    colorOfLabel[label.index] = color
    return color
  }

  private mutating func new(_ label: Recording.Label) -> Int {
    firstNeighbor.append(-1)
    return noted(firstNeighbor.count - 1, label)
  }
}
