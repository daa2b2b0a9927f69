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

  // MARK: Threads

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

/// The values that the statements of a virtual thread have received so far.
///
/// A thread's statements are executed again from the start at each step; the log answers what they
/// did before. So a thread can pause between any two accesses to shared variables and streams, also
/// in the middle of an expression, without a thread of the machine.
final class ThreadLog: TaskContext {
  private var values: [ScriptValue] = []
  private var position = 0
  private var mayStep = false
  /// Whether it is that of a task, which takes all steps up to its next pause.
  let isTask: Bool
  var isCancelled = false
  /// The duration of the pause that has begun.
  private(set) var pause = VirtualDuration.zero
  private(set) var isPaused = false

  init(isTask: Bool = false) { self.isTask = isTask }

  /// Begins at the first statement again.
  ///
  /// - Parameter mayStep: whether one new step may be taken.
  func restart(mayStep: Bool) {
    position = 0
    self.mayStep = mayStep
  }

  /// Performs an access to what threads share, one per frame.
  func step(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = next() { return known }
    guard mayStep else { throw .suspended }
    mayStep = isTask
    return try record(body())
  }

  /// Creates what the statements create again at each execution, the first time only.
  func once(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue {
    if let known = next() { return known }
    return try record(body())
  }

  /// Pauses a task; a cancelled one fails instead.
  func sleep(_ duration: VirtualDuration) throws(ScriptError) {
    if let known = next() {
      if known == .bool(false) { throw ScriptError("CancellationError") }
      return
    }
    guard !isCancelled else {
      _ = record(.bool(false))
      throw ScriptError("CancellationError")
    }
    (pause, isPaused) = (duration, true)
    throw .suspended
  }

  /// Ends the pause.
  func wake() {
    guard isPaused else { return }
    isPaused = false
    values.append(.bool(!isCancelled))
  }

  private func next() -> ScriptValue? {
    guard position < values.count else { return nil }
    defer { position += 1 }
    return values[position]
  }

  private func record(_ value: ScriptValue) -> ScriptValue {
    values.append(value)
    position = values.count
    return value
  }
}
