import Marbles

/// A recording and the facts that follow from its events, by the public format alone.
///
/// Independent of streams, recorders and drawings.
struct Replay {
  let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  func lane(_ id: EventID) -> LaneID? {
    if case .lane(let lane) = recording[id].place { lane } else { nil }
  }

  func stage(_ id: EventID) -> StageID? {
    if case .stage(let stage) = recording[id].place { stage } else { nil }
  }

  /// The causes of an event, the nearest first.
  func causes(of id: EventID) -> some Sequence<EventID> {
    sequence(state: recording[id].cause) { next in
      defer { next = next.flatMap { recording[$0].cause } }
      return next
    }
  }

  func describe(_ id: EventID) -> String {
    let event = recording[id]
    let place =
      switch event.place {
      case .lane(let lane): recording[lane].name
      case .stage(let stage): recording[stage].name
      }
    let label = label(of: id).map { " \(recording.text($0))" } ?? ""
    let kind = "\(event.mark)".prefix { $0 != "(" }
    return "#\(id) \(place) \(kind)\(label) at \(event.time.nanoseconds / 1_000_000)"
  }

  func label(of id: EventID) -> Recording.Label? {
    switch recording[id].mark {
    case .value(let label), .replayed(let label, _), .dropped(let label, _), .sent(let label, _),
      .read(let label, _, _), .held(let label), .delivering(let label), .failed(let label):
      label
    default: nil
    }
  }

  /// Whether the event delivers a value into the stage.
  func feeds(_ id: EventID, _ stage: StageID) -> Bool {
    switch recording[id].mark {
    case .value, .replayed: lane(id).map { recording[$0].target == stage } ?? false
    case .sent(_, let target): target == stage
    default: false
    }
  }

  /// The stage that dropped an element as it arrived: the element comes from a lane into the stage,
  /// is dropped at once on a lane out of it, and no operator of that lane can have dropped it.
  func dropper(of id: EventID) -> StageID? {
    guard case .dropped(_, let reason) = recording[id].mark, let lane = lane(id),
      case .stage(let stage) = recording[lane].source,
      recording[stage].kind == .memory, let cause = recording[id].cause,
      let bringer = self.lane(cause), recording[bringer].target == stage
    else { return nil }
    return reason == .noDemand || recording[lane].detail.isEmpty ? stage : nil
  }

  func isEnd(_ mark: Recording.Mark) -> Bool {
    switch mark {
    case .finished, .failed: true
    default: false
    }
  }

  func isUpstream(_ lane: LaneID, of stage: StageID) -> Bool {
    recording[lane].target == stage && recording[lane].role != .input
  }

  /// Whether the lane cannot change or create values: a subscriber without operators.
  func passesUnchanged(_ lane: LaneID) -> Bool {
    recording[lane].detail.isEmpty && recording[lane].target == nil
      && recording[lane].role == .subscription
  }

  /// Whether subscriptions, requests and cancels of the lane take effect later (`subscribe(on:)`), or
  /// its values wait in a queue (`timeout`).
  func isLate(_ lane: LaneID) -> Bool {
    let text = recording[lane].detail + " " + recording[lane].name
    return Self.delaying.contains { text.contains($0) }
  }

  private static let delaying = [
    "subscribe", "delaySubscription", "prepend", "startWith", "concat", "timeout",
  ]

  /// Whether the event happens during a subscription or request of its lane.
  func isAsked(_ id: EventID) -> Bool {
    guard let cause = recording[id].cause else { return false }
    if case .released = recording[cause].mark, let outer = recording[cause].cause {
      return isAsking(outer, lane(id))
    }
    return isAsking(cause, lane(id))
  }

  private func isAsking(_ id: EventID, _ lane: LaneID?) -> Bool {
    guard self.lane(id) == lane else { return false }
    switch recording[id].mark {
    case .subscribed, .requested: return true
    default: return false
    }
  }
}
