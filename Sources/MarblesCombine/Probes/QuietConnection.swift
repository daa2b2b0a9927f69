extension OutputProbe: AutomaticallyConnectable where Upstream: ConnectablePublisher {
  /// `autoconnect()` does not connect by hand.
  func connectQuietly() -> any Cancellable { upstream.connect() }
}
