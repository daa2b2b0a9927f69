/// Creates a recording from the tables of a recorder: with texts, and with the replays and losses
/// that follow from the order of events.
struct RecordingBuilder {
  private let state: RecorderState
  private var labels: [String] = []
  private var labelOfText: [String: Int] = [:]
  private var events: [Recording.Event] = []
  /// The `held` events of values held for one subscriber.
  private var waiting: Set<EventID> = []
  /// The final number of each raw event; that of its cause for a removed event.
  private var number: [Int32] = []

  init(_ state: RecorderState) { self.state = state }

  mutating func build() -> Recording {
    let removed = entriesThatCameOutLater().union(state.uninterruptedDeliveries())
    events.reserveCapacity(state.events.count)
    number.reserveCapacity(state.events.count)
    for (index, entry) in state.events.enumerated() {
      let cause = entry.cause >= 0 ? number[Int(entry.cause)] : -1
      guard !removed.contains(Int32(index)) else {
        number.append(cause)
        continue
      }
      number.append(Int32(events.count))
      if entry.isTentative, entry.kind == .held { waiting.insert(EventID(index: events.count)) }
      events.append(
        Recording.Event(
          time: VirtualTime(nanoseconds: entry.time), place: place(entry.place),
          mark: mark(of: entry, Int32(index)), cause: cause >= 0 ? EventID(index: Int(cause)) : nil)
      )
    }
    var recording = Recording(
      stages: state.stages.map { Recording.Stage(name: $0.name, kind: $0.kind, detail: $0.detail) },
      lanes: state.lanes.map { lane in
        Recording.Lane(
          name: lane.name, role: lane.role, detail: lane.detail, source: lane.source,
          target: lane.target >= 0 ? StageID(index: Int(lane.target)) : nil)
      },
      labels: labels, events: events,
      ending: state.isStopped
        ? state.ending : state.unfinished.map(Recording.Ending.unfinished) ?? .idle)
    let silent = recording.stageIDs.filter { state.stages[$0.index].deliversAtEnd }
    ReplayTracer(recording, waiting: waiting, silent: Set(silent), isComplete: state.tellsMemory)
      .trace(&recording)
    return recording
  }

  /// The values of a type, by the final number of their event; after `build()`.
  func values<Value>(of type: Value.Type) -> [EventID: Value] {
    var values: [EventID: Value] = [:]
    for (index, entry) in state.events.enumerated() where entry.payload >= 0 {
      switch entry.kind {
      case .value, .replayed, .droppedNoDemand, .swallowed, .sent, .read, .held, .delivering:
        guard let column = state.columns[Int(entry.column)] as? Column<Value> else { continue }
        let event = EventID(index: Int(number[index]))
        if values[event] == nil { values[event] = column.values[Int(entry.payload)] }
      default: continue
      }
    }
    return values
  }

  /// Tentative `dropped` entries whose value came out of the lane later, delayed by an operator, or
  /// in an inner stream that the operators of the lane created.
  private func entriesThatCameOutLater() -> Set<Int32> {
    var entered: [Int32: Entered] = [:]
    for (index, entry) in state.events.enumerated()
    where entry.isTentative && entry.kind == .swallowed {
      entered[entry.place, default: Entered()].byCause[entry.cause, default: []]
        .append(Int32(index))
    }
    guard !entered.isEmpty else { return [] }
    let lanesInto = Dictionary(grouping: entered.keys) { state.lanes[Int($0)].target }
    var removed: Set<Int32> = []
    for entry in state.events
    where entry.kind == .value || entry.kind == .replayed || entry.kind == .sent {
      let lane = state.lanes[Int(entry.place)]
      let origins = lane.role == .inner ? lanesInto[lane.target] ?? [] : [entry.place]
      for origin in origins {
        if let tentative = entered[origin]?.take(above: entry, in: state.events) {
          removed.insert(tentative)
        }
      }
    }
    return removed
  }

  /// The tentative entries of a lane that have not come out.
  private struct Entered {
    var byCause: [Int32: ArraySlice<Int32>] = [:]
    /// For an event from which nothing can come out any more, an event further up its chain of
    /// causes: all between them are of that kind too, so that long chains are walked only once.
    private var next: [Int32: Int32] = [:]

    /// Takes the first entry of the nearest cause that has one.
    mutating func take(
      above entry: RecorderState.Entry, in events: [RecorderState.Entry]
    ) -> Int32? {
      var cause = entry.cause
      var passed: [Int32] = []
      var taken: Int32?
      while cause >= 0 {
        taken = byCause[cause]?.popFirst()
        if taken != nil { break }
        passed.append(cause)
        cause = next[cause] ?? events[Int(cause)].cause
      }
      for event in passed { next[event] = cause }
      return taken
    }
  }

  private func place(_ raw: Int32) -> Recording.Place {
    raw >= 0 ? .lane(LaneID(index: Int(raw))) : .stage(StageID(index: Int(~raw)))
  }

  private mutating func label(_ entry: RecorderState.Entry) -> Recording.Label {
    let text =
      entry.payload >= 0
      ? state.columns[Int(entry.column)].text(at: Int(entry.payload)) : ""
    if let known = labelOfText[text] { return Recording.Label(index: known) }
    labels.append(text)
    labelOfText[text] = labels.count - 1
    return Recording.Label(index: labels.count - 1)
  }

  private func event(_ raw: Int32) -> EventID {
    EventID(index: raw >= 0 ? Int(number[Int(raw)]) : 0)
  }

  /// The stage of a `sent` or `read` entry.
  private func relatedStage(_ index: Int32) -> StageID? {
    state.related[index].map { StageID(index: Int($0)) }
  }

  private mutating func mark(of entry: RecorderState.Entry, _ index: Int32) -> Recording.Mark {
    switch entry.kind {
    case .subscribed: .subscribed(as: state.roles[index] ?? .main)
    case .requested: .requested(entry.payload >= 0 ? Int(entry.payload) : nil)
    case .value: .value(label(entry))
    case .replayed: .replayed(label(entry), from: nil)
    case .finished: .finished
    case .failed: .failed(label(entry))
    case .cancelled: .cancelled
    case .joined: .joined
    case .left: .left
    case .droppedNoDemand: .dropped(label(entry), .noDemand)
    case .swallowed: .dropped(label(entry), .swallowed)
    case .sent: .sent(label(entry), to: relatedStage(index) ?? 0)
    case .read: .read(label(entry), stage: relatedStage(index), from: nil)
    case .connected: .connected
    case .disconnected: .disconnected
    case .count: .count(Int(entry.payload))
    case .held: .held(label(entry))
    case .released:
      .released(event(entry.payload), Recording.ReleaseReason.allCases[Int(entry.column)])
    case .delivering: .delivering(label(entry))
    case .delivered: .delivered(event(entry.payload))
    case .ended: .ended(entry.payload >= 0 ? label(entry) : nil)
    case .control: .control(label(entry))
    case .warning: .warning(label(entry))
    case .fatal: .fatal(label(entry))
    }
  }
}
