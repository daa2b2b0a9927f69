extension MarbleString.Problem: CustomStringConvertible {
  /// The error and what to do about it, in lower case and without a full stop.
  public var message: String { wording.message }

  /// The replacement, shown after the caret.
  public var hint: String? { wording.hint }

  public var description: String {
    let place = range.isEmpty ? "at the end" : "at character \(range.lowerBound + 1)"
    let severity = isError ? "error" : "warning"
    return "\(severity) \(place): \(message)" + (hint.map { "; \($0)" } ?? "")
  }

  private var wording: (message: String, hint: String?) {
    switch kind {
    case .lookAlikeDuration(let text, let obstacle): lookAlike(text, obstacle)
    case .durationBetweenFrames(let text):
      ("'\(text)' is no whole number of frames", "what follows lies between two frames")
    case .durationTooLong(let text): ("'\(text)' is longer than virtual time can be", nil)
    case .timeTooLong: ("the time is later than virtual time can be", nil)
    case .textTooLong(let limit): ("a marble string has at most \(limit) bytes", "split it")

    case .unclosedGroup(let open):
      ("the group is not closed, so it was taken to the end", "add '\(open.closing)'")
    case .unopenedGroup(let close): ("no group is open here", "remove '\(close)'")
    case .nestedGroup:
      ("a group cannot hold a group, so it was taken to begin here", "remove the inner one")
    case .emptyGroup: ("the group is empty: it only lets time pass", "write '-' for a frame")
    case .commaInGroup:
      ("',' in a group is a value", "write '(ab)', or choose the grammar rxpy for '(a,b)'")
    case .commaOutsideGroup: ("a comma is allowed only inside '( )'", nil)
    case .timeInGroup(let text):
      ("no time passes inside a group: '\(text)' only delays what follows it", "move it out")

    case .eventsAfterEnd(let end): ("nothing can happen after the end '\(end)'", "remove it")
    case .zeroPointInCold:
      ("'^' is the zero point of a hot string; a cold one begins when it is subscribed", nil)
    case .secondZeroPoint: ("a string has only one zero point '^'", "remove this one")
    case .unsubscribeAmongNotifications:
      ("'!' unsubscribes; it is allowed only in subscriptions and rows", nil)
    case .invisibleValue(let name): ("\(name) is a value here", "write '-' for a frame")
    case .valueAcrossSpaces(let value):
      ("spaces are dropped: this is the one value '\(value)'", "put '-' between values")
    case .unclosedQuote: ("the quote is not closed", "add '")

    case .notInSubscription(let text):
      ("'\(text)' is no part of a subscription", "only '^', '!', '-', groups and durations are")
    case .secondSubscribe: ("it subscribes a second time", "a subscription has one '^'")
    case .secondUnsubscribe: ("it unsubscribes a second time", "a subscription has one '!'")
    case .unsubscribedFirst: ("'!' comes before '^', so nothing is ever received", nil)

    case .requestWithoutNumber: ("'+' requests, but not how many", "write '+3' or '+inf'")
    case .requestTooLarge(let text): ("'\(text)' is too large a number", "write '+inf'")
    }
  }

  private func lookAlike(
    _ text: String, _ obstacle: DurationObstacle
  ) -> (message: String, hint: String?) {
    let message = "'\(text)' looks like a duration, but was taken for \(text.count) values"
    switch obstacle {
    case .touchesNeighbour: return (message, "put spaces around '\(text)' to let time pass")
    case .unknownUnit(let unit):
      return (message, "there is no unit '\(unit)': write ms, s or m")
    case .dialectHasNone: return (message, "this grammar has no durations: write '-' for a frame")
    }
  }
}

extension Character {
  fileprivate var closing: Character { self == "[" ? "]" : ")" }
}
