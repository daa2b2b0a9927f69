import MarblesCombine

/// What the closure of `Observable.create` sends to.
final class ObserverObject: KindedObject, ValueReceiver {
  private let onValue: (ScriptValue) -> Void
  private let onEnd: (Subscribers.Completion<ScriptError>) -> Void
  private var isOver = false

  init(
    onValue: @escaping (ScriptValue) -> Void,
    onEnd: @escaping (Subscribers.Completion<ScriptError>) -> Void
  ) {
    self.onValue = onValue
    self.onEnd = onEnd
  }

  var typeName: String { "Observer" }
  var kind: ValueKind { .observer }

  func send(_ value: ScriptValue) {
    if !isOver { onValue(value) }
  }

  func finish() { end(.finished) }
  func fail(_ error: ScriptError) { end(.failure(error)) }

  private func end(_ completion: Subscribers.Completion<ScriptError>) {
    guard !isOver else { return }
    isOver = true
    onEnd(completion)
  }
}
