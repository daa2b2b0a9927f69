import Marbles

/// Expects a recording to draw a picture, as ASCII marbles.
///
///     expect(recording, draws: """
///       virtual time  0  3  5
///       A             ^--x--|
///       """)
///
/// Only the lines that the picture has are compared: leave out the title, the values or the legend
/// if they do not matter. Spaces at the ends of lines and empty lines do not count.
///
/// A failure shows both pictures and marks the first difference.
///
/// - The recording must draw all lines of `picture`, in this order; `width` is in columns.
/// - `allowing` says what the recording may leave open.
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
/// Replayed values count like live ones. A failure shows both rows under each other, marks the
/// first difference, and says it in words.
///
/// - A character of `marbles` stands for itself or for its text in `values`; `#` is a failure with
///   the text of `error`, or any failure if that is nil.
/// - `dialect` is whose rules the string follows: RxJS's, or those of swift-async-algorithms.
/// - `allowing` says what the recording may leave open.
public func expectMarbles(
  _ recording: Recording, lane name: String, _ marbles: String, values: [String: String] = [:],
  error: String? = nil, dialect: MarbleString.Dialect = .rxjs, allowing allowance: Allowance = [],
  fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  reportLooseEnds(of: recording, allowing: allowance, at: site)
  guard let lane = recording.lanes.firstIndex(where: { $0.name == name }) else {
    let names = recording.lanes.map(\.name).joined(separator: ", ")
    return site.fail("no lane is called \(name); there are \(names)")
  }
  let reading = MarbleString(marbles, dialect: dialect, frameLength: recording.frame)
    .notifications()
  guard reading.problems.isEmpty else {
    return site.fail(
      "'\(marbles)' is wrong: " + reading.problems.map(\.message).joined(separator: "; "))
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
/// A failure names the first difference of each lane in words and shows both pictures.
///
/// - `comparing` says how closely they are compared.
/// - `allowing` says what the recording may leave open.
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
  for sentence in recording.loose(allowing: allowance) { site.fail(sentence) }
}

/// A notification as a lane has it, or as a marble string expects it.
private struct LaneMark {
  enum Kind: Hashable {
    case value(String)
    case finished
    /// `nil`: any failure.
    case failed(String?)
  }

  let time: VirtualTime
  let kind: Kind

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
  /// What came along a lane: values and ends.
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
  let wanted = recording.lane(name, with: expected)
  let got = recording.lane(name, with: recorded)
  let words = recording.differences(from: wanted, comparing: .valuesAndTimes).first {
    $0.place == name
  }
  let diagram = Diagram(title: name, expected: wanted, recorded: got)
  return (words.map { $0.description + "\n\n" } ?? "") + ASCIIFormat().render(diagram)
}

extension Recording {
  /// A recording of nothing but these notifications, with the times of this one.
  fileprivate func lane(_ name: String, with marks: [LaneMark]) -> Recording {
    var recording = Recording(
      frame: frame, showsDurations: showsDurations, lanes: [Lane(name: name, role: .subscription)])
    for notification in marks {
      let mark: Mark =
        switch notification.kind {
        case .value(let text): .value(recording.add(text))
        case .finished: .finished
        case .failed(let text): .failed(recording.add(text ?? ""))
        }
      recording.events.append(Event(time: notification.time, place: .lane(0), mark: mark))
    }
    return recording
  }

  private mutating func add(_ text: String) -> Label {
    labels.append(text)
    return Label(index: labels.count - 1)
  }
}
