import MarblesCombine

/// An object of a script that can be cancelled.
protocol CancellableObject: KindedObject {
  func cancel()
}

extension CancellableObject {
  var kind: ValueKind { .cancellable }
}

/// A task: it continues when its variable is set to another one.
protocol TaskObject: ScriptObject {
  /// The result of the task; before its end `nil`, and `resume` is called at the end.
  func result(orElse resume: @escaping () -> Void) throws(ScriptError) -> ScriptValue?
}

/// The result of `connect()`.
final class ConnectionObject: CancellableObject {
  private var connection: (any Cancellable)?

  init(_ connection: any Cancellable) { self.connection = connection }

  var typeName: String { "Connection" }

  func cancel() {
    let old = connection
    connection = nil
    old?.cancel()
  }
}

/// A disposable with a closure.
final class DisposableObject: CancellableObject {
  private var action: (() -> Void)?

  init(_ action: (() -> Void)?) { self.action = action }

  var typeName: String { "Disposable" }

  func cancel() {
    let action = action
    self.action = nil
    action?()
  }
}

/// A set of objects that are cancelled together.
final class BagObject: CancellableObject {
  private var content: [any CancellableObject] = []

  var typeName: String { "DisposeBag" }
  var kind: ValueKind { .bag }

  func insert(_ object: any CancellableObject) { content.append(object) }

  func cancel() {
    let old = content
    content = []
    for object in old { object.cancel() }
  }
}

/// An object that a script sends values to: a subject, a relay, an observer.
protocol ValueReceiver: ScriptObject {
  func send(_ value: ScriptValue)
  func finish()
  func fail(_ error: ScriptError)
}

/// The object that the closure of `Observable.create` sends to.
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
