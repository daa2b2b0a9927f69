import Marbles

// What only our own streams know: on which lane a subscriber records.

extension InputProbeLink: Traced {
  var lane: RecordedLane? { recorded }
}

extension LaneEntry: Traced {
  var lane: RecordedLane? { recorded }
}

extension OutputProbe: AutomaticallyConnectable where Upstream: ConnectablePublisher {
  /// `autoconnect()` does not connect by hand.
  func connectQuietly() -> any Cancellable { upstream.connect() }
}
