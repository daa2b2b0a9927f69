import Marbles

/// A subscriber with the recorded lane on which its elements will arrive.
///
/// Each subscriber of an operator conforms, and returns the lane of its downstream; a probe returns
/// its own. An operator that stores, drops or reads elements reports that to the lane, or to the
/// source of the lane, which is the operator's stage if it is between probes. Read once per
/// subscription.
package protocol RecordedSubscriber {
  var lane: RecordedLane? { get }
  /// Whether this is the end of the lane: there is no operator between it and its publisher.
  var isEndOfLane: Bool { get }
}

extension RecordedSubscriber {
  package var isEndOfLane: Bool { false }
}

extension Subscriber {
  /// The lane on which the elements of this subscriber are recorded, if any.
  @usableFromInline package var recordedLane: RecordedLane? {
    (self as? any RecordedSubscriber)?.lane
  }

  /// Whether this subscriber is the end of a recorded lane.
  @usableFromInline package var isEndOfRecordedLane: Bool {
    (self as? any RecordedSubscriber)?.isEndOfLane ?? false
  }
}
