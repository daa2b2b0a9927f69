extension MarbleString {
  /// An error or a warning about a marble string; `message` is its text.
  public struct Problem: Error, Hashable, Sendable {
    public var kind: Kind
    /// An error means that the string is invalid; a warning, that it probably has an unintended
    /// meaning.
    public var isError: Bool
    /// The offsets of its characters in the text; empty at the end of the text.
    public var range: Range<Int>

    public init(_ kind: Kind, isError: Bool, range: Range<Int>) {
      self.kind = kind
      self.isError = isError
      self.range = range
    }
  }
}

extension MarbleString.Problem {
  public enum Kind: Hashable, Sendable {
    case lookAlikeDuration(String, DurationObstacle)
    /// A duration that is not a whole number of frames.
    case durationBetweenFrames(String)
    case durationTooLong(String)
    /// The time is beyond the range of virtual time.
    case timeTooLong
    case textTooLong(limit: Int)

    case unclosedGroup(Character)
    case unopenedGroup(Character)
    case nestedGroup(Character)
    case emptyGroup
    case commaInGroup
    case commaOutsideGroup
    case timeInGroup(String)

    case eventsAfterEnd(Character)
    case zeroPointInCold
    case secondZeroPoint
    case unsubscribeAmongNotifications
    case invisibleValue(String)
    case valueAcrossSpaces(String)
    case unclosedQuote

    case notInSubscription(String)
    case secondSubscribe
    case secondUnsubscribe
    case unsubscribedFirst

    case requestWithoutNumber
    case requestTooLarge(String)
  }

  /// The reason for which characters that look like a duration are not one.
  public enum DurationObstacle: Hashable, Sendable {
    case touchesNeighbour
    case unknownUnit(String)
    case dialectHasNone
  }
}
