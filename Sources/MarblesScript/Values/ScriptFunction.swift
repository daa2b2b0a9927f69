import Marbles
import MarblesCombine

/// A function of the script language.
package struct ScriptFunction {
  /// The number of parameters that it declares or uses (`$0`, `$1`); `nil` for any number.
  package let arity: Int?
  package let call: ([ScriptValue]) throws(ScriptError) -> ScriptValue

  /// The body that an interpreter evaluates when the script itself calls the function; `nil` for a
  /// native function.
  let body: (any FunctionBody)?

  package init(arity: Int?, _ call: @escaping ([ScriptValue]) throws(ScriptError) -> ScriptValue) {
    self.arity = arity
    self.call = call
    body = nil
  }

  init(
    arity: Int?, body: any FunctionBody,
    _ call: @escaping ([ScriptValue]) throws(ScriptError) -> ScriptValue
  ) {
    self.arity = arity
    self.body = body
    self.call = call
  }

  package func callAsFunction(_ arguments: ScriptValue...) throws(ScriptError) -> ScriptValue {
    try call(arguments)
  }
}

extension ScriptFunction {
  /// The result of a predicate.
  package func decides(_ arguments: ScriptValue...) throws(ScriptError) -> Bool {
    let answer = try call(arguments)
    guard case .bool(let flag) = answer else {
      throw ScriptError("the closure should give true or false, not \(answer.kindName)")
    }
    return flag
  }

  /// The publisher that the closure returns.
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

extension ScriptFunction {
  /// The failure that the closure returns or throws.
  package func failure() -> ScriptError {
    do {
      return ScriptError(try call([]).description)
    } catch {
      return error
    }
  }
}

/// The body of a function that is written in a script.
protocol FunctionBody {}
