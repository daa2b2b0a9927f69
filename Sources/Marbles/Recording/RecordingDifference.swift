extension Recording {
  /// The parts of two recordings that are compared.
  public enum Comparison: Hashable, Sendable, CaseIterable {
    /// Everything, including causes and the order inside an instant.
    case everything
    /// Everything except requests for values, and the subscriptions of operators inside a lane
    /// (`joined` and `left`).
    case withoutDemand
    /// Only the values and completions of each lane, with their times: not their causes, the order
    /// between lanes or the subscriptions.
    case valuesAndTimes
  }
}

/// One place at which a recording differs from the expected one.
public struct RecordingDifference: Hashable, Sendable, CustomStringConvertible {
  /// The name of the lane or stage.
  public var place: String
  /// The time of the difference.
  public var time: VirtualTime
  /// The expected mark; `nil` if none was expected.
  public var expected: String?
  /// The recorded mark; `nil` if none was recorded.
  public var recorded: String?
  /// The reason, if the recording shows it.
  public var reason: Reason?
  /// The time in the notation of the ruler.
  public var timeText: String
  /// The notation of its times.
  var timeScale: Recording.TimeScale

  /// Why a recording is not as expected.
  public enum Reason: Hashable, Sendable {
    /// The event happened later.
    case came(at: VirtualTime, late: VirtualDuration)
    /// The lane could not receive it.
    case absent(Absence)
    /// The same events happened in another order inside the instant.
    case order
  }

  /// Why a lane could receive nothing: it subscribed later, or had ended.
  public enum Absence: Hashable, Sendable {
    /// It subscribed later, at this time.
    case subscribed(at: VirtualTime)
    /// It had cancelled at this time.
    case cancelled(at: VirtualTime)
    /// It had completed at this time.
    case finished(at: VirtualTime)
    /// It had failed at this time.
    case failed(String, at: VirtualTime)
  }

  /// A reason in words: "it subscribed at 6".
  public func text(of reason: Reason) -> String {
    switch reason {
    case .came(let time, let late):
      "it came at \(timeScale.label(of: time)), \(timeScale.label(of: late)) late"
    case .absent(.subscribed(let time)): "it subscribed at \(timeScale.label(of: time))"
    case .absent(.cancelled(let time)): "it cancelled at \(timeScale.label(of: time))"
    case .absent(.finished(let time)): "it finished at \(timeScale.label(of: time))"
    case .absent(.failed(let failure, let time)):
      "it failed: \(failure) at \(timeScale.label(of: time))"
    case .order: "the order inside the instant differs"
    }
  }

  /// "B at 5: expected final, recorded nothing: it subscribed at 6".
  public var description: String {
    let reason = reason.map { ": " + text(of: $0) } ?? ""
    return "\(place) at \(timeText): expected \(expected ?? "nothing"), "
      + "recorded \(recorded ?? "nothing")\(reason)"
  }
}

extension Recording {
  /// The differences between this recording and `expected`: the first one of each lane and stage,
  /// earliest first; if all lanes and stages agree, the first one in the order between them or in
  /// the causes.
  ///
  /// - Complexity: O(n) in the number of events.
  public func differences(from expected: Recording, comparing comparison: Comparison = .everything)
    -> [RecordingDifference]
  {
    let before = ComparedRecording(expected, comparison)
    let after = ComparedRecording(self, comparison)
    let keys = before.keys + after.keys.filter { before.events[$0] == nil }
    let differences = keys.compactMap { key in
      after.firstDifference(at: key, from: before).map { (key: key, difference: $0) }
    }
    if !differences.isEmpty || comparison == .valuesAndTimes {
      // Of one instant, lanes come before stages.
      return differences.enumerated().sorted { a, b in
        (a.element.difference.time, a.element.key.isStage ? 1 : 0, a.offset)
          < (b.element.difference.time, b.element.key.isStage ? 1 : 0, b.offset)
      }.map(\.element.difference)
    }
    let rest = after.firstDifferenceInOrder(from: before) ?? after.difference(inEndingFrom: before)
    return rest.map { [$0] } ?? []
  }

  /// The reason why a lane could receive nothing at a time: it subscribed later, or had ended.
  fileprivate func absence(
    of place: Place, at time: VirtualTime, _ index: RecordingIndex
  ) -> RecordingDifference.Absence? {
    guard case .lane(let lane) = place else { return nil }
    var last: EventID?
    for edge in index.edges(of: lane) {
      let opened = self[edge.opened].time
      if opened > time { return last.map(end) ?? .subscribed(at: opened) }
      last = edge.closed.flatMap { self[$0].time <= time ? $0 : nil }
    }
    return last.map(end)
  }

  private func end(_ event: EventID) -> RecordingDifference.Absence {
    let time = self[event].time
    switch self[event].mark {
    case .failed(let label): return .failed(text(label), at: time)
    case .cancelled: return .cancelled(at: time)
    default: return .finished(at: time)
    }
  }

  /// A time in the notation of the ruler: a number of frames, or a duration.
  public func timeText(_ time: VirtualTime) -> String { timeScale.label(of: time) }
}

/// The events of a recording that count in a comparison.
///
/// Only their numbers are stored; texts are made for the events that are compared.
private struct ComparedRecording {
  /// The content of a mark. The text alone does not distinguish the value "finished" from a completion.
  struct Content: Equatable {
    let kind: Recording.MarkWord
    let label: String?
    let text: String

    /// The text for a message; a value with the text of the other mark is called a value.
    func words(beside other: Content?) -> String {
      kind == .value && text == other?.text ? "the value \(text)" : text
    }
  }

  let recording: Recording
  /// The events in order.
  private(set) var all: [EventID] = []
  private(set) var events: [PlaceKey: [EventID]] = [:]
  /// The lanes and stages of the events, in order of first use.
  private(set) var keys: [PlaceKey] = []
  private let places: PlaceNames
  private let comparison: Recording.Comparison

  init(_ recording: Recording, _ comparison: Recording.Comparison) {
    self.recording = recording
    self.comparison = comparison
    places = PlaceNames(recording)
    for (id, event) in zip(recording.eventIDs, recording.events) where comparison.counts(event.mark)
    {
      let key = places.key(of: event.place)
      if events[key] == nil { keys.append(key) }
      events[key, default: []].append(id)
      all.append(id)
    }
  }

  private func content(_ event: EventID) -> Content {
    let mark = recording[event].mark
    let isPlain = comparison == .valuesAndTimes
    return Content(
      kind: isPlain && mark.word == .replayed ? .value : mark.word,
      label: mark.label.map { recording.text($0) },
      text: recording.sentence(mark, isPlain: isPlain))
  }

  private func time(_ event: EventID) -> VirtualTime { recording[event].time }
  private func key(_ event: EventID) -> PlaceKey { places.key(of: recording[event].place) }
  private func name(_ event: EventID) -> String { places.name(of: recording[event].place) }

  func firstDifference(
    at key: PlaceKey, from expected: ComparedRecording
  ) -> RecordingDifference? {
    let wanted = expected.events[key] ?? []
    let got = events[key] ?? []
    let common = zip(wanted, got).lazy.prefix {
      expected.time($0) == time($1) && expected.content($0) == content($1)
    }.count
    let want = common < wanted.count ? wanted[common] : nil
    let have = common < got.count ? got[common] : nil
    let times = [want.map(expected.time), have.map(time)]
    guard let time = times.compactMap(\.self).min() else { return nil }
    let missed = times[0] == time ? want : nil
    let found = times[1] == time ? have : nil
    let (missing, other) = (missed.map(expected.content), found.map(content))
    return RecordingDifference(
      place: want.map(expected.name) ?? have.map(name) ?? "", time: time,
      expected: missing?.words(beside: other), recorded: other?.words(beside: missing),
      reason: missed.flatMap {
        found == nil ? reason(whyNot: $0, in: expected, at: key, rest: got[common...]) : nil
      }, timeText: recording.timeText(time),
      timeScale: recording.timeScale)
  }

  /// The reason why an expected mark is missing: it happened later, or the lane was not
  /// subscribed.
  private func reason(
    whyNot missed: EventID, in expected: ComparedRecording, at key: PlaceKey,
    rest: ArraySlice<EventID>
  ) -> RecordingDifference.Reason? {
    let (wanted, due) = (expected.content(missed), expected.time(missed))
    if let late = rest.first(where: { content($0) == wanted }) {
      return .came(at: time(late), late: time(late) - due)
    }
    return places.place(of: key).flatMap {
      recording.absence(of: $0, at: due, RecordingIndex(recording))
    }.map { .absent($0) }
  }

  func firstDifferenceInOrder(from expected: ComparedRecording) -> RecordingDifference? {
    for (want, have) in zip(expected.all, all) {
      let (wanted, got) = (expected.content(want), content(have))
      if expected.key(want) != key(have) || wanted != got {
        return RecordingDifference(
          place: name(have), time: time(have),
          expected: "\(expected.name(want)) \(wanted.text) first",
          recorded: got.text, reason: .order,
          timeText: recording.timeText(time(have)),
          timeScale: recording.timeScale)
      }
      let (wantedCause, cause) = (expected.cause(of: want), cause(of: have))
      if wantedCause.map(expected.key) != cause.map(key)
        || wantedCause.map(expected.content) != cause.map(content)
      {
        return RecordingDifference(
          place: name(have), time: time(have),
          expected: "\(wanted.text) because of \(expected.words(wantedCause))",
          recorded: "\(got.text) because of \(words(cause))",
          timeText: recording.timeText(time(have)),
          timeScale: recording.timeScale)
      }
    }
    return nil
  }

  private func words(_ cause: EventID?) -> String {
    cause.map { "\(name($0)) \(content($0).text)" } ?? "nothing"
  }

  func difference(inEndingFrom expected: ComparedRecording) -> RecordingDifference? {
    guard expected.recording.ending != recording.ending else { return nil }
    let time = recording.events.last?.time ?? .zero
    return RecordingDifference(
      place: "the run", time: time, expected: expected.recording.ending.text,
      recorded: recording.ending.text, timeText: recording.timeText(time),
      timeScale: recording.timeScale)
  }

  /// The nearest cause that counts in the comparison.
  private func cause(of event: EventID) -> EventID? {
    var cause = recording[event].cause
    while let event = cause {
      if comparison.counts(recording[event].mark) { return event }
      cause = recording[event].cause
    }
    return nil
  }
}

extension Recording.Comparison {
  fileprivate func counts(_ mark: Recording.Mark) -> Bool {
    switch (self, mark) {
    case (.everything, _): true
    case (.withoutDemand, .requested), (.withoutDemand, .joined), (.withoutDemand, .left): false
    case (.withoutDemand, _): true
    case (.valuesAndTimes, .value), (.valuesAndTimes, .replayed), (.valuesAndTimes, .finished),
      (.valuesAndTimes, .failed):
      true
    case (.valuesAndTimes, _): false
    }
  }
}

extension Recording.Ending {
  fileprivate var text: String {
    switch self {
    case .idle: "the run to end by itself"
    case .fatal(let message): "a fatal error: \(message)"
    case .stopped(let sentence): "a limit: \(sentence)"
    case .unfinished(let sentence): "unfinished work: \(sentence)"
    }
  }
}

extension Recording {
  /// A mark in one or two words: "final", "finished", "requested 3".
  fileprivate func sentence(_ mark: Mark, isPlain: Bool = false) -> String {
    switch mark {
    case .subscribed: "subscribed"
    case .requested(let count): "requested \(count.map(String.init) ?? "unlimited")"
    case .value(let label): shownText(label)
    case .replayed(let label, _): isPlain ? shownText(label) : "\(shownText(label)) (replayed)"
    case .finished: "finished"
    case .failed(let label): "failed: \(shownText(label))"
    case .cancelled: "cancelled"
    case .joined: "joined its source"
    case .left: "left its source"
    case .dropped(let label, .noDemand): "\(shownText(label)) dropped, no demand"
    case .dropped(let label, .swallowed): "\(shownText(label)) swallowed"
    case .sent(let label, let stage): "sends \(shownText(label)) to \(self[stage].name)"
    case .read(let label, _, _): "reads \(shownText(label))"
    case .connected: "connected"
    case .disconnected: "disconnected"
    case .count(let count): count == 1 ? "1 subscriber" : "\(count) subscribers"
    case .held(let label): "holds \(shownText(label))"
    case .released(let held, let fate): "\(heldText(held)) \(fate.rawValue)"
    case .delivering(let label): "delivers \(shownText(label))"
    case .delivered(let start): "has delivered \(heldText(start))"
    case .ended(let failure): failure.map { "failed: \(shownText($0))" } ?? "ended"
    case .control(let label): shownText(label)
    case .warning(let label): "warning: \(shownText(label))"
    case .fatal(let label): "fatal: \(shownText(label))"
    }
  }

  private func heldText(_ event: EventID) -> String {
    switch self[event].mark {
    case .held(let label), .delivering(let label): shownText(label)
    default: "a value"
    }
  }
}
