import Marbles
import MarblesCombine

/// The names of a script after its run.
struct RecordedNames {
  let globals: Scope
  /// The names that only one thread sees, in the order of the threads.
  let threads: [Scope]
  /// The subscription counters of named streams.
  let counters: [String: SubscriptionCounter]

  func value(_ name: String) -> ScriptValue? {
    let variable = globals.find(name) ?? threads.lazy.compactMap { $0.find(name) }.first
    return variable?.value
  }
}

/// The facts about the names of a script that its expectations compare.
struct RecordedFacts {
  let recording: Recording
  private let index: RecordingIndex
  /// The values of events.
  let values: [EventID: ScriptValue]
  let names: RecordedNames

  init(_ recording: Recording, values: [EventID: ScriptValue], names: RecordedNames) {
    self.recording = recording
    index = RecordingIndex(recording)
    self.values = values
    self.names = names
  }

  /// An element or a completion at a time.
  struct Notification {
    enum Kind {
      case value(ScriptValue)
      case finished
      case failed(String)
    }

    var time: VirtualTime
    var kind: Kind
  }

  // MARK: Places of names

  /// The meaning of a name in the recording.
  enum Subject {
    case lane(LaneID)
    case subject(ScriptSubject)
    case stream(StreamProvenance, SubscriptionCounter?)
    case cache(ResponseCacheObject)
  }

  func subject(_ name: String) -> Subject? {
    switch names.value(name) {
    case .object(let sink as ScriptSink): return .lane(sink.lane.laneID)
    case .object(let subject as ScriptSubject): return .subject(subject)
    case .object(let cache as ResponseCacheObject): return .cache(cache)
    case .stream(let stream): return .stream(StreamProvenance(of: stream), names.counters[name])
    default: return nil
    }
  }

  /// The stages of a name: those that it is, or those that its stream leaves.
  private func stages(of subject: Subject) -> Set<StageID> {
    switch subject {
    case .lane(let lane):
      if case .stage(let stage) = recording[lane].source { [stage] } else { [] }
    case .subject(let subject): [subject.site.stage.stageID]
    case .stream(let origin, _): Set(origin.site?.stages.map(\.stageID) ?? [])
    case .cache(let cache): [cache.site.stage.stageID]
    }
  }

  // MARK: Notifications

  /// All notifications that a sink received, or that a subject or a stage sent.
  func notifications(of subject: Subject) -> [Notification] {
    let isWanted = filter(for: subject)
    var found: [Notification] = []
    for (id, event) in zip(recording.eventIDs, recording.events) where isWanted(id, event) {
      switch event.mark {
      case .value(let label), .replayed(let label, _), .sent(let label, _):
        let value = values[id] ?? .string(recording.text(label))
        found.append(Notification(time: event.time, kind: .value(value)))
      case .finished, .ended(nil):
        found.append(Notification(time: event.time, kind: .finished))
      case .failed(let label), .ended(let label?):
        found.append(Notification(time: event.time, kind: .failed(recording.text(label))))
      default: break
      }
    }
    return found
  }

  private func filter(for subject: Subject) -> (EventID, Recording.Event) -> Bool {
    let stages = stages(of: subject)
    switch subject {
    case .lane(let lane):
      return { _, event in event.place == .lane(lane) && !event.mark.isSending }
    case .stream(let origin, _) where origin.site?.kind != .hub:
      // The output of the stage, as its first lane received it.
      let first = recording.laneIDs.first { lane in
        if case .stage(let stage) = recording[lane].source { stages.contains(stage) } else { false }
      }
      return { _, event in event.place == first.map { .lane($0) } && !event.mark.isSending }
    default:
      return { [recording] _, event in
        switch (event.place, event.mark) {
        case (.stage(let stage), .ended): return stages.contains(stage)
        case (_, .sent(_, let stage)): return stages.contains(stage)
        case (.lane(let lane), .value), (.lane(let lane), .replayed):
          return recording[lane].target.map { stages.contains($0) } ?? false
        default: return false
        }
      }
    }
  }

  // MARK: Counts

  func subscriptions(of subject: Subject) -> Int {
    switch subject {
    case .lane(let lane): index.subscriptions(of: lane)
    case .subject(let subject): subject.meter.subscriptions
    case .stream(_, let meter): meter?.subscriptions ?? 0
    case .cache: lanes(leaving: subject).reduce(0) { $0 + index.subscriptions(of: $1) }
    }
  }

  func cancellations(of subject: Subject) -> Int {
    switch subject {
    case .lane(let lane): cancellations(of: lane)
    case .subject(let subject): subject.meter.cancellations
    case .stream(_, let meter): meter?.cancellations ?? 0
    case .cache: lanes(leaving: subject).reduce(0) { $0 + cancellations(of: $1) }
    }
  }

  /// Nil: everything.
  func requested(of subject: Subject) -> Int? {
    switch subject {
    case .subject(let subject): return subject.meter.requested
    case .stream(_, let meter?): return meter.requested
    case .lane, .stream, .cache:
      var sum = 0
      for case .requested(let amount) in marks(of: subject) {
        guard let amount else { return nil }
        let (more, overflow) = sum.addingReportingOverflow(amount)
        // A demand beyond the range of Int is unlimited, as in Combine.
        guard !overflow else { return nil }
        sum = more
      }
      return sum
    }
  }

  /// The number of subscriptions that lead into the stages.
  func connections(of subject: Subject) -> Int {
    let stages = stages(of: subject)
    return recording.laneIDs.reduce(0) { sum, lane in
      guard recording[lane].role == .subscription,
        let target = recording[lane].target, stages.contains(target)
      else { return sum }
      return sum + index.subscriptions(of: lane)
    }
  }

  /// The number of subscriptions that are open at the end.
  func subscribers(of subject: Subject) -> Int {
    switch subject {
    case .lane(let lane): index.isOpen(lane) ? 1 : 0
    case .subject(let subject): subject.meter.open
    case .stream(_, let meter): meter?.open ?? 0
    case .cache: lanes(leaving: subject).count { index.isOpen($0) }
    }
  }

  private func lanes(leaving subject: Subject) -> [LaneID] {
    if case .lane(let lane) = subject { return [lane] }
    let stages = stages(of: subject)
    return recording.laneIDs.filter { lane in
      if case .stage(let stage) = recording[lane].source {
        stages.contains(stage)
      } else {
        false
      }
    }
  }

  private func marks(of subject: Subject) -> [Recording.Mark] {
    let lanes = Set(lanes(leaving: subject))
    return recording.events.compactMap { event in
      if case .lane(let lane) = event.place, lanes.contains(lane) { event.mark } else { nil }
    }
  }

  private func cancellations(of lane: LaneID) -> Int {
    index.edges(of: lane).count { $0.reason == .cancelled }
  }

  // MARK: Lists

  func missed(of subject: Subject) -> [ScriptValue] {
    lanes(leaving: subject).flatMap { lane in
      recording[lane].missed.compactMap { value(of: $0) }
    }
  }

  func replayed(of subject: Subject) -> [ScriptValue] {
    let lanes = Set(lanes(leaving: subject))
    return values { event in
      if case (.lane(let lane), .replayed) = (event.place, event.mark) {
        return lanes.contains(lane)
      }
      return false
    }
  }

  /// The elements that were lost without demand, and those that a full buffer dropped.
  func dropped(of subject: Subject) -> [ScriptValue] {
    let lanes = Set(lanes(leaving: subject))
    let stages = stages(of: subject)
    return recording.eventIDs.compactMap { id in
      let event = recording[id]
      switch (event.place, event.mark) {
      case (.lane(let lane), .dropped(_, .noDemand)) where lanes.contains(lane):
        return value(of: id)
      case (.stage(let stage), .released(let held, .dropped)) where stages.contains(stage):
        return value(of: held)
      default: return nil
      }
    }
  }

  /// The values held at the end.
  func held(of subject: Subject) -> [ScriptValue] {
    stages(of: subject).flatMap { index.held(in: $0) }.sorted().compactMap { value(of: $0) }
  }

  /// The largest number of values held at one time.
  func maxHeld(of subject: Subject) -> Int { index.mostHeld(in: stages(of: subject)) }

  private func values(_ isWanted: (Recording.Event) -> Bool) -> [ScriptValue] {
    recording.eventIDs.compactMap { isWanted(recording[$0]) ? value(of: $0) : nil }
  }

  private func value(of id: EventID) -> ScriptValue? {
    if let value = values[id] { return value }
    return recording[id].mark.label.map { .string(recording.text($0)) }
  }
}

extension Recording.Mark {
  fileprivate var isSending: Bool {
    switch self {
    case .sent, .ended: true
    default: false
    }
  }

  fileprivate var label: Recording.Label? {
    switch self {
    case .value(let label), .replayed(let label, _), .dropped(let label, _), .sent(let label, _),
      .read(let label, _, _), .held(let label), .delivering(let label):
      label
    default: nil
    }
  }
}
