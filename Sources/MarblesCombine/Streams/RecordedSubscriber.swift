import Marbles

/// A subscriber that knows on which recorded lane its values will arrive.
///
/// Every link of an operator conforms and answers with its downstream's lane; a probe answers with
/// its own. An operator that holds, drops or reads something reports it to that lane, or to the
/// lane's source, which is its stage if probes stand around it. Asked once, when a subscription is
/// made.

package protocol RecordedSubscriber {
  var lane: RecordedLane? { get }
}

extension Subscriber {
  /// The lane on which what this subscriber receives will be recorded, if any.
  @usableFromInline package var recordedLane: RecordedLane? {
    (self as? any RecordedSubscriber)?.lane
  }
}
