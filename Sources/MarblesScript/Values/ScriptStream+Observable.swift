import Marbles
import MarblesCombine
import MarblesRx

extension ScriptStream {
  /// The stream as an observable.
  var observable: Observable<ScriptValue> { PublisherObservable(publisher) }
}

extension ScriptValue {
  /// The value as an observable: a stream, a subject, a relay, or `.just(1)`.
  var observable: Observable<ScriptValue>? {
    if let publisher { return PublisherObservable(publisher) }
    guard case .member(let name, let arguments) = self else { return nil }
    switch name {
    case "just": return .just(arguments.first ?? .void)
    case "of": return .from(arguments)
    case "empty": return .empty()
    case "never": return .never()
    case "error": return .error(ScriptError(arguments.first?.description ?? "error"))
    default: return nil
    }
  }
}

extension Arguments {
  /// The required observable at an index.
  func observable(_ index: Int) throws(ScriptError) -> Observable<ScriptValue> {
    guard let observable = self[index]?.observable else {
      throw ScriptError("argument \(index + 1) is missing")
    }
    return observable
  }

  /// The observables from an index on.
  func observables(from index: Int) -> [Observable<ScriptValue>] {
    values.dropFirst(index).compactMap { $0?.observable }
  }

  /// The required duration at an index.
  func interval(_ index: Int) throws(ScriptError) -> RxTimeInterval {
    RxTimeInterval(try time(index))
  }

  /// The required number at an index, which must be positive.
  func positive(_ index: Int) throws(ScriptError) -> Int {
    let number = try natural(index)
    guard number > 0 else { throw ScriptError("0 is too small; it must be 1 or more") }
    return number
  }
}

extension ScriptFunction {
  /// The observable that the closure returns.
  func observable(_ arguments: ScriptValue...) throws(ScriptError) -> Observable<ScriptValue> {
    let answer = try call(arguments)
    guard let observable = answer.observable else {
      throw wrongResult("an observable", answer)
    }
    return observable
  }

  /// The observable that the closure returns for an error.
  func recovering(_ error: any Error) throws(ScriptError) -> Observable<ScriptValue> {
    // An error of the script is not an error of its stream.
    if let mistake = error as? ScriptError, !mistake.isFailure { throw mistake }
    return try observable(ScriptError(error).value)
  }
}

extension Event where Element == ScriptValue {
  /// The event as a value of a script: `next(1)`, `completed`.
  var scripted: ScriptValue {
    switch self {
    case .next(let value): .member("next", [value])
    case .error(let error): .member("error", [ScriptError(error).value])
    case .completed: .member("completed", [])
    }
  }
}

extension ScriptValue {
  /// The observable of an element, for operators such as `merge()`.
  func innerObservable() throws(ScriptError) -> Observable<ScriptValue> {
    guard let observable else { throw ScriptError("\(kindName) is no observable") }
    return observable
  }
}

/// A subject of a script as one of RxSwift's.
func bridged(_ subject: any Subject<ScriptValue, ScriptError>) -> BridgedSubject<
  ScriptValue, ScriptError
> {
  BridgedSubject(subject) { ScriptError($0) }
}
