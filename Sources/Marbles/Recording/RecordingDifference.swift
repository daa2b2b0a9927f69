extension Recording {
  /// The parts of two recordings that are compared.
  public enum Comparison: Hashable, Sendable, CaseIterable {
    /// Everything, including causes and the order inside an instant.
    case everything
    /// Everything except requests for values.
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
    let keys = before.keys + after.keys.filter { before.entries[$0] == nil }
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
      let opened = events[edge.opened].time
      if opened > time { return last.map(end) ?? .subscribed(at: opened) }
      last = edge.closed.flatMap { events[$0].time <= time ? $0 : nil }
    }
    return last.map(end)
  }

  private func end(_ event: EventID) -> RecordingDifference.Absence {
    let time = events[event].time
    switch events[event].mark {
    case .failed(let label): return .failed(text(label), at: time)
    case .cancelled: return .cancelled(at: time)
    default: return .finished(at: time)
    }
  }

  /// A time in the notation of the ruler: a number of frames, or a duration.
  public func timeText(_ time: VirtualTime) -> String { timeScale.label(of: time) }
}

/// The events of a recording that count in a comparison.
private struct ComparedRecording {
  struct Entry {
    let event: EventID
    let time: VirtualTime
    let key: PlaceKey
    /// The name of the lane or stage.
    let name: String
    let content: Content

    var text: String { content.text }

    /// The text for a message; a value with the text of the other mark is called a value.
    func words(beside other: Entry?) -> String {
      content.kind == .value && text == other?.text ? "the value \(text)" : text
    }
  }

  /// The content of a mark. The text alone does not distinguish the value "finished" from a completion.
  struct Content: Equatable {
    let kind: Recording.MarkWord
    let label: String?
    let text: String

    init(_ mark: Recording.Mark, in recording: Recording, isPlain: Bool) {
      kind = isPlain && mark.word == .replayed ? .value : mark.word
      label = mark.label.map { recording.text($0) }
      text = recording.sentence(mark, isPlain: isPlain)
    }
  }

  let recording: Recording
  /// The entries in order.
  private(set) var all: [Entry] = []
  private(set) var entries: [PlaceKey: [Entry]] = [:]
  /// The lanes and stages of the entries, in order of first use.
  private(set) var keys: [PlaceKey] = []
  private let places: PlaceNames
  /// The index in `all` of each event that counts.
  private var number: [EventID: Int] = [:]

  init(_ recording: Recording, _ comparison: Recording.Comparison) {
    self.recording = recording
    places = PlaceNames(recording)
    for (id, event) in recording.events.enumerated() where comparison.counts(event.mark) {
      let key = places.key(of: event.place)
      let content = Content(event.mark, in: recording, isPlain: comparison == .valuesAndTimes)
      let entry = Entry(
        event: id, time: event.time, key: key, name: places.name(of: event.place),
        content: content)
      if entries[key] == nil { keys.append(key) }
      entries[key, default: []].append(entry)
      number[id] = all.count
      all.append(entry)
    }
  }

  func firstDifference(
    at key: PlaceKey, from expected: ComparedRecording
  ) -> RecordingDifference? {
    let wanted = expected.entries[key] ?? []
    let got = entries[key] ?? []
    let common = zip(wanted, got).prefix { $0.time == $1.time && $0.content == $1.content }.count
    let want = common < wanted.count ? wanted[common] : nil
    let have = common < got.count ? got[common] : nil
    guard let time = [want?.time, have?.time].compactMap(\.self).min() else { return nil }
    let missed = want?.time == time ? want : nil
    let found = have?.time == time ? have : nil
    return RecordingDifference(
      place: (want ?? have)?.name ?? "", time: time, expected: missed?.words(beside: found),
      recorded: found?.words(beside: missed),
      reason: missed.flatMap {
        found == nil ? reason(whyNot: $0, rest: got[common...]) : nil
      }, timeText: recording.timeText(time),
      timeScale: recording.timeScale)
  }

  /// The reason why an expected mark is missing: it happened later, or the lane was not
  /// subscribed.
  private func reason(
    whyNot missed: Entry, rest: ArraySlice<Entry>
  ) -> RecordingDifference.Reason? {
    if let late = rest.first(where: { $0.content == missed.content }) {
      return .came(at: late.time, late: late.time - missed.time)
    }
    return places.place(of: missed.key).flatMap {
      recording.absence(of: $0, at: missed.time, RecordingIndex(recording))
    }.map { .absent($0) }
  }

  func firstDifferenceInOrder(from expected: ComparedRecording) -> RecordingDifference? {
    for (want, have) in zip(expected.all, all) {
      if want.key != have.key || want.content != have.content {
        return RecordingDifference(
          place: have.name, time: have.time, expected: "\(want.name) \(want.text) first",
          recorded: have.text, reason: .order,
          timeText: recording.timeText(have.time),
          timeScale: recording.timeScale)
      }
      let wantedCause = expected.cause(of: want)
      let cause = cause(of: have)
      if wantedCause?.key != cause?.key || wantedCause?.content != cause?.content {
        return RecordingDifference(
          place: have.name, time: have.time,
          expected:
            "\(want.text) because of \(wantedCause.map { "\($0.name) \($0.text)" } ?? "nothing")",
          recorded: "\(have.text) because of \(cause.map { "\($0.name) \($0.text)" } ?? "nothing")",
          timeText: recording.timeText(have.time),
          timeScale: recording.timeScale)
      }
    }
    return nil
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
  private func cause(of entry: Entry) -> Entry? {
    var cause = recording.events[entry.event].cause
    while let event = cause {
      if let index = number[event] { return all[index] }
      cause = recording.events[event].cause
    }
    return nil
  }
}

extension Recording.Comparison {
  fileprivate func counts(_ mark: Recording.Mark) -> Bool {
    switch (self, mark) {
    case (.everything, _): true
    case (.withoutDemand, .requested), (.withoutDemand, .left): false
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
    case .value(let label): text(label)
    case .replayed(let label, _): isPlain ? text(label) : "\(text(label)) (replayed)"
    case .finished: "finished"
    case .failed(let label): "failed: \(text(label))"
    case .cancelled: "cancelled"
    case .left: "left its source"
    case .dropped(let label, .noDemand): "\(text(label)) dropped, no demand"
    case .dropped(let label, .swallowed): "\(text(label)) swallowed"
    case .sent(let label, let stage): "sends \(text(label)) to \(stages[stage].name)"
    case .read(let label, _, _): "reads \(text(label))"
    case .connected: "connected"
    case .disconnected: "disconnected"
    case .count(let count): count == 1 ? "1 subscriber" : "\(count) subscribers"
    case .held(let label): "holds \(text(label))"
    case .released(let held, let fate): "\(heldText(held)) \(fate.rawValue)"
    case .delivering(let label): "delivers \(text(label))"
    case .delivered(let start): "has delivered \(heldText(start))"
    case .ended(let failure): failure.map { "failed: \(text($0))" } ?? "ended"
    case .control(let label): text(label)
    case .warning(let label): "warning: \(text(label))"
    case .fatal(let label): "fatal: \(text(label))"
    }
  }

  private func heldText(_ event: EventID) -> String {
    switch events[event].mark {
    case .held(let label), .delivering(let label): text(label)
    default: "a value"
    }
  }
}
