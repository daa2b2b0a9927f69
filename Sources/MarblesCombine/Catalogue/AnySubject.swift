/// A subject of a script.
package protocol SubjectObject: StreamObject {
  /// The bare subject: what `multicast(subject:)` puts inside.
  var subject: any Subject<ScriptValue, ScriptError> { get }
}

/// A subject whose type is hidden. If it cannot be made, it has failed with the reason.
final class AnySubject: Subject {
  typealias Output = ScriptValue
  typealias Failure = ScriptError

  private let base: any Subject<ScriptValue, ScriptError>

  init(_ make: () throws -> any Subject<ScriptValue, ScriptError>) {
    do {
      base = try make()
    } catch {
      base = PassthroughSubject()
      base.send(completion: .failure(ScriptError(error)))
    }
  }

  func send(_ value: ScriptValue) { base.send(value) }
  func send(completion: Subscribers.Completion<ScriptError>) { base.send(completion: completion) }
  func send(subscription: any Subscription) { base.send(subscription: subscription) }

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == ScriptValue, S.Failure == ScriptError {
    base.receive(subscriber: subscriber)
  }
}
