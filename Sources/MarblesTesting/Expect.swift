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
    ExpectedMark(time: event.time, text: text(of: event.mark, values, error))
  }
  let agree = expected.elementsEqual(recorded) { $0.time == $1.time && $0.matches($1.text) }
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
  comparing comparison: Comparison = .everything,
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

/// A notification as a marble string expects it.
private struct ExpectedMark {
  let time: VirtualTime
  /// `nil`: any failure.
  let text: String?

  func matches(_ recorded: String) -> Bool {
    text.map { $0 == recorded } ?? recorded.hasPrefix("failed")
  }
}

private func text(of mark: MarbleString.Mark, _ values: [String: String], _ error: String?)
  -> String?
{
  switch mark {
  case .value(let key): values[key] ?? key
  case .failed: error.map { "failed: \($0)" }
  default: "finished"
  }
}

extension Recording {
  /// What came along a lane, in words: values, "finished", "failed: …".
  fileprivate func notifications(on lane: LaneID) -> [(time: VirtualTime, text: String)] {
    events.compactMap { event in
      guard event.place == .lane(lane) else { return nil }
      switch event.mark {
      case .value, .replayed, .finished, .failed:
        return (event.time, sentence(event.mark, isPlain: true))
      default: return nil
      }
    }
  }
}

private func laneMessage(
  _ recording: Recording, _ name: String, _ expected: [ExpectedMark],
  _ recorded: [(time: VirtualTime, text: String)]
) -> String {
  let wanted = recording.lane(name, with: expected.map { ($0.time, $0.text ?? "failed") })
  let got = recording.lane(name, with: recorded)
  let words = recording.differences(from: wanted, comparing: .valuesAndTimes).first {
    $0.place == name
  }
  let diagram = Diagram(title: name, expected: wanted, recorded: got)
  return (words.map { $0.description + "\n\n" } ?? "") + ASCIIFormat().render(diagram)
}

extension Recording {
  /// A recording of nothing but these notifications, with the times of this one.
  fileprivate func lane(_ name: String, with marks: [(time: VirtualTime, text: String)])
    -> Recording
  {
    var recording = Recording(
      frame: frame, showsDurations: showsDurations, lanes: [Lane(name: name, role: .subscription)])
    for (time, text) in marks {
      let mark: Mark
      if text == "finished" {
        mark = .finished
      } else {
        let isFailure = text.hasPrefix("failed")
        recording.labels.append(isFailure ? String(text.dropFirst(8)) : text)
        let label = Label(index: recording.labels.count - 1)
        mark = isFailure ? .failed(label) : .value(label)
      }
      recording.events.append(RecordedEvent(time: time, place: .lane(0), mark: mark))
    }
    return recording
  }
}
