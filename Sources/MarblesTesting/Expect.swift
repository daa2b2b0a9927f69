@_exported import Marbles

#if !canImport(Combine)
  @_exported import MarblesCombine
#endif

/// Expects a recording to draw a picture, as text.
///
///     expect(recording, draws: """
///       virtual time  0  3  5
///       A             ^--x--|
///       """)
///
/// Only the lines of `picture` are compared: omit the title, the values or the legend if they are
/// not relevant. Trailing spaces and empty lines are ignored.
///
/// A failure shows both pictures and marks the first difference.
///
/// - `picture`: The lines that the recording must draw, in this order.
/// - `width`: The maximum width of the picture, in columns.
/// - `allowing`: The unfinished things that do not fail the test.
public func expect(
  _ recording: Recording, draws picture: String, width: Int = ASCIIFormat.defaultWidth,
  allowing allowance: Allowance = [], fileID: String = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  reportLooseEnds(of: recording, allowing: allowance, at: site)
  let drawn = ASCIIFormat(width: width).render(Diagram(recording))
  guard let comparison = PictureComparison(expected: picture, recorded: drawn) else { return }
  site.fail(comparison.message)
  site.attach(SVGFormat().render(Diagram(recording)), named: "recorded.svg")
}

/// Expects exactly these notifications on a lane, at these frames.
///
///     expectMarbles(recording, lane: "B", "-----f-|", values: ["f": "final"])
///
/// Replayed values are compared like live values. A failure shows both rows and describes the first
/// difference in words.
///
/// - `marbles`: A marble string. A character is a value with that text, or with its text in
///   `values`;
///   `#` is a failure.
/// - `error`: The text of the failure; `nil` accepts any failure.
/// - `dialect`: The grammar of the marble string.
/// - `allowing`: The unfinished things that do not fail the test.
public func expectMarbles(
  _ recording: Recording, lane name: String, _ marbles: String, values: [String: String] = [:],
  error: String? = nil, dialect: MarbleString.Dialect = .rxjs, allowing allowance: Allowance = [],
  fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  reportLooseEnds(of: recording, allowing: allowance, at: site)
  guard let lane = recording.laneIDs.first(where: { recording[$0].name == name }) else {
    let names = recording.lanes.map(\.name).joined(separator: ", ")
    return site.fail("there is no lane \(name); there are \(names)")
  }
  let reading = MarbleString(marbles, dialect: dialect, frameLength: recording.frame)
    .notifications()
  guard reading.problems.isEmpty else {
    return site.fail(
      "'\(marbles)' is not a valid marble string: "
        + reading.problems.map(\.message).joined(separator: "; "))
  }
  let recorded = recording.notifications(on: lane)
  let expected = reading.value.map { event in
    LaneMark(time: event.time, kind: kind(of: event.mark, values, error))
  }
  let agree = expected.elementsEqual(recorded) { $0.allows($1) }
  guard !agree else { return }
  site.fail(laneMessage(recording, name, expected, recorded))
  site.attach(SVGFormat().render(Diagram(recording)), named: "recorded.svg")
}

/// Expects two recordings to be equal, the order inside an instant included.
///
/// A failure describes the first difference of each lane in words and shows both pictures.
///
/// - `comparing`: The aspects that are compared.
/// - `allowing`: The unfinished things that do not fail the test.
public func expect(
  _ recording: Recording, equals expected: Recording,
  comparing comparison: Recording.Comparison = .everything,
  allowing allowance: Allowance = [], fileID: String = #fileID, filePath: StaticString = #filePath,
  line: Int = #line, column: Int = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  reportLooseEnds(of: recording, allowing: allowance, at: site)
  let differences = recording.differences(from: expected, comparing: comparison)
  guard !differences.isEmpty else { return }
  let words = differences.map(\.description).joined(separator: "\n")
  let ascii = ASCIIFormat()
  let pictures = PictureComparison(
    expected: ascii.render(Diagram(expected)), recorded: ascii.render(Diagram(recording)))
  site.fail(words + (pictures.map { "\n\n" + $0.message } ?? ""))
  site.attach(SVGFormat().render(Diagram(expected)), named: "expected.svg")
  site.attach(SVGFormat().render(Diagram(recording)), named: "recorded.svg")
}

func reportLooseEnds(of recording: Recording, allowing allowance: Allowance, at site: CallSite) {
  for sentence in recording.looseEnds(allowing: allowance) { site.fail(sentence) }
}

/// The unfinished things that do not fail a test.
public struct Allowance: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Subscriptions that were neither cancelled nor completed.
  public static let openSubscriptions = Allowance(rawValue: 1)
  /// Work that was still scheduled at the last frame of the run.
  public static let scheduledWork = Allowance(rawValue: 2)
  /// A run that reached a limit.
  public static let limits = Allowance(rawValue: 4)
  /// All of these.
  public static let everything: Allowance = [.openSubscriptions, .scheduledWork, .limits]
}

extension Recording {
  /// Sentences about unfinished things that are not allowed, each with the name of its lane.
  func looseEnds(allowing allowance: Allowance) -> [String] {
    var sentences: [String] = []
    if !allowance.contains(.openSubscriptions) { sentences += openSubscriptions }
    switch ending {
    case .unfinished(let work) where !allowance.contains(.scheduledWork):
      sentences.append("the run ended while work was scheduled: \(work)")
    case .stopped(let sentence) where !allowance.contains(.limits):
      sentences.append("the run reached a limit: \(sentence)")
    default: break
    }
    return sentences
  }

  private var openSubscriptions: [String] {
    let open = state(before: eventIDs.upperBound).openLanes
    return open.keys.sorted().map { lane in
      let since = open[lane].map { timeText(self[$0].time) } ?? ""
      return "\(self[lane].name) is still subscribed, since \(since)"
    }
  }
}

/// A notification on a lane, recorded or expected.
private struct LaneMark {
  enum Kind: Hashable {
    case value(String)
    case finished
    /// - `text`: `nil` accepts any failure.
    case failed(String?)
  }

  let time: VirtualTime
  let kind: Kind

  /// The text of a failure.
  var failure: String? { if case .failed(let text) = kind { text } else { nil } }

  /// The mark with a text for a failure that has none.
  func naming(_ failure: String) -> LaneMark {
    kind == .failed(nil) ? LaneMark(time: time, kind: .failed(failure)) : self
  }

  func allows(_ recorded: LaneMark) -> Bool {
    guard time == recorded.time else { return false }
    if kind == .failed(nil), case .failed = recorded.kind { return true }
    return kind == recorded.kind
  }
}

private func kind(of mark: MarbleString.Mark, _ values: [String: String], _ error: String?)
  -> LaneMark.Kind
{
  switch mark {
  case .value(let key): .value(values[key] ?? key)
  case .failed: .failed(error)
  default: .finished
  }
}

extension Recording {
  /// The values and the completion of a lane.
  fileprivate func notifications(on lane: LaneID) -> [LaneMark] {
    events.compactMap { event -> LaneMark? in
      guard event.place == .lane(lane) else { return nil }
      switch event.mark {
      case .value(let label), .replayed(let label, _):
        return LaneMark(time: event.time, kind: .value(text(label)))
      case .finished: return LaneMark(time: event.time, kind: .finished)
      case .failed(let label): return LaneMark(time: event.time, kind: .failed(text(label)))
      default: return nil
      }
    }
  }
}

private func laneMessage(
  _ recording: Recording, _ name: String, _ expected: [LaneMark], _ recorded: [LaneMark]
) -> String {
  // Any failure is expected where none is named: the recorded one is not a difference.
  let failure = recorded.lazy.compactMap(\.failure).first ?? "any error"
  let wanted = recording.lane(name, with: expected.map { $0.naming(failure) })
  let got = recording.lane(name, with: recorded)
  let words = recording.differences(from: wanted, comparing: .valuesAndTimes).first {
    $0.place == name
  }
  let diagram = Diagram(title: name, expected: wanted, recorded: got)
  return (words.map { $0.description + "\n\n" } ?? "") + ASCIIFormat().render(diagram)
}

extension Recording {
  /// A recording of one lane with the given notifications, and with the lane's subscription.
  fileprivate func lane(_ name: String, with marks: [LaneMark]) -> Recording {
    var recording = Recording(
      frame: frame, showsDurations: showsDurations, lanes: [Lane(name: name, role: .subscription)])
    let own = laneIDs.first { self[$0].name == name }
    var subscription = events.first { $0.place == own.map(Place.lane) && $0.mark.isSubscription }
    func subscribe(before time: VirtualTime) {
      guard let event = subscription, event.time <= time else { return }
      recording.events.append(Event(time: event.time, place: .lane(0), mark: .subscribed()))
      subscription = nil
    }
    for notification in marks {
      subscribe(before: notification.time)
      let mark: Mark =
        switch notification.kind {
        case .value(let text): .value(recording.add(text))
        case .finished: .finished
        case .failed(let text): .failed(recording.add(text ?? ""))
        }
      recording.events.append(Event(time: notification.time, place: .lane(0), mark: mark))
    }
    subscribe(before: .distantFuture)
    return recording
  }

  private mutating func add(_ text: String) -> Label {
    labels.append(text)
    return Label(index: labels.count - 1)
  }
}
