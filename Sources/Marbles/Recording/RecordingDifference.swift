extension Recording {
  /// How closely two recordings are compared.
  public enum Comparison: Hashable, Sendable, CaseIterable {
    /// Everything: also the order inside an instant, and what was caused by what.
    case everything
    /// Everything except requests for values.
    case withoutDemand
    /// Only what came along each lane, and when: values, ends. Not who caused it, not the order
    /// between lanes, not how subscriptions came about.
    case valuesAndTimes
  }
}

/// One place at which a recording is not as expected.
public struct RecordingDifference: Hashable, Sendable, CustomStringConvertible {
  /// The name of the lane or stage.
  public var place: String
  public var time: VirtualTime
  /// What was expected there, `nil` if nothing was.
  public var expected: String?
  /// What was recorded there, `nil` if nothing was.
  public var recorded: String?
  /// Why, if the recording shows it: "it subscribed at 6".
  public var reason: String?
  /// The time as the ruler writes it.
  public var timeText: String

  /// "B at 5: expected final, recorded nothing: it subscribed at 6".
  public var description: String {
    let reason = reason.map { ": " + $0 } ?? ""
    return "\(place) at \(timeText): expected \(expected ?? "nothing"), "
      + "recorded \(recorded ?? "nothing")\(reason)"
  }
}

extension Recording {
  /// Where this recording differs from `expected`: the first difference of each lane and stage,
  /// earliest first; if they all agree, the first difference in the order between them, then in
  /// the causes. O(events).
  public func differences(from expected: Recording, comparing comparison: Comparison = .everything)
    -> [RecordingDifference]
  {
    let before = ComparedRecording(expected, comparison)
    let after = ComparedRecording(self, comparison)
    let names = before.names + after.names.filter { before.entries[$0] == nil }
    let differences = names.compactMap { name in
      after.firstDifference(at: name, from: before)
    }
    if !differences.isEmpty || comparison == .valuesAndTimes {
      let stages = Set(self.stages.map(\.name))
      // Of one instant, lanes come first: they are what people look at.
      return differences.enumerated().sorted { a, b in
        (a.element.time, stages.contains(a.element.place) ? 1 : 0, a.offset)
          < (b.element.time, stages.contains(b.element.place) ? 1 : 0, b.offset)
      }.map(\.element)
    }
    let rest = after.firstDifferenceInOrder(from: before) ?? after.difference(inEndingFrom: before)
    return rest.map { [$0] } ?? []
  }

  /// Why a lane could get nothing at a time: it came later, or had ended.
  fileprivate func absence(of name: String, at time: VirtualTime) -> String? {
    guard let lane = lanes.firstIndex(where: { $0.name == name }) else { return nil }
    var end: String?
    for event in events where event.place == .lane(lane) {
      switch event.mark {
      case .subscribed:
        if event.time > time { return end ?? "it subscribed at \(timeText(event.time))" }
        end = nil
      case .finished, .failed, .cancelled:
        if event.time <= time {
          end = "it \(sentence(event.mark, isPlain: true)) at \(timeText(event.time))"
        }
      default: break
      }
    }
    return end
  }

  /// A time as the ruler writes it: in frames, or as a duration.
  public func timeText(_ time: VirtualTime) -> String {
    let nanoseconds = time.nanoseconds
    if !showsDurations, frame.nanoseconds > 0, nanoseconds % frame.nanoseconds == 0 {
      return String(nanoseconds / frame.nanoseconds)
    }
    return (time - .zero).text
  }
}

/// A recording as its comparison sees it.
private struct ComparedRecording {
  struct Entry {
    let event: EventID
    let time: VirtualTime
    let name: String
    let content: Content

    var text: String { content.text }

    /// For a message; a value that reads like the other thing is called a value.
    func words(beside other: Entry?) -> String {
      content.kind == .value && text == other?.text ? "the value \(text)" : text
    }
  }

  /// What a mark says. The sentence alone would take the value "finished" for the end.
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
  /// Everything that counts, in order.
  private(set) var all: [Entry] = []
  private(set) var entries: [String: [Entry]] = [:]
  private(set) var names: [String] = []
  /// The number of an event among those that count.
  private var number: [EventID: Int] = [:]

  init(_ recording: Recording, _ comparison: Recording.Comparison) {
    self.recording = recording
    let places = PlaceNames(recording)
    for (id, event) in recording.events.enumerated() where comparison.counts(event.mark) {
      let name = places.name(of: event.place)
      let content = Content(event.mark, in: recording, isPlain: comparison == .valuesAndTimes)
      let entry = Entry(event: id, time: event.time, name: name, content: content)
      if entries[name] == nil { names.append(name) }
      entries[name, default: []].append(entry)
      number[id] = all.count
      all.append(entry)
    }
  }

  func firstDifference(at name: String, from expected: ComparedRecording) -> RecordingDifference? {
    let wanted = expected.entries[name] ?? []
    let got = entries[name] ?? []
    let common = zip(wanted, got).prefix { $0.time == $1.time && $0.content == $1.content }.count
    let want = common < wanted.count ? wanted[common] : nil
    let have = common < got.count ? got[common] : nil
    guard let time = [want?.time, have?.time].compactMap(\.self).min() else { return nil }
    let missed = want?.time == time ? want : nil
    let found = have?.time == time ? have : nil
    return RecordingDifference(
      place: name, time: time, expected: missed?.words(beside: found),
      recorded: found?.words(beside: missed),
      reason: missed.flatMap {
        found == nil ? reason(whyNot: $0, rest: got[common...]) : nil
      }, timeText: recording.timeText(time))
  }

  /// Why something expected did not come: it came later, or the lane was not listening.
  private func reason(whyNot missed: Entry, rest: ArraySlice<Entry>) -> String? {
    if let late = rest.first(where: { $0.content == missed.content }) {
      let delay = VirtualTime.zero + (late.time - missed.time)
      return "it came at \(recording.timeText(late.time)), \(recording.timeText(delay)) late"
    }
    return recording.absence(of: missed.name, at: missed.time)
  }

  func firstDifferenceInOrder(from expected: ComparedRecording) -> RecordingDifference? {
    for (want, have) in zip(expected.all, all) {
      if want.name != have.name || want.content != have.content {
        return RecordingDifference(
          place: have.name, time: have.time, expected: "\(want.name) \(want.text) first",
          recorded: have.text, reason: "the order inside the instant differs",
          timeText: recording.timeText(have.time))
      }
      let wantedCause = expected.cause(of: want)
      let cause = cause(of: have)
      if wantedCause?.name != cause?.name || wantedCause?.content != cause?.content {
        return RecordingDifference(
          place: have.name, time: have.time,
          expected:
            "\(want.text) because of \(wantedCause.map { "\($0.name) \($0.text)" } ?? "nothing")",
          recorded: "\(have.text) because of \(cause.map { "\($0.name) \($0.text)" } ?? "nothing")",
          timeText: recording.timeText(have.time))
      }
    }
    return nil
  }

  func difference(inEndingFrom expected: ComparedRecording) -> RecordingDifference? {
    guard expected.recording.ending != recording.ending else { return nil }
    let time = recording.events.last?.time ?? .zero
    return RecordingDifference(
      place: "the run", time: time, expected: expected.recording.ending.text,
      recorded: recording.ending.text, timeText: recording.timeText(time))
  }

  /// The nearest cause that counts.
  private func cause(of entry: Entry) -> Entry? {
    var cause = recording.events[entry.event].cause
    while let event = cause {
      if let index = number[event] { return all[index] }
      cause = recording.events[event].cause
    }
    return nil
  }
}

/// Names of lanes and stages that are told apart even if several have the same.
private struct PlaceNames {
  private var lanes: [String] = []
  private var stages: [String] = []

  init(_ recording: Recording) {
    var uses: [String: Int] = [:]
    func unique(_ name: String) -> String {
      uses[name, default: 0] += 1
      let count = uses[name] ?? 1
      return count == 1 ? name : "\(name) (\(count))"
    }
    lanes = recording.lanes.map { unique($0.name) }
    stages = recording.stages.map { unique($0.name) }
  }

  func name(of place: Recording.Place) -> String {
    switch place {
    case .lane(let lane): lanes[lane]
    case .stage(let stage): stages[stage]
    }
  }
}

extension Recording.Comparison {
  fileprivate func counts(_ mark: Recording.Mark) -> Bool {
    switch (self, mark) {
    case (.everything, _): true
    case (.withoutDemand, .requested): false
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
  /// What a mark says, in a word or two: "final", "finished", "requested 3".
  fileprivate func sentence(_ mark: Mark, isPlain: Bool = false) -> String {
    switch mark {
    case .subscribed: "subscribed"
    case .requested(let count): "requested \(count.map(String.init) ?? "unlimited")"
    case .value(let label): text(label)
    case .replayed(let label, _): isPlain ? text(label) : "\(text(label)) (replayed)"
    case .finished: "finished"
    case .failed(let label): "failed: \(text(label))"
    case .cancelled: "cancelled"
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
