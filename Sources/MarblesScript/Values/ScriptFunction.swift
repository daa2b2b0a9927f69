import Marbles
import MarblesCombine

/// A function of the script language.
package struct ScriptFunction {
  /// The number of parameters that it declares or uses (`$0`, `$1`); `nil` for any number.
  package let arity: Int?
  package let call: ([ScriptValue]) throws(ScriptError) -> ScriptValue

  /// Reports a result of another type than an operator needs; `nil` for a native function.
  let reportResult: ((_ wanted: String, ScriptValue) -> ScriptError)?

  /// The body that an interpreter evaluates when the script itself calls the function; `nil` for a
  /// native function.
  let body: (any FunctionBody)?

  package init(arity: Int?, _ call: @escaping ([ScriptValue]) throws(ScriptError) -> ScriptValue) {
    self.arity = arity
    self.call = call
    body = nil
    reportResult = nil
  }

  init(
    arity: Int?, body: (any FunctionBody)?,
    reportResult: ((_ wanted: String, ScriptValue) -> ScriptError)?,
    _ call: @escaping ([ScriptValue]) throws(ScriptError) -> ScriptValue
  ) {
    self.arity = arity
    self.body = body
    self.reportResult = reportResult
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
      throw wrongResult("true or false", answer)
    }
    return flag
  }

  /// The publisher that the closure returns.
  package func publisher(_ arguments: ScriptValue...) throws(ScriptError)
    -> AnyPublisher<ScriptValue, ScriptError>
  {
    let answer = try call(arguments)
    guard let publisher = answer.publisher else {
      throw wrongResult("a publisher", answer)
    }
    return publisher
  }
}

extension ScriptFunction {
  /// The function with a transformed result for the operators that call it. Its body stays the same.
  func map(
    _ transform: @escaping (ScriptValue) throws(ScriptError) -> ScriptValue
  ) -> ScriptFunction {
    around { (arguments) throws(ScriptError) in try transform(try call(arguments)) }
  }

  /// The function for the operators that call it, with other behavior. Its body stays the same.
  func around(
    _ call: @escaping ([ScriptValue]) throws(ScriptError) -> ScriptValue
  ) -> ScriptFunction {
    ScriptFunction(arity: arity, body: body, reportResult: reportResult, call)
  }

  /// The function that receives an owner as its first argument: `subscribe(with: owner) { … }`.
  func receiving(_ owner: ScriptValue) -> ScriptFunction {
    ScriptFunction(arity: arity.map { max(0, $0 - 1) }, body: nil, reportResult: reportResult) {
      (arguments) throws(ScriptError) in try call([owner] + arguments)
    }
  }

  /// Whether it returns a stream that does work, which has a row of its own.
  var startsWork: Bool { body?.startsWork ?? false }

  func wrongResult(_ wanted: String, _ result: ScriptValue) -> ScriptError {
    reportResult?(wanted, result)
      ?? ScriptError("this closure must return \(wanted), not \(result.kindName)")
  }

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
protocol FunctionBody {
  /// The values of the names of which its results consist: of `a` for `{ _ in a.first() }` and for
  /// `{ _ in Deferred { a } }`, as far as the names have values.
  var namedResults: [ScriptValue] { get }

  /// Whether a result of it is a stream that does work for its subscriber: one that a function
  /// returns, or a word such as `cold` or `Future` creates.
  var startsWork: Bool { get }
}

extension FunctionBody {
  var namedResults: [ScriptValue] { [] }
  var startsWork: Bool { false }
}
