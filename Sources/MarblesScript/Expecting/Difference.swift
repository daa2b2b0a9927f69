import Marbles

extension ExpectationFailure.Comparison {
  /// The first difference in words; nil if there is none.
  func firstDifference(frame: VirtualDuration) -> String? {
    for index in 0..<max(expected.count, recorded.count) {
      let wanted = index < expected.count ? expected[index] : nil
      let found = index < recorded.count ? recorded[index] : nil
      if wanted == found { continue }
      return Self.words(wanted, found, frame)
    }
    return nil
  }

  private static func words(
    _ wanted: TimedNotification?, _ found: TimedNotification?, _ frame: VirtualDuration
  ) -> String {
    switch (wanted, found) {
    case (let wanted?, let found?) where wanted.time == found.time:
      "at \(place(wanted.time, frame)) expected \(wanted.words), recorded \(found.words)"
    case (let wanted?, let found?) where wanted.kind == found.kind:
      "expected \(wanted.words) at \(place(wanted.time, frame)), "
        + "recorded it at \(place(found.time, frame))"
    case (let wanted?, let found?) where found.time < wanted.time:
      "at \(place(found.time, frame)) expected nothing, recorded \(found.words)"
    case (let wanted?, _):
      "at \(place(wanted.time, frame)) expected \(wanted.words), recorded nothing"
    case (nil, let found?):
      "at \(place(found.time, frame)) expected nothing, recorded \(found.words)"
    case (nil, nil): ""
    }
  }

  private static func place(_ time: VirtualTime, _ frame: VirtualDuration) -> String {
    let (number, rest) = time.nanoseconds.quotientAndRemainder(
      dividingBy: max(frame.nanoseconds, 1))
    return rest == 0 ? String(number) : (time - .zero).text
  }
}

extension TimedNotification {
  fileprivate var words: String {
    switch kind {
    case .value(let text): "'\(TextWidth.visible(text))'"
    case .finished: "the end"
    case .failed(let text): "the failure '\(TextWidth.visible(text))'"
    }
  }
}
