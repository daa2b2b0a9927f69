extension MarbleString {
  /// An error or a warning about a marble string; `message` is its text.
  public struct Problem: Error, Hashable, Sendable {
    /// The kind of problem, with its details.
    public var kind: Kind
    /// An error means that the string is invalid; a warning, that it probably has an unintended
    /// meaning.
    public var isError: Bool
    /// The offsets of its characters in the text; empty at the end of the text.
    public var range: Range<Int>

    /// Creates a problem.
    public init(_ kind: Kind, isError: Bool, range: Range<Int>) {
      self.kind = kind
      self.isError = isError
      self.range = range
    }
  }
}

extension MarbleString.Problem {
  /// The kinds of problems.
  public enum Kind: Hashable, Sendable {
    /// Characters that look like a duration and are read as values.
    case lookAlikeDuration(String, DurationObstacle)
    /// A duration that is not a whole number of frames.
    case durationBetweenFrames(String)
    /// A duration beyond the range of virtual time.
    case durationTooLong(String)
    /// The time is beyond the range of virtual time.
    case timeTooLong
    /// More characters than the limit.
    case textTooLong(limit: Int)

    /// A group without its end.
    case unclosedGroup(Character)
    /// The end of a group without its beginning.
    case unopenedGroup(Character)
    /// A group inside a group.
    case nestedGroup(Character)
    /// A group without events.
    case emptyGroup
    /// A comma inside a group where it has no meaning.
    case commaInGroup
    /// A comma outside of a group.
    case commaOutsideGroup
    /// Time that passes inside a group.
    case timeInGroup(String)

    /// Events after the completion or failure.
    case eventsAfterEnd(Character)
    /// A `^` in a cold string, which begins at frame 0.
    case zeroPointInCold
    /// A second `^`.
    case secondZeroPoint
    /// A `!` in a string of notifications.
    case unsubscribeAmongNotifications
    /// A value that cannot be seen.
    case invisibleValue(String)
    /// A value with spaces inside.
    case valueAcrossSpaces(String)
    /// A quoted value without its end.
    case unclosedQuote

    /// A mark that a subscription string does not have.
    case notInSubscription(String)
    /// A second begin of a subscription.
    case secondSubscribe
    /// A second end of a subscription.
    case secondUnsubscribe
    /// An end of a subscription before its begin.
    case unsubscribedFirst

    /// A `+` without a number.
    case requestWithoutNumber
    /// A number beyond the range of demand.
    case requestTooLarge(String)
  }

  /// The reason for which characters that look like a duration are not one.
  public enum DurationObstacle: Hashable, Sendable {
    /// Other characters are directly beside it.
    case touchesNeighbour
    /// Its unit is not known.
    case unknownUnit(String)
    /// The dialect has no durations.
    case dialectHasNone
  }
}
