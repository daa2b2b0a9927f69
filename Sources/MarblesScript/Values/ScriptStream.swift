import Marbles
import MarblesCombine

/// A publisher of the script language.
package struct ScriptStream {
  package var publisher: AnyPublisher<ScriptValue, ScriptError>
  /// Starts the work, if the publisher is connectable.
  package var connect: (() -> any Cancellable)?
  /// Starts the work in the name of `autoconnect()`: as `connect`, without a mark of its own.
  package var autoconnect: (() -> any Cancellable)?
  /// Where it comes from, for the names in the picture; operators need not carry it on.
  package var origin: (any StreamOrigin)?

  package init(
    _ publisher: some Publisher<ScriptValue, ScriptError>, connect: (() -> any Cancellable)? = nil,
    autoconnect: (() -> any Cancellable)? = nil
  ) {
    self.publisher = publisher.eraseToAnyPublisher()
    self.connect = connect
    self.autoconnect = autoconnect ?? connect
  }
}

/// What a script's run knows about where a stream comes from.
package protocol StreamOrigin {
  /// The text of the stream where it is itself a value on a lane.
  var label: String? { get }
  /// The name or the text that the script gives the stream; `nil` if it has none.
  var givenName: String? { get }
}

extension Publisher where Output == ScriptValue, Failure == any Error {
  /// The stream of a script: what its closures threw is a script's error already.
  package var scripted: ScriptStream {
    ScriptStream(mapError { ScriptError($0) })
  }
}

extension Publisher where Output == ScriptValue, Failure == Never {
  /// The stream of a script, which might fail.
  package var scripted: ScriptStream { ScriptStream(setFailureType(to: ScriptError.self)) }
}

extension Publisher where Output == ScriptValue, Failure == ScriptError {
  package var scripted: ScriptStream { ScriptStream(self) }
}

/// An object that can be used where a publisher is wanted: a subject, a relay.
package protocol StreamObject: ScriptObject {
  var stream: ScriptStream { get }
}

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
