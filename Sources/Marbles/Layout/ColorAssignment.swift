/// The colour of every event: what was mapped, paired or answered has the colour of the value that
/// set it off.
struct ColorAssignment {
  /// By event; -1 where no value is behind it. Numbered by order of emission, without an end.
  private(set) var colors: [Int]
  private var next = 0
  /// The colour last given to a label, for memories whose holding was not recorded.
  private var colorOfLabel: [Int]

  /// - Complexity: O(events).
  init(_ recording: Recording) {
    colors = []
    colors.reserveCapacity(recording.events.count)
    colorOfLabel = Array(repeating: -1, count: recording.labels.count)
    for event in recording.events { colors.append(color(of: event, recording)) }
  }

  private mutating func color(of event: Recording.Event, _ recording: Recording) -> Int {
    let inherited = event.cause.map { colors[$0] } ?? -1
    switch event.mark {
    case .sent(let label, _): return new(label)
    case .value(let label):
      return inherited >= 0 && !isNextOfItself(event, recording)
        ? note(inherited, label) : new(label)
    case .held(let label):
      return inherited >= 0 ? note(inherited, label) : known(label) ?? new(label)
    case .replayed(let label, let held), .read(let label, _, let held):
      if let held, colors[held] >= 0 { return colors[held] }
      return known(label) ?? (inherited >= 0 ? inherited : new(label))
    case .released(let held, _):
      return isSetOff(event, recording) && inherited >= 0 ? inherited : colors[held]
    // Asking for more, or an end, does not make what comes next.
    case .requested, .finished, .failed, .cancelled: return -1
    default: return inherited
    }
  }

  /// Whether another value of the same instant made a stage give away what it held.
  private func isSetOff(_ event: Recording.Event, _ recording: Recording) -> Bool {
    guard let cause = event.cause, recording.events[cause].time == event.time,
      case .lane = recording.events[cause].place, case .value = recording.events[cause].mark
    else { return false }
    return true
  }

  /// A source that schedules its next value while it gives one: the next is a value of its own.
  private func isNextOfItself(_ event: Recording.Event, _ recording: Recording) -> Bool {
    guard case .lane(let lane) = event.place, recording.lanes[lane].source == nil,
      let cause = event.cause, recording.events[cause].place == event.place,
      case .value = recording.events[cause].mark
    else { return false }
    return true
  }

  private func known(_ label: Recording.Label) -> Int? {
    colorOfLabel[label.index] >= 0 ? colorOfLabel[label.index] : nil
  }

  private mutating func note(_ color: Int, _ label: Recording.Label) -> Int {
    colorOfLabel[label.index] = color
    return color
  }

  private mutating func new(_ label: Recording.Label) -> Int {
    next += 1
    return note(next - 1, label)
  }
}
