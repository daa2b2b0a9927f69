import Marbles
import MarblesCombine

/// A publisher of the script language.
package struct ScriptStream {
  package var publisher: AnyPublisher<ScriptValue, ScriptError>
  /// Connects, if the publisher is connectable.
  package var connect: (() -> any Cancellable)?
  /// Connects for `autoconnect()`: like `connect`, without a mark in the picture.
  package var autoconnect: (() -> any Cancellable)?
  /// The origin of the stream, for the names in the picture. Operators need not copy it.
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

/// RxSwift's traits, which are observables in a script.
package enum StreamTrait: String, Hashable, Sendable {
  case driver = "Driver"
  case signal = "Signal"
  case single = "Single"
  case maybe = "Maybe"
  case completable = "Completable"

  /// Whether its elements are shared among its subscribers.
  package var isShared: Bool { self == .driver || self == .signal }
}

/// The origin of a stream.
package protocol StreamOrigin {
  /// The text of the stream where it is itself a value on a lane.
  var label: String? { get }
  /// The name or the text of the stream in the script; `nil` if it has none.
  var givenName: String? { get }
  /// The key of the stream, if it is a group of `groupBy`.
  var key: ScriptValue? { get }
}

extension Publisher where Output == ScriptValue, Failure == any Error {
  /// The publisher as a stream of a script. Errors that closures threw are not converted.
  package var scripted: ScriptStream {
    ScriptStream(mapError { ScriptError($0) })
  }
}

extension Publisher where Output == ScriptValue, Failure == Never {
  /// The publisher as a stream of a script.
  package var scripted: ScriptStream { ScriptStream(setFailureType(to: ScriptError.self)) }
}

extension Publisher where Output == ScriptValue, Failure == ScriptError {
  package var scripted: ScriptStream { ScriptStream(self) }
}

/// An object that can be used as a publisher: a subject, a relay.
package protocol StreamObject: ScriptObject {
  var stream: ScriptStream { get }
}

/// A subject of a script.
package protocol SubjectObject: StreamObject {
  /// The subject itself, for `multicast(subject:)`.
  var subject: any Subject<ScriptValue, ScriptError> { get }
}

/// A type-erased subject. If it cannot be created, it has failed with the reason.
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
