/// The place of a subscriber in a recording.
///
/// The subscriber that is passed to a publisher carries it, and the probe that receives the
/// subscriber reads it once. So an operator describes what it subscribes to, and records nothing.
@usableFromInline
package final class RecordedInput: Sendable {
  /// The lane out of which the elements of the publisher come; `nil` for a further publisher to which
  /// an operator subscribes, which is not the source of the lane.
  @usableFromInline package let lane: RecordedLane?
  /// The lane of an operator that subscribes to one publisher after another, if this is a later one
  /// of them: it becomes the source of the lane if the lane has none.
  @usableFromInline package let laneOfSequence: RecordedLane?
  /// The purpose of the subscription.
  @usableFromInline package let role: Recording.EdgeRole
  /// Whether there is no operator between the end of the lane and its publisher.
  @usableFromInline package let isEndOfLane: Bool

  @usableFromInline
  package init(
    lane: RecordedLane?, role: Recording.EdgeRole = .main, isEndOfLane: Bool = false,
    laneOfSequence: RecordedLane? = nil
  ) {
    self.lane = lane
    self.laneOfSequence = laneOfSequence
    self.role = role
    self.isEndOfLane = isEndOfLane
  }

  /// The input of an operator whose downstream has this one.
  @usableFromInline
  package var throughOperator: RecordedInput {
    isEndOfLane ? RecordedInput(lane: lane, role: role) : self
  }

  /// The input of an operator for the publisher to which it subscribes with the given purpose.
  ///
  /// - Parameter downstream: The input of the downstream of the operator; `nil` if it is not recorded.
  @usableFromInline
  package static func of(_ downstream: RecordedInput?, as role: Recording.EdgeRole)
    -> RecordedInput?
  {
    guard let downstream else { return nil }
    return switch role {
    case .main: downstream.throughOperator
    // The parts of a further publisher belong to that one.
    case .attempt, .inner:
      downstream.lane == nil ? downstream : RecordedInput(lane: downstream.lane, role: role)
    // A publisher after the first: the upstream of the operator is its source, if it is recorded.
    case .next(let number) where number > 1:
      RecordedInput(
        lane: nil, role: role, laneOfSequence: downstream.lane ?? downstream.laneOfSequence)
    case .second, .next: RecordedInput(lane: nil, role: role)
    }
  }
}
