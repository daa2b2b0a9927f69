import Marbles

/// The surroundings in which an expression or a statement is evaluated.
struct EvaluationContext {
  var scope: Scope
  /// The place in which streams are created.
  var building = Building.stages
  /// The name that the value of an expression gets.
  var naming: Naming?
  /// The thread that takes one step at a time; `nil` outside of threads and inside of a step.
  var thread: ThreadLog?

  /// The same surroundings with a scope inside this one.
  var nested: EvaluationContext { with(Scope(in: scope)) }

  func with(_ scope: Scope) -> EvaluationContext {
    var copy = self
    copy.scope = scope
    return copy
  }

  /// Declares a local variable that can be assigned.
  func declareVariable(_ name: String, _ value: ScriptValue) {
    let variable = scope.declare(name, value, isAssignable: true)
    task?.declare(variable)
  }

  // MARK: Threads

  /// The log of the task that is executed.
  var task: ThreadLog? { thread.flatMap { $0.isTask ? $0 : nil } }

  /// Performs an access to what threads share: in a thread, a step.
  func step(_ body: (EvaluationContext) throws(ScriptError) -> ScriptValue) throws(ScriptError)
    -> ScriptValue
  {
    guard let thread else { return try body(self) }
    return try thread.step { () throws(ScriptError) in try body(outsideOfThread) }
  }

  /// Creates a value that the statements of a thread create at each execution, the first time only.
  func once(_ body: (EvaluationContext) throws(ScriptError) -> ScriptValue) throws(ScriptError)
    -> ScriptValue
  {
    guard let thread else { return try body(self) }
    return try thread.once { () throws(ScriptError) in try body(outsideOfThread) }
  }

  private var outsideOfThread: EvaluationContext {
    var copy = self
    copy.thread = nil
    return copy
  }
}
