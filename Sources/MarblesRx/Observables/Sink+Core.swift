import Marbles
import MarblesCombine

extension ObservableType {
  /// Subscribes one of several sources of an operator: its events pass the gate one by one.
  @inlinable @inline(__always)
  func subscribe<Result>(
    into sink: Sink<Result>, through gate: SerialGate, as role: Recording.EdgeRole = .main,
    _ handler: @escaping (Event<Element>) -> Void
  ) -> any Disposable {
    asObservable().subscribe(
      Receiver(input: .of(sink.input, as: role)) { event in
        gate.run(now: { handler(event) }, orLater: { handler(event) })
      })
  }
}

extension Sink {
  /// The values that the operator of this sink holds, reported to its stage.
  @usableFromInline var memory: HeldValues { HeldValues(lane?.source) }

  /// The values that the operator of this sink holds; `nil` if it has no recorded stage.
  @usableFromInline var recordedMemory: HeldValues? { lane?.source.map { HeldValues($0) } }
}

/// Disposed with the subscription: what is still held is released.
extension HeldValues: Disposable {
  @usableFromInline package func dispose() { finish() }
}
