extension MarbleString {
  /// Something wrong with a marble string, as data; `message` has the words.
  public struct Problem: Error, Hashable, Sendable {
    public var kind: Kind
    /// Errors have no meaning. Warnings are for what was accepted, but surely not meant so.
    public var isError: Bool
    /// The offsets of the characters it is about, in the text; empty at the end of the text.
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
    /// A duration that is no whole number of frames.
    case durationBetweenFrames(String)
    case durationTooLong(String)
    /// The time that has passed is beyond what can be counted.
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

  /// Why something that looks like a duration is none.
  public enum DurationObstacle: Hashable, Sendable {
    case touchesNeighbour
    case unknownUnit(String)
    case dialectHasNone
  }
}
