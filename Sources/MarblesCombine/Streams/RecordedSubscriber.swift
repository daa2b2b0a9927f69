import Marbles

/// A subscriber with a place in a recording.
///
/// Each subscriber of an operator conforms, and passes on the input of its downstream; a probe
/// returns its own. Read once per subscription.
package protocol RecordedSubscriber {
  var recordedInput: RecordedInput? { get }
}

/// A subscriber that can cancel before it has received its subscription, which comes later after
/// `subscribe(on:)`.
package protocol EarlyCanceller: AnyObject {
  /// Called by such a cancel. The probe that is subscribed sets it.
  var cancelEarly: (() -> Void)? { get set }
}

extension Subscriber {
  /// The place of this subscriber in a recording, if it is recorded.
  @usableFromInline package var recordedInput: RecordedInput? {
    (self as? any RecordedSubscriber)?.recordedInput
  }

  /// The lane on which the elements of this subscriber are recorded, if any.
  ///
  /// An operator that stores, drops or reads elements reports that to the lane, or to the source of
  /// the lane, which is the operator's stage if it is between probes.
  @usableFromInline package var recordedLane: RecordedLane? { recordedInput?.lane }
}
