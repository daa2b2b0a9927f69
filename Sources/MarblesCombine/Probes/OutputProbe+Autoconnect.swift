import Marbles

extension OutputProbe: AutomaticallyConnectable where Upstream: ConnectablePublisher {
  /// `autoconnect()` does not connect by hand.
  @usableFromInline func connectQuietly() -> any Cancellable { upstream.connect() }
}
