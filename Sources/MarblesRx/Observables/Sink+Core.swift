import Marbles
import MarblesCombine

extension ObservableType {
  /// Subscribes one of several sources of an operator: its events pass the gate one by one.
  @inlinable @inline(__always)
  func subscribe<Result>(
    into sink: Sink<Result>, through gate: SerialGate,
    _ handler: @escaping (Event<Element>) -> Void
  ) -> any Disposable {
    asObservable().subscribe(
      Receiver(lane: sink.lane) { event in
        gate.run(now: { handler(event) }, orLater: { handler(event) })
      })
  }
}

extension Sink {
  /// The values that the operator of this sink holds, reported to its stage.
  @usableFromInline var memory: HeldValues { HeldValues(lane?.source) }
}

/// Disposed with the subscription: what is still held is released.
extension HeldValues: Disposable {
  @usableFromInline package func dispose() { finish() }
}
