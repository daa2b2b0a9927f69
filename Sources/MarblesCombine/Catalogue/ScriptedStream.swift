import Marbles

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

extension ScriptError {
  /// Any error as one of a script, which it is already if a script's closure threw it.
  package init(_ error: any Error) {
    self = error as? ScriptError ?? ScriptError(String(describing: error))
  }
}

extension Arguments {
  /// The closure at an index, which the signature requires.
  package func function(_ index: Int) throws(ScriptError) -> ScriptFunction {
    guard let closure = closure(index) else {
      throw ScriptError("argument \(index + 1) is missing")
    }
    return closure
  }

  /// The number at an index, not below zero.
  package func natural(_ index: Int) throws(ScriptError) -> Int {
    guard let number = int(index) else { throw ScriptError("argument \(index + 1) is missing") }
    guard number >= 0 else { throw ScriptError("\(number) is negative; it must be 0 or more") }
    return number
  }
}

extension ScriptFunction {
  /// The answer of a predicate.
  package func decides(_ arguments: ScriptValue...) throws(ScriptError) -> Bool {
    let answer = try call(arguments)
    guard case .bool(let flag) = answer else {
      throw ScriptError("the closure should give true or false, not \(answer.kindName)")
    }
    return flag
  }

  /// The publisher that the closure gives.
  package func publisher(_ arguments: ScriptValue...) throws(ScriptError)
    -> AnyPublisher<ScriptValue, ScriptError>
  {
    let answer = try call(arguments)
    guard let publisher = answer.publisher else {
      throw ScriptError("the closure should give a publisher, not \(answer.kindName)")
    }
    return publisher
  }
}

extension Arguments {
  /// The duration at an index, which the signature requires; not below zero.
  package func time(_ index: Int) throws(ScriptError) -> VirtualDuration {
    guard let duration = duration(index) else {
      throw ScriptError("argument \(index + 1) is missing")
    }
    guard duration >= .zero else {
      throw ScriptError("\(duration.text) is negative; it must be 0 or more")
    }
    return duration
  }

  /// The demand at an index, or what it is if it was left out.
  package func demand(_ index: Int, default: Subscribers.Demand) throws(ScriptError)
    -> Subscribers.Demand
  {
    guard let value = self[index] else { return `default` }
    guard let demand = demand(index) else {
      throw ScriptError("\(value.literal) is no demand; write .max(3) or .unlimited")
    }
    return demand
  }

  /// The publisher at an index, which the signature requires.
  package func stream(_ index: Int) throws(ScriptError) -> AnyPublisher<ScriptValue, ScriptError> {
    guard let publisher = publisher(index) else {
      throw ScriptError("argument \(index + 1) is missing")
    }
    return publisher
  }

  /// What `zip` and `combineLatest` make of the values that belong together: a tuple, or what the
  /// closure at the end makes of them.
  func joined(_ tuples: AnyPublisher<[ScriptValue], ScriptError>) -> ScriptStream {
    guard case .closure(let transform) = values.last ?? nil else {
      return tuples.map(ScriptValue.tuple).scripted
    }
    return tuples.tryMap { try transform.call($0) }.scripted
  }
}

extension Signature {
  /// One to three other publishers, with or without a closure that makes one value of all.
  static var joining: [Signature] {
    (1...3).flatMap { count -> [Signature] in
      var plain = Signature()
      plain.parameters = Array(repeating: .required(nil, .publisher), count: count)
      var transforming = plain
      transforming.parameters.append(.required(nil, .closure(count + 1)))
      return [transforming, plain]
    }
  }
}

extension ScriptFunction {
  /// The error that the closure makes; what it throws itself if it cannot.
  package func failure() -> ScriptError {
    do {
      return ScriptError(try call([]).description)
    } catch {
      return error
    }
  }
}
