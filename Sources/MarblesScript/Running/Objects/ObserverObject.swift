import MarblesCombine

/// What the closure of `Observable.create` sends to.
final class ObserverObject: ScriptObject {
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

  func send(_ value: ScriptValue) {
    if !isOver { onValue(value) }
  }

  func end(_ completion: Subscribers.Completion<ScriptError>) {
    guard !isOver else { return }
    isOver = true
    onEnd(completion)
  }
}

extension Run {
  func observerMethod(_ call: MemberCall, of observer: ObserverObject) throws(ScriptError)
    -> ScriptValue?
  {
    let first = call.arguments.value(0) ?? .void
    switch (call.name.text, first) {
    case ("onNext", _), ("next", _), ("send", _): observer.send(first)
    case ("onError", _), ("error", _): observer.end(.failure(Self.failure(first)))
    case ("onCompleted", _), ("complete", _): observer.end(.finished)
    case ("on", .member("next", let details)): observer.send(details.first ?? .void)
    case ("on", .member("error", let details)):
      observer.end(.failure(Self.failure(details.first ?? .string("error"))))
    case ("on", .member("completed", _)): observer.end(.finished)
    default: return nil
    }
    return .void
  }
}
