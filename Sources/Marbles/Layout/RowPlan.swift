/// Pass 1 of the layout: the rows of a picture, their order, and the row of each lane and stage.
struct RowPlan {
  let recording: Recording
  let index: RecordingIndex
  let drawings: PerStage<StageDrawing>
  private(set) var rows: [Diagram.Row] = []
  /// The row of a lane; the row of its box for an inner stream.
  private(set) var rowOfLane: PerLane<Int?>
  /// The row of a stage: its band, or the lane that represents it.
  private(set) var rowOfStage: PerStage<Int?>
  /// Whether a stage is drawn as a band or box.
  private(set) var hasBand: PerStage<Bool>
  /// The number of the first site of each row: sites are numbered from top to bottom.
  private(set) var firstSite: [Int] = []
  private(set) var siteCount = 0
  /// The stages of which some subscriber requests a number of values.
  let boundedStages: PerStage<Bool>
  /// Whether rows and marks that say nothing new are left out.
  private(set) var isCrowded = false
  /// The stages that are drawn like operators without a memory: in the details of the lanes that
  /// leave them.
  let leftOut: Set<StageID>
  /// The lanes that have a row.
  private(set) var isDrawn: PerLane<Bool>
  /// The lanes and stages that are drawn, in order of appearance.
  private var places: [Recording.Place] = []
  /// The lanes and stages that the options name; `nil` if they name none, so that all are drawn.
  let chosen: Set<Recording.Place>?

  init(
    _ recording: Recording, index: RecordingIndex, options: LayoutOptions,
    leavingOut leftOut: Set<StageID> = []
  ) {
    self.recording = recording
    self.index = index
    self.leftOut = leftOut
    chosen =
      options.lanes.isEmpty ? nil : Self.places(named: options.lanes, recording, index, options)
    drawings = index.drawings(recording)
    boundedStages = index.stages.map { $0.listeners.contains { index.lanes[$0].isBounded } }
    rowOfLane = RecordingTable(repeating: nil, count: recording.lanes.count)
    rowOfStage = RecordingTable(repeating: nil, count: recording.stages.count)
    hasBand = RecordingTable(repeating: false, count: recording.stages.count)
    isDrawn = RecordingTable(repeating: false, count: recording.lanes.count)
    choosePlaces()
    orderPlaces()
    let boxLines = mostBoxLines()
    for place in places { addRow(place, options, boxLines) }
    linkRows()
    rows = RowNames(rows, areGiven: chosen != nil).rows
    for (index, row) in rows.enumerated() {
      firstSite.append(siteCount)
      siteCount += row.seats
      rows[index].isIndented = isIndented(index)
    }
  }

  /// The number of a site, from the top.
  func number(of site: Diagram.Site) -> Int { firstSite[site.row] + site.seat }

  // MARK: What is drawn

  /// A picture of more rows leaves out all rows that say nothing new.
  private static let mostRows = 11

  private mutating func choosePlaces() {
    choosePlaces(folding: .passes)
    guard places.count > Self.mostRows || !leftOut.isEmpty else { return }
    isCrowded = true
    choosePlaces(folding: .repeats)
  }

  private mutating func choosePlaces(folding: Folding) {
    var found: [(key: (age: LaneID, rank: Int, index: Int), place: Recording.Place)] = []
    isDrawn = PerLane(
      recording.laneIDs.map { lane in
        hasRow(lane) && chosen?.contains(.lane(lane)) ?? !folding.leavesOut(lane, of: self)
      })
    for lane in recording.laneIDs where isDrawn[lane] {
      found.append(((age(of: lane), 1, lane.index), .lane(lane)))
    }
    hasBand = RecordingTable(repeating: false, count: recording.stages.count)
    for stage in drawings.ids where drawings[stage] == .band {
      let totals = index.stages[stage]
      let near = totals.listeners + totals.feeders + totals.inputs + totals.inner
      guard chosen?.contains(.stage(stage)) != false || near.contains(where: { isDrawn[$0] })
      else { continue }
      found.append(((near.min() ?? LaneID(index: .max), 0, stage.index), .stage(stage)))
      hasBand[stage] = !leftOut.contains(stage)
    }
    places = found.sorted { $0.key < $1.key }.map(\.place)
  }

  /// The order of appearance: a lane into which a subject is folded takes the subject's place.
  private func age(of lane: LaneID) -> LaneID {
    guard case .stage(let source) = recording[lane].source, drawings[source] == .folded,
      let input = index.stages[source].inputs.min()
    else { return lane }
    return min(lane, input)
  }

  private func hasRow(_ id: LaneID) -> Bool {
    let lane = recording[id]
    switch lane.role {
    case .inner: return false
    case .input:
      guard let target = lane.target else { return index.lanes[id].hasEvents }
      switch drawings[target] {
      case .hidden, .folded: return false
      case .lane(let input): return input == id
      case .band: return index.lanes[id].hasEvents
      }
    case .source: return index.lanes[id].hasEvents && !index.sources.repeated.contains(id)
    case .subscription, .thread: return index.lanes[id].hasEvents
    }
  }

  /// The lanes and stages that have one of the names in the recording or, if none has it there, in
  /// the whole picture.
  private static func places(
    named names: [String], _ recording: Recording, _ index: RecordingIndex,
    _ options: LayoutOptions
  ) -> Set<Recording.Place> {
    var options = options
    options.lanes = []
    let (whole, _) = Diagram.plan(recording, index, options)
    let recorded = Set(recording.laneIDs.map { whole.name(of: $0) })
      .union(recording.stages.map(\.name))
    let others = names.filter { !recorded.contains($0) }
    func isNamed(_ name: String, _ row: Int?) -> Bool {
      names.contains(name) || row.map { others.contains(whole.rows[$0].name) } ?? false
    }
    var places: Set<Recording.Place> = []
    for id in recording.laneIDs {
      let row = recording[id].role == .inner ? nil : whole.rowOfLane[id]
      if isNamed(whole.name(of: id), row) { places.insert(.lane(id)) }
    }
    for id in recording.stageIDs {
      let row = whole.hasBand[id] ? whole.rowOfStage[id] : nil
      guard isNamed(recording[id].name, row) else { continue }
      places.insert(.stage(id))
      if whole.drawings[id] == .folded {
        places.formUnion(index.stages[id].listeners.map { .lane($0) })
      }
    }
    return places
  }

  // MARK: The order

  private mutating func orderPlaces() {
    var node: [Recording.Place: Int] = [:]
    for (index, place) in places.enumerated() { node[place] = index }
    var edges: [RowOrder.Edge] = []
    func connect(_ from: Recording.Place?, _ to: Recording.Place?, age: EventID) {
      guard let from, let to, let a = node[from], let b = node[to] else { return }
      edges.append(RowOrder.Edge(from: a, to: b, age: age))
    }
    for id in recording.laneIDs {
      let lane = recording[id]
      let own: Recording.Place? =
        lane.role == .inner ? lane.target.map(Recording.Place.stage) : .lane(id)
      connect(lane.source.flatMap(drawnPlace), own, age: index.lanes[id].age)
      if lane.role != .inner {
        connect(own, lane.target.map(Recording.Place.stage), age: index.lanes[id].age)
        // A lane that is not drawn still leads from one band to the other.
        if node[.lane(id)] == nil {
          connect(
            lane.source.flatMap(drawnPlace), lane.target.map(Recording.Place.stage),
            age: index.lanes[id].age)
        }
      }
      for touch in index.lanes[id].touches {
        connect(own, .stage(touch.stage), age: touch.event)
        guard drawings[touch.stage] == .folded else { continue }
        for listener in index.stages[touch.stage].listeners {
          connect(own, .lane(listener), age: touch.event)
        }
      }
    }
    let threads = places.indices.filter { index in
      if case .lane(let id) = places[index] { recording[id].role == .thread } else { false }
    }
    places = RowOrder(keys: keys(node), edges: edges, leads: Set(threads)).sorted()
      .map { places[$0] }
      .filter { place in
        if case .stage(let stage) = place { hasBand[stage] } else { true }
      }
  }

  /// More subscribers of one stage than this are in the order in which they subscribed.
  private static let mostInOwnOrder = 10

  /// The order of appearance, except that subscribers of one stage are served from top to bottom:
  /// all of them if they are many, otherwise those that subscribe in the same instant. In any other
  /// order each delivery would open a slot of its own.
  private func keys(_ node: [Recording.Place: Int]) -> [Int] {
    var keys = Array(places.indices)
    for stage in index.stages.elements where stage.listeners.count > 1 {
      let crowd = stage.listeners.filter { index.lanes[$0].hasEvents && node[.lane($0)] != nil }
      let isLarge = crowd.count > Self.mostInOwnOrder
      let groups = Dictionary(grouping: crowd) { lane in
        isLarge ? VirtualTime.zero : recording[index.lanes[lane].age].time
      }
      for group in groups.values where group.count > 1 {
        let served = group.sorted { index.lanes[$0].age < index.lanes[$1].age }
        let nodes = served.compactMap { node[.lane($0)] }
        for (seat, member) in zip(nodes.sorted(), nodes) { keys[member] = seat }
      }
    }
    return keys
  }

  /// The place in the picture that represents the source of a lane.
  private func drawnPlace(_ place: Recording.Place) -> Recording.Place? {
    guard case .stage(let stage) = place else { return place }
    switch drawings[stage] {
    case .hidden, .folded: return nil
    case .lane(let lane): return .lane(lane)
    case .band: return place
    }
  }

  // MARK: Rows

  private func mostBoxLines() -> PerStage<Int> {
    var lines = BoxLines(recording)
    for event in recording.events { lines.follow(event) }
    return lines.most
  }

  private mutating func addRow(
    _ place: Recording.Place, _ options: LayoutOptions, _ boxLines: PerStage<Int>
  ) {
    let row = rows.count
    var details = RowDetail(recording: recording, index: index, drawings: drawings)
    details.mostBoxLines = boxLines
    switch place {
    case .lane(let id):
      details.operatorsAbove = operatorsAbove(id)
      rowOfLane[id] = row
      if let target = recording[id].target, drawings[target] == .lane(id) {
        rowOfStage[target] = row
      }
      append(
        .lane(recording[id].role), name(of: id), details.ofLane(id), totals: index.lanes[id])
    case .stage(let id):
      rowOfStage[id] = row
      let stage = recording[id]
      for lane in index.stages[id].inner { rowOfLane[lane] = row }
      if stage.kind == .box {
        append(.box(seats: max(1, boxLines[id])), stage.name, details.ofStage(id))
        return
      }
      let header =
        !options.hidden.contains(.counts)
        && (index.stages[id].hasControls || (index.stages[id].hasCounts && !isPlain(id)))
      append(
        .band(stage.kind, hasHeader: header, stripRows: 0), stage.name,
        details.ofStage(id))
    }
  }

  /// Whether the counts of a stage say nothing new in a picture of many rows: it never has more than
  /// one subscriber.
  private func isPlain(_ stage: StageID) -> Bool {
    isCrowded && recording[stage].kind == .hub && index.stages[stage].mostOpen <= 1
  }

  private mutating func append(
    _ kind: Diagram.Row.Kind, _ name: String, _ detail: String,
    totals: RecordingIndex.LaneTotals = RecordingIndex.LaneTotals()
  ) {
    rows.append(
      Diagram.Row(
        kind: kind, name: name, detail: detail, panel: 0, isIndented: false, source: nil,
        inputs: [], target: nil, isEnd: false, totals: totals, queueRows: 0))
  }

  private mutating func linkRows() {
    for id in recording.laneIDs where recording[id].role != .inner {
      guard let row = rowOfLane[id] else {
        linkBands(id)
        continue
      }
      rows[row].source = sourceRow(of: id)
      if let target = targetRow(of: id), target != row { rows[row].target = target }
      rows[row].isEnd = recording[id].role == .subscription && !index.lanes[id].feedsOthers
    }
  }

  /// A lane that is not drawn still leads from a band to another row.
  private mutating func linkBands(_ id: LaneID) {
    guard case .stage(let source) = source(of: id), let from = rowOfStage[source],
      let to = targetRow(of: id), from != to, rows[to].source == nil || rows[to].isBand,
      !rows[to].inputs.contains(from)
    else { return }
    rows[to].inputs.append(from)
  }

  /// A binding hangs under the lane that feeds it.
  private func isIndented(_ row: Int) -> Bool {
    guard row > 0, case .lane(.subscription) = rows[row].kind, rows[row].target != nil,
      let source = rows[row].source, !rows[source].isBand
    else { return false }
    return source == row - 1 || (rows[row - 1].isIndented && rows[row - 1].source == source)
  }
}
