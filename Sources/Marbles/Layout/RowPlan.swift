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

  init(
    _ recording: Recording, index: RecordingIndex, options: LayoutOptions,
    leavingOut leftOut: Set<StageID> = []
  ) {
    self.recording = recording
    self.index = index
    self.leftOut = leftOut
    drawings = index.drawings(recording)
    boundedStages = index.stages.map { $0.listeners.contains { index.lanes[$0].isBounded } }
    rowOfLane = RecordingTable(repeating: nil, count: recording.lanes.count)
    rowOfStage = RecordingTable(repeating: nil, count: recording.stages.count)
    hasBand = RecordingTable(repeating: false, count: recording.stages.count)
    isDrawn = RecordingTable(repeating: false, count: recording.lanes.count)
    choosePlaces(options)
    orderPlaces()
    let boxLines = mostBoxLines()
    for place in places { addRow(place, options, boxLines) }
    linkRows()
    if options.lanes.isEmpty { closeGapsOfNumbers() }
    numberNames()
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

  private mutating func choosePlaces(_ options: LayoutOptions) {
    choosePlaces(options, folding: .passes)
    guard places.count > Self.mostRows || !leftOut.isEmpty else { return }
    isCrowded = true
    choosePlaces(options, folding: .repeats)
  }

  private mutating func choosePlaces(_ options: LayoutOptions, folding: Folding) {
    var chosen: [(key: (age: LaneID, rank: Int, index: Int), place: Recording.Place)] = []
    isDrawn = PerLane(
      recording.laneIDs.map { lane in
        hasRow(lane) && isWanted(lane, options)
          && (isNamed(lane, options) || !folding.leavesOut(lane, of: self))
      })
    for lane in recording.laneIDs where isDrawn[lane] {
      chosen.append(((age(of: lane), 1, lane.index), .lane(lane)))
    }
    hasBand = RecordingTable(repeating: false, count: recording.stages.count)
    for stage in drawings.ids where drawings[stage] == .band {
      let totals = index.stages[stage]
      let near = totals.listeners + totals.feeders + totals.inputs + totals.inner
      let isNamed = options.lanes.contains(recording[stage].name)
      guard options.lanes.isEmpty || isNamed || near.contains(where: { isDrawn[$0] })
      else { continue }
      chosen.append(((near.min() ?? LaneID(index: .max), 0, stage.index), .stage(stage)))
      hasBand[stage] = !leftOut.contains(stage)
    }
    places = chosen.sorted { $0.key < $1.key }.map(\.place)
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

  private func isNamed(_ id: LaneID, _ options: LayoutOptions) -> Bool {
    options.lanes.contains(name(of: id))
  }

  private func isWanted(_ id: LaneID, _ options: LayoutOptions) -> Bool {
    options.lanes.isEmpty || isNamed(id, options)
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
      for touch in index.lanes[id].touches { connect(own, .stage(touch.stage), age: touch.event) }
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
      let role = recording[id].role
      if role == .input, let target = recording[id].target, drawings[target] == .lane(id) {
        rowOfStage[target] = row
      }
      append(.lane(role), name(of: id), details.ofLane(id), totals: index.lanes[id])
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

  /// Numbers rows of one name. Lanes from different sources to one stage are named after both.
  private mutating func numberNames() {
    // In the order of the rows: a name can depend on that of a source, which is changed before.
    let groups = Dictionary(grouping: rows.indices, by: { rows[$0].name }).values
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    for same in groups {
      for row in same where rows[row].name.hasPrefix("→ ") {
        guard let source = rows[row].source else { continue }
        rows[row].name = "\(rows[source].name) \(rows[row].name)"
      }
    }
    let lanesByTarget = Dictionary(grouping: rows.indices, by: { rows[$0].target })
    for row in groups.joined() { nameAfterSource(row, lanes: lanesByTarget[row] ?? []) }
    var uses: [String: Int] = [:]
    let names = Set(rows.map(\.name))
    for index in rows.indices {
      let name = rows[index].name
      uses[name, default: 0] += 1
      guard var number = uses[name], number > 1 else { continue }
      while names.contains("\(name) #\(number)") { number += 1 }
      uses[name] = number
      rows[index].name = "\(name) #\(number)"
    }
  }

  /// Numbers the rows that were recorded with numbers again, if the first of them is not drawn.
  private mutating func closeGapsOfNumbers() {
    let names = Set(rows.map(\.name))
    let groups = Dictionary(grouping: rows.indices) { PlaceKey.baseName(rows[$0].name) }
    for (base, group) in groups where !base.isEmpty {
      guard !names.contains(base), !names.contains("\(base) #1") else { continue }
      let order = group.sorted { a, b in
        (rows[a].name.count, rows[a].name, a) < (rows[b].name.count, rows[b].name, b)
      }
      for (index, row) in order.enumerated() {
        rows[row].name = group.count == 1 ? base : "\(base) #\(index + 1)"
      }
    }
  }

  /// The longest name with a source in front.
  private static let longestName = 24

  /// Puts the row that feeds a row in front of its name, if there is one and it feeds something.
  ///
  /// - Parameter lanes: the rows whose target the row is.
  private mutating func nameAfterSource(_ row: Int, lanes: [Int]) {
    guard !rows[row].isEnd, !rows[row].name.hasPrefix("→ "), !rows[row].name.contains(" → ") else {
      return
    }
    var sources = Set(rows[row].inputs)
    if let source = rows[row].source { sources.insert(source) }
    for lane in lanes { sources.insert(rows[lane].source ?? lane) }
    guard let source = sources.first, sources.count == 1, source != row,
      rows[row].isBand || rows[source].isBand
    else { return }
    let old = rows[row].name
    let short = OperatorChain.withoutArguments(old)
    let name = "\(rows[source].name).\(short)"
    guard TextWidth.cells(name) <= Self.longestName else { return }
    rows[row].name = name
    if short != old { rows[row].detail = listed([old, rows[row].detail]) }
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
